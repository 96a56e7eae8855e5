/** Positions for the classroom, where the ways of reasoning differ. */

export const EXAMPLES = /** @type {const} */ ([
  { address: "8x8-8-H9dcbbcH4baabH3cbaacHHbba3bHHa3bbcHHa3bH4a3bH4", name: "each_more" },
  { address: "8x8-8-b3HbabHHb5cHbba3cHHa5cHHb3aabH4ccbbH18", name: "clauses" },
  { address: "9x9-10-a3bHcH3a3bbcH3a4bcdHHa4bH4a4cdH3a3bcHdHba3bHccbHabbcb3HHabHbaabHH", name: "total" },
  { address: "6x7-9-bH3bH8cbHcbbcHcHcbaccHdHbacHbHHbacH", name: "reasons" },
]);

const ADDRESS = /^\d+x\d+-\d+-/;

/** Whether a text is the address of a position rather than the id of a game. @param {string} text */
export const isAddress = (text) => ADDRESS.test(text);
