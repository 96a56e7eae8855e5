/**
 * What the page and the server exchange, made from the server's OpenAPI description.
 * Do not edit: `make page-types` writes this file.
 */

/** What a click may mean; `press` opens a hidden cell and chords a number. */
export type ActionWanted = "reveal" | "flag" | "chord" | "press";

/** A position by its address. */
export interface AddressWanted {
  /** What shares a position; see docs/formats.md. */
  address: string;
}

/** An agent and how it plays. */
export interface AgentShown {
  name: string;
  summary: string;
}

/** Who is to move; without a name the game's own agent. */
export interface AgentWanted {
  agent?: string | null;
}

/**
 * All that follows from a position.
 *
 * Where the numbers clash there are no odds. `board` is there for a file that tells where the
 * mines are: its rows with all the numbers; the position is then that of an untouched game.
 */
export interface AnalysisShown {
  position: PositionShown;
  board: string[] | null;
  safe: [number, number][];
  mines: [number, number][];
  probability: (number | null)[][] | null;
  best: MoveShown | null;
  contradiction: ContradictionShown | null;
}

/** Counted: of all layouts of the `hidden` cells, none or the fewest have a mine here. */
export interface ByLayoutsShown {
  kind: "layouts";
  hidden: number;
}

/** A guess that was compared with others: its risk, and the estimated chance of winning. */
export interface CandidateShown {
  cell: [number, number];
  mine_probability: number;
  win_chance: number;
}

/** Guesses were compared by what they lead to; the chosen one comes first. */
export interface ComparedShown {
  kind: "compared";
  candidates: CandidateShown[];
  decided_by: string;
}

/** Numbers that can't all be true at once. */
export interface ContradictionShown {
  message: string;
  cells: [number, number][];
  needs_total: boolean;
}

/** One turn: what was done, what it opened, and the risk that was taken. */
export interface EntryShown {
  number: number;
  action: string;
  cell: [number, number];
  opened: [number, number][];
  seconds: number;
  by: string;
  free: boolean;
  certain: boolean | null;
  mine_probability: number | null;
  best_probability: number | null;
  status: string;
  exploded: [number, number] | null;
}

/** Nothing is open yet: the best first cell under this start rule. */
export interface FirstCellShown {
  kind: "first";
  start: StartRule;
}

/** The formats that can be read and written; a file's ending names its format. */
export type Format = "text" | "mbf" | "mine" | "json";

/**
 * How a game stands. Seed and index are there only after the end.
 *
 * `say` tells what the last turn did; `notice`, mostly empty, that games can't be kept.
 */
export interface GameShown {
  id: string;
  level: string | null;
  height: number;
  width: number;
  mines: number;
  start: StartRule;
  winning: WinningRule;
  agent: string;
  rows: string[];
  status: "playing" | "won" | "lost";
  seconds: number;
  mines_left: number;
  turns: number;
  last: EntryShown | null;
  say: string;
  notice: string;
  seed?: string | null;
  index?: number | null;
  reason?: Record<string, unknown> | null;
}

/** What to do next: open the cell, or flag it where flags win and only mines are left. */
export interface HintShown {
  cell: [number, number];
  certain: boolean;
  mine_probability: number | null;
  words: string;
  action: "reveal" | "flag";
}

/**
 * A game in the list of those that are kept.
 *
 * `own`: the player played alone, and on a board not seen before. Seed and index are there only
 * after the end.
 */
export interface KeptShown {
  id: string;
  level: string | null;
  height: number;
  width: number;
  mines: number;
  start: StartRule;
  winning: WinningRule;
  agent: string;
  status: "playing" | "won" | "lost";
  seconds: number;
  turns: number;
  started: string;
  changed: string;
  own: boolean;
  seed?: string | null;
  index?: number | null;
}

/** What each of the reasoning agents knows at the same position. */
export interface KnowledgeShown {
  sentence: SettledShown;
  resolution: SettledShown;
  exact: SettledShown;
}

/** A named level. */
export interface LevelShown {
  name: string;
  height: number;
  width: number;
  mines: number;
  start: StartRule;
}

/** One line of an explanation, and the cells to point at while it is read. */
export interface LineShown {
  words: string;
  depth: number;
  numbers: [number, number][];
  cells: [number, number][];
  safe: [number, number][];
  mines: [number, number][];
}

/** The strongest agent's move; the reason's `kind` says what else the reason holds. */
export interface MoveShown {
  cell: [number, number];
  certain: boolean;
  mine_probability: number | null;
  reason: ByLayoutsShown | FirstCellShown | SearchedShown | ComparedShown;
}

/** A level by name, or a size and a number of mines. */
export interface NewGame {
  level?: string | null;
  height?: number | null;
  width?: number | null;
  mines?: number | null;
  start?: StartRule | null;
  winning?: WinningRule;
  agent?: string;
  seed?: number | null;
}

/** The chance of each cell to be a mine (null where it is open), and all that is certain. */
export interface OddsShown {
  probability: (number | null)[][];
  safe: [number, number][];
  mines: [number, number][];
  best: [number, number] | null;
}

/** A position, and the address that shares it. */
export interface PositionShown {
  height: number;
  width: number;
  mines: number;
  rows: string[];
  address: string;
}

/** A position as text in one of the formats, `mbf` in base64; its mines, if it lacks them. */
export interface PositionWanted {
  text: string;
  mines?: number | null;
  format?: Format | null;
}

/** What went wrong, in one sentence. */
export interface Problem {
  error: string;
}

/** A finished game looked at again; `deciding` is the place of a step, counted from 0. */
export interface ReviewShown {
  status: "playing" | "won" | "lost";
  steps: StepShown[];
  final_rows: string[];
  skill: number;
  luck: number;
  survival: number;
  guesses: number;
  missed_certain: number;
  deciding: number | null;
  words: string[];
}

