/** What a person chose once and finds again: kept in this browser, never sent. */

const KEPT_AS = "sapper.settings";

const DEFAULTS = {
  theme: "system",
  palette: "standard",
  cell: 0,
  speed: 4,
  language: "en",
  game: "",
  level: "beginner",
  height: 12,
  width: 18,
  mines: 35,
  start: "",
  winning: "revealed",
  agent: "expert",
};

/** @type {typeof DEFAULTS} */
let settings = { ...DEFAULTS };
try {
  const kept = JSON.parse(localStorage.getItem(KEPT_AS) || "{}") || {};
  for (const name of Object.keys(DEFAULTS)) {
    if (typeof kept[name] === typeof DEFAULTS[name]) settings[name] = kept[name];
  }
} catch {
  // Private windows may refuse storage: then everything starts from the defaults.
}

/** @template {keyof typeof DEFAULTS} Name @param {Name} name @returns {(typeof DEFAULTS)[Name]} */
export function setting(name) {
  return settings[name];
}

/** @param {Partial<typeof DEFAULTS>} changes */
export function keep(changes) {
  settings = { ...settings, ...changes };
  try {
    localStorage.setItem(KEPT_AS, JSON.stringify(settings));
  } catch {
    // Kept for as long as the page is open.
  }
  showAppearance();
}

const systemIsDark = matchMedia("(prefers-color-scheme: dark)");

/** Let the whole page take on the chosen colours. */
export function showAppearance() {
  const dark = settings.theme === "dark" || (settings.theme !== "light" && systemIsDark.matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
  document.documentElement.dataset.palette = settings.palette;
}

systemIsDark.addEventListener("change", showAppearance);

export const wantsStillness = () => matchMedia("(prefers-reduced-motion: reduce)").matches;
