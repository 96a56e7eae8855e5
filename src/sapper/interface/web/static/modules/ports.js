/**
 * What the page can't know from what it shows stands behind two ports: the referee, who holds the
 * mines, and the keeper of games. The thinker answers what follows from a view.
 *
 * The views are the same code over whoever answers.
 */

import * as local from "../local/ports.js";
import * as server from "./server.js";
import * as thinking from "./thinking.js";

/** @import { Cell } from "./board.js" */
/** @import { Agent, Analysis, Game, GamesAnalysis, Hint, Knowledge, Level, ListedGame, Move, NewGame, Odds, PictureReading, Position, PositionRequest, Review, ReviewedReplay, StatisticsRow, Status, TrainingQuestion, TurnRequest, Why } from "./shapes.d.ts" */

/**
 * Holds the mines, and shows where they are only when a game is over.
 *
 * @typedef {Object} Referee
 * @property {() => Promise<Level[]>} levels
 * @property {() => Promise<Agent[]>} agents those who can make the AI's moves
 * @property {(wanted: NewGame, signal?: AbortSignal) => Promise<Game>} begin
 * @property {(identity: string) => Promise<Game>} again a new game on the same board
 * @property {(identity: string) => Promise<Game>} look how a game stands; looking changes nothing
 * @property {(identity: string) => Promise<Game>} resume
 * @property {(identity: string) => Promise<Game>} pause
 * @property {(identity: string) => Promise<null>} leave nobody looks at the game: its clock stands; may be asked while the page is closed
 * @property {(identity: string, turn: TurnRequest, about?: {signal?: AbortSignal, onSeen?: (rows: string[]) => void}) => Promise<Game>} turn
 * open, flag or chord; `onSeen` may be told the rows before the rest is known
 * @property {(identity: string, signal?: AbortSignal) => Promise<Game>} letAgentMove
 */

/**
 * Keeps games, from the first turn on.
 *
 * @typedef {Object} Keeper
 * @property {(limit: number, which?: {status?: Status, offset?: number}) => Promise<ListedGame[]>} games latest first, without the first `offset`
 * @property {() => Promise<StatisticsRow[]>} statistics
 * @property {(identity: string) => Promise<Review>} review of a finished game
 * @property {(identity: string) => Promise<null>} remove
 * @property {(file: File) => Promise<ReviewedReplay>} replay a recorded game from its file, reviewed; nothing of it is kept
 */

/** @typedef {Game|Position} Seen What a question is about: a game under way, or a position of no game. */

/**
 * Knows what follows from a view, and nothing else.
 *
 * @typedef {Object} Thinker
 * @property {(game: Game, signal: AbortSignal) => Promise<Hint>} hint
 * @property {(game: Game, signal: AbortSignal) => Promise<Move>} guess
 * @property {(game: Game, signal: AbortSignal) => Promise<Odds>} odds
 * @property {(seen: Seen, cell: Cell, signal: AbortSignal) => Promise<Why>} why
 * @property {(seen: Seen, signal: AbortSignal) => Promise<Partial<Knowledge>>} knowledge of each of the `minds`
 * @property {(position: PositionRequest, signal?: AbortSignal) => Promise<Analysis>} analyse
 * @property {(address: string, signal?: AbortSignal) => Promise<Analysis>} analyseAt
 * @property {(file: File, signal?: AbortSignal) => Promise<PictureReading>} readPicture the position in a screenshot
 */

/**
 * Judges the player's own games, and asks positions until they stick.
 *
 * @typedef {Object} Trainer
 * @property {(signal: AbortSignal) => Promise<Pick<GamesAnalysis, "waiting"|"turns"|"words">>} analysis what the games say; as long as some are waiting, ask again
 * @property {(signal: AbortSignal) => Promise<TrainingQuestion>} question the position to practise now
 * @property {(number: number, cell: Cell|null, signal: AbortSignal) => Promise<TrainingQuestion>} answer without a cell, the solution is shown
 * @property {(number: number, signal: AbortSignal) => Promise<TrainingQuestion>} goOn
 */

/** Whether `sapper web` sent the page; a site of files alone says that it did not. */
export const hasServer = document.documentElement.dataset.server !== "none";

const behind = hasServer ? server : local;

/** @type {Referee} */
export const referee = behind.referee;

/** @type {Keeper} */
export const keeper = behind.keeper;

/** @type {Thinker} */
export const thinker = { ...thinking, ...behind.thinker };

/** @type {Trainer} */
export const trainer = behind.trainer;

/** Those whose knowledge can be laid side by side, from the one that knows least. @type {(keyof Knowledge)[]} */
export const minds = hasServer ? ["sentence", "resolution", "exact"] : ["exact"];
