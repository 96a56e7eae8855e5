/** The page's own icons, drawn as strokes on a 24 × 24 square, and what carries them. */

import { element } from "./dom.js";

const SPACE = "http://www.w3.org/2000/svg";

const DRAWINGS = {
  brand: "M4 4h7v7H4z M13 4h7v7h-7z M4 13h7v7H4z M14 20v-7l6 3-6 3",
  "play-board": "M4 4h16v16H4z M4 9.300h16 M4 14.700h16 M9.300 4v16 M14.700 4v16",
  lens: "M10.500 4a6.500 6.500 0 1 1 0 13 6.500 6.500 0 0 1 0-13z M15.300 15.300L20 20 M8 10.500h5 M10.500 8v5",
  timeline: "M4 20V13 M9.300 20V8 M14.700 20v-9 M20 20V4 M3 20h18",
  train: "M12 3.500a8.500 8.500 0 1 1 0 17 8.500 8.500 0 0 1 0-17z M12 8a4 4 0 1 1 0 8 4 4 0 0 1 0-8z M12 12h.01",
  minds: "M12 4l8 4.500-8 4.500-8-4.500z M4 13l8 4.500 8-4.500 M4 17l8 4.500 8-4.500",
  keyboard: "M3 6.500h18v11H3z M7 10h.01 M10.300 10h.01 M13.700 10h.01 M17 10h.01 M8 14h8",
  appearance: "M12 3.500a8.500 8.500 0 1 0 0 17z M12 3.500a8.500 8.500 0 1 1 0 17",
  hint: "M9 18h6 M10 21h4 M12 3a6 6 0 0 0-3.500 10.900c.6.500 1 1.200 1 2.100h5c0-.9.400-1.600 1-2.100A6 6 0 0 0 12 3z",
  robot: "M5 8.500h14V19H5z M12 8.500V5 M12 4.500h.01 M9 13v1.500 M15 13v1.500 M2.500 12v3.500 M21.500 12v3.500",
  odds: "M18.500 5.500l-13 13 M7.500 5a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5z M16.500 14a2.500 2.500 0 1 1 0 5 2.500 2.500 0 0 1 0-5z",
  why: "M12 3.500a8.500 8.500 0 1 1 0 17 8.500 8.500 0 0 1 0-17z M9.500 9.700a2.500 2.500 0 1 1 3.700 2.200c-.8.400-1.200 1-1.200 1.800 M12 16.500h.01",
  belief: "M12 3.500a8 6.500 0 1 1 0 13 8 6.500 0 0 1 0-13z M7 19h.01 M4.500 21.500h.01",
  guess: "M12 4v16 M6 20h12 M5 7h14 M5 7l-2.500 6h5z M19 7l-2.500 6h5z",
  play: "M7 4.500v15l12-7.500z",
  pause: "M8 5v14 M16 5v14",
  next: "M9 5l7 7-7 7",
  previous: "M15 5l-7 7 7 7",
  first: "M17 5l-7 7 7 7 M6.500 5v14",
  last: "M7 5l7 7-7 7 M17.500 5v14",
  plus: "M12 5v14 M5 12h14",
  minus: "M5 12h14",
  fit: "M4 9V4h5 M20 9V4h-5 M4 15v5h5 M20 15v5h-5",
  close: "M6 6l12 12 M18 6L6 18",
  flag: "M6 21V3.500l12 5-12 5",
  day: "M4 6h16v14H4z M4 10.500h16 M8 3.500v4.500 M16 3.500v4.500",
  clock: "M12 4a8.500 8.500 0 1 1 0 17 8.500 8.500 0 0 1 0-17z M12 8v4.500l3 2 M9.500 1.500h5",
  mine: "M12 6.500a5.500 5.500 0 1 1 0 11 5.500 5.500 0 0 1 0-11z M12 3v3.500 M12 17.500V21 M3 12h3.500 M17.500 12H21 M5.600 5.600L8 8 M16 16l2.400 2.400 M18.400 5.600L16 8 M8 16l-2.400 2.400",
  again: "M4.500 12a7.500 7.500 0 1 1 2.200 5.300 M4.500 20v-4.500H9",
  redo: "M19.500 12a7.500 7.500 0 1 0-2.200 5.300 M19.500 20v-4.500H15",
  link: "M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.700-5.700l-1.200 1.200 M14 10a4 4 0 0 0-6-.4l-3 3a4 4 0 0 0 5.700 5.700l1.200-1.200",
  file: "M6 3.500h8l4.500 4.500v12.500H6z M14 3.500V8h4.500",
  won: "M5 12.500l4.500 4.500L19 7.500",
  lost: "M12 8v5 M12 16.500h.01 M10.300 4.300L2.700 18a2 2 0 0 0 1.700 3h15.200a2 2 0 0 0 1.700-3L13.700 4.300a2 2 0 0 0-3.400 0z",
  pointer: "M9 11V5.500a1.500 1.500 0 0 1 3 0V11 M12 10a1.500 1.500 0 0 1 3 0v1 M15 10.500a1.500 1.500 0 0 1 3 0V15a6 6 0 0 1-6 6c-2.500 0-4-1-5.200-3L4.500 14.200c-.8-1.600 1-2.700 2.200-1.500L9 15",
  bin: "M5 7h14 M9 7V4.500h6V7 M7 7l1 13h8l1-13 M10.500 11v5.500 M13.500 11v5.500",
};