/** The rest of the game was searched: best play wins `won` of `layouts`. */
export interface SearchedShown {
  kind: "searched";
  won: number;
  layouts: number;
}

/** The hidden cells that an agent knows to be safe, and those it knows to be mines. */
export interface SettledShown {
  safe: [number, number][];
  mines: [number, number][];
}

/** What the first click may meet. */
export type StartRule = "any" | "safe" | "opening" | "given";

/**
 * How the player has done at one level, under one start and one winning rule.
 *
 * Only finished games count that were played alone and on a new board; `others` were not.
 */
export interface StatisticsShown {
  level: string;
  start: StartRule;
  winning: WinningRule;
  played: number;
  won: number;
  best_seconds: number | null;
  streak: number;
  longest_streak: number;
  risk_taken: number;
  risk_best: number;
  others: number;
}

/** How a game stands. */
export type Status = "playing" | "won" | "lost";

/**
 * One turn of a finished game: the rows before it, and what there was instead.
 *
 * `skill` is what the choice gave away against the safest cell (0 at best), which is `best_cell`
 * where anything was; `luck` is how the turn went against its odds.
 */
export interface StepShown {
  rows: string[];
  entry: EntryShown;
  words: string;
  best_cell: [number, number] | null;
  skill: number;
  luck: number;
  missed_certain: boolean;
}

/** A click on a cell. */
export interface TurnWanted {
  action: ActionWanted;
  /** [row, column], counted from 0 */
  cell: [number, number];
}

/** Why a cell is safe or a mine, line by line; or its odds, which are told by the heading. */
export interface WhyShown {
  kind: "derivation" | "odds";
  cell: [number, number];
  heading: string[];
  numbers: [number, number][];
  lines: LineShown[];
}

/** A cell of a position, which is given by its address or as text. */
export interface WhyWanted {
  /** [row, column], counted from 0 */
  cell: [number, number];
  address?: string | null;
  text?: string | null;
  mines?: number | null;
  format?: Format | null;
  language?: "en" | "fr" | "es" | "zh";
}

/** What wins a game. */
export type WinningRule = "revealed" | "flagged";

/** A request and what it answers. */
export interface Exchange<Parameters, Answer, Body = null> {
  parameters: Parameters;
  answer: Answer;
  body: Body;
}

/** Every GET request, by its path below `/api/`. */
export interface Gets {
  /** The games with a turn in them, the one played last first; those of one status alone. */
  "games": Exchange<{ limit?: number; offset?: number; status?: Status | null }, KeptShown[]>;
  /** How a game stands. Whoever looks sits at it: the clock goes on. */
  "games/{identity}": Exchange<{ identity: string }, GameShown>;
  /** A finished game step by step: what was risked, what could have been, what decided it. */
  "games/{identity}/review": Exchange<{ identity: string }, ReviewShown>;
  /** All turns of a game. */
  "games/{identity}/entries": Exchange<{ identity: string }, EntryShown[]>;
  /** A certainly safe cell, or the best guess. */
  "games/{identity}/hint": Exchange<{ identity: string }, HintShown>;
  /** The chance of every hidden cell to be a mine, and all that is certain. */
  "games/{identity}/odds": Exchange<{ identity: string }, OddsShown>;
  /** Why a cell is safe or a mine, step by step; or else what its odds are. */
  "games/{identity}/why": Exchange<{ identity: string; row: number; column: number; language?: "en" | "fr" | "es" | "zh" }, WhyShown>;
  /** The strongest agent's move, and what it was compared with. */
  "games/{identity}/guess": Exchange<{ identity: string }, MoveShown>;
  /** What each of the reasoning agents knows for certain here. */
  "games/{identity}/knowledge": Exchange<{ identity: string }, KnowledgeShown>;
  /** The same for a position that was shared by its address. */
  "positions/{address}": Exchange<{ address: string }, AnalysisShown>;
  /** The named levels. */
  "levels": Exchange<Record<string, never>, LevelShown[]>;
  /** The agents, and how each plays. */
  "agents": Exchange<Record<string, never>, AgentShown[]>;
  /** How the player has done, for each level with its rules. */
  "statistics": Exchange<Record<string, never>, StatisticsShown[]>;
}

/** Every POST request, by its path below `/api/`. */
export interface Posts {
  /** Begin a game. The server lays the mines, and tells of them only after the end. */
  "games": Exchange<Record<string, never>, GameShown, NewGame>;
  /** Open, flag or chord a cell. Where that does nothing, the game is shown as it stands. */
  "games/{identity}/turns": Exchange<{ identity: string }, GameShown, TurnWanted>;
  /** Begin a new game on the board of a finished one. */
  "games/{identity}/again": Exchange<{ identity: string }, GameShown>;
  /**
   * Let an agent make one move; `reason` says what it thought.
   *
   * Where a turn was taken meanwhile it makes none: it thought about another position.
   */
  "games/{identity}/ai": Exchange<{ identity: string }, GameShown, AgentWanted | null>;
  /** All that follows from a position given as text: certain cells, odds, the best move. */
  "positions/analyze": Exchange<Record<string, never>, AnalysisShown, PositionWanted>;
  /** Why a cell of a position is safe or a mine, or else what its odds are. */
  "positions/why": Exchange<Record<string, never>, WhyShown, WhyWanted>;
  /** What each of the reasoning agents knows for certain in a position. */
  "positions/knowledge": Exchange<Record<string, never>, KnowledgeShown, AddressWanted>;
}

/** Every DELETE request, by its path below `/api/`. */
export interface Deletes {
  /** Forget a game. */
  "games/{identity}": Exchange<{ identity: string }, null>;
}
