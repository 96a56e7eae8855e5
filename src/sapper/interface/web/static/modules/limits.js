/** Whether this page shows a board; the server decides. */

import { LONGEST_SIDE, MOST_CELLS } from "./tables.js";

/** @param {{height: number, width: number}} board */
export const fitsHere = ({ height, width }) => height * width <= MOST_CELLS && Math.max(height, width) <= LONGEST_SIDE;
