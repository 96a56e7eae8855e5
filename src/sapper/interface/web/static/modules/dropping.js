/** Files and texts that are dropped on a view. */

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
