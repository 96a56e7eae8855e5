// Runs before the first paint, so that a dark page never flashes white. `modules/settings.js` does the rest.
(function () {
  "use strict";
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem("sapper.settings") || "{}") || {};
  } catch {
    // Nothing kept, or no storage: the system's wish decides.
  }
  const dark = kept.theme === "dark" || (kept.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.documentElement.dataset.palette = kept.palette === "colour-blind" ? "colour-blind" : "standard";
})();
