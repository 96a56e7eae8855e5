/** Files and texts that are dropped on a view, and the button for those who drop nothing. */

import { say } from "./catalogue.js";
import { element } from "./dom.js";
import { button } from "./icons.js";

/** A button that asks for a file, and what the browser needs for it. @param {(file: File) => void} onFile */
export function fileChooser(onFile) {
  const input = element("input", {
    type: "file",
    class: "only-heard",
    accept: ".mbf,.mine,.json,.txt",
    tabindex: "-1",
    "aria-label": say("source.file"),
  });
  input.addEventListener("change", () => input.files?.[0] && onFile(input.files[0]));
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
