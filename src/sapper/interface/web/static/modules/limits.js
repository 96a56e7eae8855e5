/** The largest board this page shows; the server has the last word. */

export const LONGEST_SIDE = 200;
const MOST_CELLS = 10_000;

/** @param {{height: number, width: number}} board */
export const fitsHere = ({ height, width }) => height * width <= MOST_CELLS && Math.max(height, width) <= LONGEST_SIDE;
