/** A few choices side by side: radio buttons that look like cards. */

import { element, freshIdentity } from "./dom.js";

/**
 * @template {string} Option
 * @param {string} legend
 * @param {{value: Option, label: string, detail?: string, lang?: string}[]} options
 * @param {Option} chosen
 * @param {(value: Option) => void} react
 */
export function choices(legend, options, chosen, react) {
  const name = freshIdentity();
  const group = element("fieldset", { class: "stack-tight" }, element("legend", { class: "label" }, legend));
  const list = element("div", { class: "choices" });
  for (const { value, label, detail, lang } of options) {
    const input = element("input", {
      type: "radio",
      name,
      value,
      checked: value === chosen,
      on: { change: () => react(value) },
    });
    const parts = [element("strong", { lang }, label), detail && element("span", {}, detail)];
    list.append(element("label", { class: detail ? "choice" : "choice choice-small" }, input, ...parts));
  }
  group.append(list);
  return group;
}
