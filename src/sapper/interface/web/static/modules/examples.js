/** Positions for the classroom, where the ways of reasoning differ. */

import { minds } from "./ports.js";

const ALL = /** @type {const} */ ([
  { address: "8x8-8-H9dcbbcH4baabH3cbaacHHbba3bHHa3bbcHHa3bH4a3bH4", name: "each_more" },
  { address: "8x8-8-b3HbabHHb5cHbba3cHHa5cHHb3aabH4ccbbH18", name: "clauses" },
  { address: "9x9-10-a3bHcH3a3bbcH3a4bcdHHa4bH4a4cdH3a3bcHdHba3bHccbHabbcb3HHabHbaabHH", name: "total" },
  { address: "6x7-9-bH3bH8cbHcbbcHcHcbaccHdHbacHbHHbacH", name: "reasons" },
]);

/** Those that differ only in what other agents know. */
const COMPARING = new Set(["each_more", "clauses"]);

/** The positions to offer: comparisons only where there is something to compare. */
export const EXAMPLES = ALL.filter(({ name }) => minds.length > 1 || !COMPARING.has(name));

const ADDRESS = /^\d+x\d+-\d+-/;

/** Whether a text is the address of a position rather than the id of a game. @param {string} text */
export const isAddress = (text) => ADDRESS.test(text);
