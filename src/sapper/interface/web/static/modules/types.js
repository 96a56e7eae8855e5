/**
 * The shapes that travel between server and page. No code, only names for them.
 *
 * @typedef {[number, number]} Cell A row and a column, counted from 0.
 *
 * @typedef {Object} Entry One turn of a game.
 * @property {number} number
 * @property {string} action
 * @property {Cell} cell
 * @property {Cell[]} opened
 * @property {string} by
 * @property {boolean} free
 * @property {boolean|null} certain
 * @property {number|null} mine_probability
 * @property {number|null} best_probability
 *
 * @typedef {Object} GameState How a game stands; nothing in it tells of mines before the end.
 * @property {string} id
 * @property {string|null} level
 * @property {number} height
 * @property {number} width
 * @property {number} mines
 * @property {string} start
 * @property {string} winning
 * @property {string} agent
 * @property {string[]} rows
 * @property {"playing"|"won"|"lost"} status
 * @property {number} seconds
 * @property {number} mines_left
 * @property {number} turns
 * @property {Entry|null} last
 * @property {string} say
 * @property {string} notice what is wrong with the keeping of games; mostly empty
 *
 * @typedef {Object} Odds
 * @property {(number|null)[][]} probability
 * @property {Cell[]} safe
 * @property {Cell[]} mines
 * @property {Cell|null} best
 *
 * @typedef {Object} WhyLine
 * @property {string} words
 * @property {number} depth
 * @property {Cell[]} numbers
 * @property {Cell[]} cells
 * @property {Cell[]} safe
 * @property {Cell[]} mines
 *
 * @typedef {Object} Why
 * @property {string[]} heading
 * @property {WhyLine[]} lines
 * @property {string} kind
 *
 * @typedef {Object} Move
 * @property {Cell} cell
 * @property {boolean} certain
 * @property {number|null} mine_probability
 * @property {Object} reason
 *
 * @typedef {Object} Marks What a board points at, beyond what it shows.
 * @property {Cell[]} [used] numbers that a step uses
 * @property {Cell[]} [spoken] cells that a step speaks of
 * @property {Cell[]} [safe] cells known to be safe
 * @property {Cell[]} [mine] cells known to be mines
 * @property {Cell[]} [clash] numbers that contradict each other
 * @property {Cell[]} [asked] the cell that was asked about
 * @property {Cell[]} [best] the cell to open
 * @property {Cell[]} [last] the cell of the last turn
 * @property {Cell[]} [here] where a step of a review was made
 * @property {Cell[]} [only] cells that another agent does not know
 * @property {Cell[]} [pulse] cells to look at first
 * @property {[Cell, string][]} [badges] letters beside cells
 */

export {};
