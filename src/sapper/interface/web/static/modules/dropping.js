/** Files and texts that are dropped on a view, and the button for those who drop nothing. */

import { say } from "./catalogue.js";
import { element } from "./dom.js";
import { button } from "./icons.js";

const POSITIONS = ".mbf,.mine,.json,.txt";
const PICTURES = "image/png,image/jpeg,image/webp,image/bmp,image/gif";

/** A button that asks for a file, and what the browser needs for it. @param {(file: File) => void} onFile @param {boolean} [takesPictures] */
export function fileChooser(onFile, takesPictures = false) {
  const input = element("input", {
    type: "file",
    class: "only-heard",
    accept: takesPictures ? `${POSITIONS},${PICTURES}` : POSITIONS,
    tabindex: "-1",
    "aria-label": say("source.file"),
  });
  input.addEventListener("change", () => {
    if (input.files?.[0]) onFile(input.files[0]);
    input.value = ""; // so that the same file can be chosen again
  });
  return [button({ icon: "file", label: say("source.open_file"), act: () => input.click() }), input];
}

/**
 * @param {HTMLElement} view
 * @param {Object} reactions
 * @param {(isOver: boolean) => void} reactions.onOver something is held over the view, or no longer
 * @param {(file: File) => void} reactions.onFile
 * @param {(text: string) => void} reactions.onText
 * @returns {() => void} ends it
 */
export function listenToDrops(view, { onOver, onFile, onText }) {
  view.ondragover = (event) => {
    event.preventDefault();
    onOver(true);
  };
  view.ondragleave = ({ relatedTarget: entered }) => {
    if (!(entered instanceof Node && view.contains(entered))) onOver(false);
  };
  view.ondrop = (event) => {
    event.preventDefault();
    onOver(false);
    const file = event.dataTransfer?.files[0];
    if (file) onFile(file);
    else onText(event.dataTransfer?.getData("text/plain") ?? "");
  };
  return () => Object.assign(view, { ondragover: null, ondragleave: null, ondrop: null });
}
