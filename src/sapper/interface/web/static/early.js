// Runs before the first paint, so that a dark page never flashes white. `modules/settings.js` does the rest.
(function () {
  "use strict";
  /** @type {{theme?: unknown, palette?: unknown}} */
  let saved = {};
  try {
    saved = JSON.parse(localStorage.getItem("sapper.settings") || "{}") || {};
  } catch {
    // Nothing saved, or no storage: the system's preference decides.
  }
  const dark = saved.theme === "dark" || (saved.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.documentElement.dataset.palette = saved.palette === "colour-blind" ? "colour-blind" : "standard";
})();