/** @typedef {keyof typeof DRAWINGS} IconName */

/** @param {IconName} name */
export function icon(name) {
  const drawing = shape("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" });
  drawing.append(shape("path", { d: DRAWINGS[name] }));
  return drawing;
}

/**
 * @template {keyof SVGElementTagNameMap} Tag
 * @param {Tag} name of an SVG element
 * @param {Object<string, string|number>} attributes
 * @returns {SVGElementTagNameMap[Tag]}
 */
export function shape(name, attributes) {
  const made = document.createElementNS(SPACE, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

/** Draw the icons that the page's own markup asks for. */
export function placeIcons() {
  for (const place of document.querySelectorAll("[data-icon]")) {
    const name = place.getAttribute("data-icon");
    if (name && isIcon(name)) place.replaceWith(icon(name));
  }
}

/** @param {string} name @returns {name is IconName} */
const isIcon = (name) => Object.hasOwn(DRAWINGS, name);

/**
 * @param {Object} options
 * @param {IconName} [options.icon]
 * @param {string} options.label
 * @param {string} [options.key] the key that does the same thing
 * @param {"primary"|"plain"} [options.kind]
 * @param {boolean} [options.square] shows the icon alone; the label is left to screen readers
 * @param {boolean} [options.pressed] makes it a switch, on or off
 * @param {() => void} [options.act]
 */
export function button({ icon: drawing, label, key, kind, square, pressed, act }) {
  const classes = ["button", kind && `button-${kind}`, square && "button-square"].filter(Boolean).join(" ");
  return element(
    "button",
    {
      type: "button",
      class: classes,
      title: square ? label : null,
      "aria-label": square ? label : null,
      "aria-pressed": pressed === undefined ? null : String(pressed),
      "aria-keyshortcuts": key?.replace(" ", "+") ?? null,
      on: act ? { click: act } : {},
    },
    drawing && icon(drawing),
    !square && element("span", {}, label),
    key && !square && element("kbd", { class: "key", "aria-hidden": "true" }, key.replace("Shift ", "⇧")),
  );
}

/** Give a button that shows only an icon another meaning. @param {HTMLButtonElement} changed @param {IconName} drawing @param {string} label */
export function relabel(changed, drawing, label) {
  if (changed.title === label) return;
  changed.title = label;
  changed.setAttribute("aria-label", label);
  changed.querySelector(".icon")?.replaceWith(icon(drawing));
}

/** A key and what it does, shown where there is a keyboard. @param {string} name @param {string} meaning */
export function keyHint(name, meaning) {
  return element("span", { class: "hint mouse-only" }, element("kbd", { class: "key" }, name), meaning);
}

const CELL_DRAWINGS = ["flag", "flag-wrong", "mine", "ring", "star"];

/** Fetch the drawings on cells ahead of time, so that no mark appears late. */
export function fetchDrawings() {
  for (const name of CELL_DRAWINGS) {
    const drawing = new Image();
    drawing.crossOrigin = "anonymous"; // the way CSS masks are fetched
    drawing.src = new URL(`../icons/${name}.svg`, import.meta.url).href;
  }
}
