/**
 * The words of the language in use, from the files of `words/` that Python reads too.
 *
 * `say` knows every sentence of the page by its key and which values it takes, and `tell` those that Python says, too:
 * `make page-types` writes both down in `sentences.d.ts`, so that the type checker finds a word that is missing.
 */

/** @import { Sentences, SharedSentences } from "./sentences.d.ts" */

/** @typedef {[string, string]} Forms what to say of one, and of any other number */
/** @typedef {Record<string, any>} Section sentences with placeholders in braces, by their names */
/** @typedef {Record<"page"|"explanation"|"answers"|"play"|"commands"|"replays"|"coach", Section>} Words all sentences of a language */

/** What each language calls itself. */
export const LANGUAGES = /** @type {const} */ ([
  ["en", "English"],
  ["fr", "Français"],
  ["es", "Español"],
  ["zh", "中文"],
]);

/** @typedef {typeof LANGUAGES[number][0]} Language */

const FALLBACK = "en";

/** @type {Map<string, Promise<Words>>} */
const loaded = new Map();

/** The sentences of a language. @param {string} language @returns {Promise<Words>} */
export function wordsOf(language) {
  const known = loaded.get(language);
  if (known) return known;
  const asked = fetch(new URL(`../words/${language}.json`, import.meta.url)).then((answer) => {
    if (!answer.ok) throw new Error(`there are no words in ${language}`);
    return answer.json();
  });
  asked.catch(() => loaded.delete(language));
  loaded.set(language, asked);
  return asked;
}

/** @type {{language: Language, sentences: Map<string, string|Forms>}} */
let spoken = { language: FALLBACK, sentences: new Map() };

/** From now on, `say` speaks this language. @param {Language} language @param {Words} words */
export function speak(language, words) {
  spoken = { language, sentences: new Map(byKey(words)) };
}

/** The sentences of a section and of those inside it, by their keys. @param {Section} section @param {string} [above] @returns {[string, string|Forms][]} */
function byKey(section, above = "") {
  return Object.entries(section).flatMap(([name, content]) => {
    const isSection = typeof content === "object" && !Array.isArray(content);
    return isSection ? byKey(content, `${above}${name}.`) : [[`${above}${name}`, content]];
  });
}

/** The language in use. */
export const language = () => spoken.language;

/**
 * A sentence of the page, with its values filled in; `n` chooses between singular and plural.
 * @type {<Key extends keyof Sentences & string>(key: Key, ...values: Sentences[Key]) => string}
 */
export const say = (key, ...given) => sentence(`page.${key}`, given[0]);

/**
 * A sentence that Python says, too.
 * @type {<Key extends keyof SharedSentences & string>(key: Key, ...values: SharedSentences[Key]) => string}
 */
export const tell = (key, ...given) => sentence(key, given[0]);

/** @param {string} key @param {Record<string, any>} values */
function sentence(key, values = {}) {
  const found = spoken.sentences.get(key);
  if (found === undefined) throw new Error(`there are no words for ${key}`);
  return filled(typeof found === "string" ? found : form(found, values.n, String(spoken.sentences.get("answers.singulars"))), values);
}

/** The first language that there are words in, of those that a person reads. @param {readonly string[]} read best first, such as `fr-CA` */
export function bestLanguage(read) {
  const known = read.map((each) => LANGUAGES.find(([code]) => code === each.toLowerCase().split("-")[0])?.[0]);
  return known.find(Boolean) ?? FALLBACK;
}

/** A text with its placeholders filled in. @param {string} text @param {Record<string, string|number>} values */
export function filled(text, values) {
  return text.replace(/\{(\w+)\}/g, (_, name) => String(values[name]));
}

/** The singular or the plural. @param {Forms} forms @param {number} number @param {string} [singulars] of so many things the language speaks in the singular */
export function form([one, many], number, singulars = "1") {
  return singulars.split(" ").includes(String(number)) ? one : many;
}

/** A number that was written with a point, as the language writes it. @param {string} number @param {Section} [answers] the language's, if not that in use */
export function written(number, answers) {
  return number.replace(".", answers?.decimal_mark ?? spoken.sentences.get("answers.decimal_mark"));
}
