/** Builds elements in one call. Text is always set as text, so nothing typed or received becomes markup. */

/** @typedef {Node|string|null|undefined|false} Child What an element may be given as content; nothing is skipped. */
/** @typedef {string|number|boolean|null|undefined} Value Of an attribute; null, undefined and false leave it out. */

/**
 * Attributes by name, and four things that are no attributes: the class, `data-` attributes, custom
 * properties of the style, and event listeners.
 *
 * @typedef {{ [Attribute in `aria-${string}`]?: Value } & {
 *   class?: string,
 *   data?: Object<string, string>,
 *   style?: Object<string, string>,
 *   on?: { [Name in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[Name]) => void },
 *   accept?: string,
 *   autocapitalize?: string,
 *   autocomplete?: string,
 *   checked?: boolean,
 *   datetime?: string,
 *   for?: string,
 *   hidden?: boolean,
 *   href?: string,
 *   id?: string,
 *   inputmode?: string,
 *   lang?: string,
 *   max?: number,
 *   min?: number,
 *   name?: string,
 *   novalidate?: boolean,
 *   placeholder?: string,
 *   readonly?: boolean,
 *   role?: string,
 *   scope?: string,
 *   spellcheck?: string,
 *   step?: number,
 *   tabindex?: string,
 *   title?: string|null,
 *   type?: string,
 *   value?: string,
 * }} Properties
 */

/** Where the attribute is only the first value, the property is set. */
const SET_AS_PROPERTY = new Set(["value", "checked", "hidden"]);

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, properties = {}, ...children) {
  const { class: classes, data, style, on, ...attributes } = properties;
  const made = document.createElement(tag);
  if (classes) made.className = classes;
  Object.assign(made.dataset, data);
  for (const [name, value] of Object.entries(style ?? {})) made.style.setProperty(name, value);
  for (const [name, react] of Object.entries(on ?? {})) made.addEventListener(name, /** @type {EventListener} */ (react));
  for (const [name, value] of Object.entries(attributes)) setAttribute(made, name, value);
  made.append(...children.filter(isThere));
  return made;
}

/** @param {HTMLElement} made @param {string} name @param {Value} value */
function setAttribute(made, name, value) {
  if (value === null || value === undefined || value === false) return;
  if (SET_AS_PROPERTY.has(name)) Object.assign(made, { [name]: value });
  else made.setAttribute(name, value === true ? "" : String(value));
}

/** @param {Child} child @returns {child is Node|string} */
const isThere = (child) => child !== null && child !== undefined && child !== false;

/** @param {Element} place @param {...Child} children */
export function fill(place, ...children) {
  place.replaceChildren(...children.filter(isThere));
}

/** The element of the page's own markup with that id. @param {string} id */
export function byId(id) {
  const found = document.getElementById(id);
  if (!found) throw new Error(`The page has no element “${id}”.`);
  return found;
}

let lastIdentity = 0;

/** @returns {string} an id that no other element of the page has */
export function freshIdentity() {
  lastIdentity += 1;
  return `part-${lastIdentity}`;
}

/**
 * A label above its field.
 * @param {string} label
 * @param {HTMLElement} control
 * @param {HTMLElement} [after]
 */
export function field(label, control, after) {
  control.id ||= freshIdentity();
  return element("div", { class: "field" }, element("label", { for: control.id }, label), control, after);
}

/**
 * @param {[value: string, words: string][]} options
 * @param {string} chosen
 * @param {Properties} [properties]
 */
export function select(options, chosen, properties = {}) {
  const made = element("select", { class: "select", ...properties });
  for (const [value, words] of options) made.append(element("option", { value }, words));
  made.value = chosen;
  return made;
}

/** An action that waits until nobody has asked for it for a while; only the last request counts. */
export class WhenQuiet {
  #waiting = 0;

  /** @param {number} milliseconds */
  constructor(milliseconds) {
    this.milliseconds = milliseconds;
  }

  /** @param {() => void} act */
  ask(act) {
    this.giveUp();
    this.#waiting = setTimeout(act, this.milliseconds);
  }

  giveUp() {
    clearTimeout(this.#waiting);
  }
}
