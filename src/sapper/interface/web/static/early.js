// Runs before the first paint, so that a dark page never flashes white and no other language is seen first.
// `modules/settings.js` does the rest.
(function () {
  "use strict";
  /** @type {{theme?: unknown, palette?: unknown, language?: unknown}} */
  let saved = {};
  try {
    saved = JSON.parse(localStorage.getItem("sapper.settings") || "{}") || {};
  } catch {
    // Nothing saved, or no storage: the system's preference decides.
  }
  const dark = saved.theme === "dark" || (saved.theme !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.documentElement.dataset.palette = saved.palette === "colour-blind" ? "colour-blind" : "standard";

  // As in `modules/catalogue.js`; its words are asked for while the modules are still on their way.
  const read = [String(saved.language), ...navigator.languages].map((each) => each.toLowerCase().split("-")[0]);
  const language = read.find((each) => ["en", "fr", "es", "zh"].includes(each)) ?? "en";
  document.documentElement.lang = language;
  document.documentElement.toggleAttribute("data-wordless", language !== "en");
  const words = document.createElement("link");
  Object.assign(words, { rel: "preload", as: "fetch", crossOrigin: "anonymous" });
  const { src } = /** @type {HTMLScriptElement} */ (document.currentScript);
  words.href = new URL(`words/${language}.json`, src).href;
  document.head.append(words);
})();
