/** Elements made in one call. Text is always set as text, so nothing that was typed or sent becomes markup. */

/**
 * @param {string} tag
 * @param {Object<string, any>} [properties] `class`, `data`, `style` (custom properties), `on`, or attributes
 * @param {...(Node|string|null|undefined|false)} children
 * @returns {any} the element
 */
export function element(tag, properties = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "class") made.className = value;
    else if (name === "data") Object.assign(made.dataset, value);
    else if (name === "style") for (const [key, part] of Object.entries(value)) made.style.setProperty(key, part);
    else if (name === "on") for (const [event, react] of Object.entries(value)) made.addEventListener(event, react);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden") made[name] = value;
    else made.setAttribute(name, value === true ? "" : String(value));
  }
  made.append(...children.filter((child) => child !== null && child !== undefined && child !== false));
  return made;
}

/**
 * @param {Element} place
 * @param {...(Node|string|null|undefined|false)} children
 */
export function fill(place, ...children) {
  place.replaceChildren(...children.filter((child) => child !== null && child !== undefined && child !== false));
}

let lastIdentity = 0;

/** @returns {string} an identity that no other element of the page has */
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
 * @param {[string, string][]} options value and words
 * @param {string} chosen
 * @param {Object} [properties]
 * @returns {HTMLSelectElement}
 */
export function select(options, chosen, properties = {}) {
  const made = element("select", { class: "select", ...properties });
  for (const [value, words] of options) made.append(element("option", { value }, words));
  made.value = chosen;
  return made;
}

/** Something that is done only once nobody has asked for it for a while; what was asked last counts. */
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
