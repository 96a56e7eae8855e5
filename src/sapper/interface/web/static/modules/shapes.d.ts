/**
 * What the page and the server exchange, made from the server's OpenAPI description.
 * Do not edit: `make page-types` writes this file.
 */

/** What a player did to a cell. */
export type Action = "reveal" | "flag" | "unflag" | "chord";

/** A position by its address. */
export interface AddressRequest {
  /** A position's address; see docs/formats.md. */
  address: string;
}

/** An agent and how it plays; `chosen` if the server's command line names it. */
export interface Agent {
  name: string;
  summary: string;
  chosen: boolean;
}

/** Which agent is to move; by default the game's own. */
export interface AgentRequest {
  agent?: string | null;
}

/** What a cell does if it is safe, by one step of lookahead. */
export interface Ahead {
  opens: number;
  leaves_safe: number;
  bits: number;
}

/**
 * All that follows from a position.
 *
 * `best` is the strongest agent's move; where its budget or that of the odds runs out, the first
 * certainly safe cell; null if none is known, or only mines are left. `probability` is null for
 * revealed cells and for unknown odds. `layouts` is how many layouts are possible: as text, for
 * that may be too long for a float; null where counting them would take too long. An inconsistent
 * position has a `contradiction` and no odds. `board` is there for a file that tells where the
 * mines are: its rows with all the numbers; the position is then that of an untouched game.
 * `complete` and `notice` are those of the odds.
 */
export interface Analysis {
  position: Position;
  board: string[] | null;
  safe: Cell[];
  mines: Cell[];
  probability: (number | null)[][] | null;
  best: Move | null;
  layouts: string | null;
  contradiction: Contradiction | null;
  complete: boolean;
  notice: string;
}

/** How hard a board is that needs no guess: by its hardest technique. */
export type BoardGrade = "easy" | "medium" | "tricky" | "hard" | "fiendish" | "total";

/** No possible layout of the `hidden` cells has a mine here or, for a guess, the fewest do. */
export interface ByLayouts {
  kind: "layouts";
  hidden: number;
}

/**
 * A cell that was considered: its chance of a mine, and the estimated chance to win.
 *
 * The estimate is calibrated on played games: `docs/expert.md` says how well. `ahead` is None
 * for a cell that was dropped early.
 */
export interface Candidate {
  cell: Cell;
  mine_probability: number;
  win_chance: number;
  ahead: Ahead | null;
}

/** `[row, column]`, counted from 0. */
export type Cell = [number, number];

/** That a cell is a mine, or safe: as the agent believes or, if `missed`, as it is. */
export interface CellBelief {
  cell: Cell;
  is_mine: boolean;
  judgement: Judgement;
  words: string;
}

/**
 * What everybody in the class knows.
 *
 * `open`: this server holds a class. `teacher`: the request came from the teacher. `number` is
 * the student's, 0 until they are listed; `name` is empty unless they chose one. `wall` is the
 * number of what is on the wall, null if nothing is.
 */
export interface ClassState {
  open: boolean;
  teacher: boolean;
  number: number;
  name: string;
  handouts: Handout[];
  wall: number | null;
}

/** How often each button was pressed; a chord counts once. */
export interface Clicks {
  left: number;
  right: number;
  chord: number;
}

/**
 * Guesses were compared by what they lead to; `decided_by` says what made the difference.
 *
 * The chosen cell comes first. For a candidate that was dropped early, the chance to win is an
 * upper bound.
 */
export interface Compared {
  kind: "compared";
  candidates: Candidate[];
  decided_by: string;
}

/** A number that the file states, beside the same number measured; 1 and 0 for yes and no. */
export interface ComparedNumber {
  name: string;
  stated: number;
  measured: number;
  agrees: boolean;
  words: string;
}

/** The hidden cells that an agent knows to be safe, and those it knows to be mines. */
export interface Conclusions {
  safe: Cell[];
  mines: Cell[];
}

/** Numbers that can't all be true at once. */
export interface Contradiction {
  message: string;
  cells: Cell[];
  needs_total: boolean;
}

/** What a warning is about. */
export type Doubt = "grid" | "doubtful" | "changed" | "contradiction" | "opening" | "unchecked" | "total";

/**
 * One turn in the list of moves, and the risk that was taken.
 *
 * The chances are exact, and of the position before the turn: `mine_probability` that the turn
 * would meet a mine, `best_probability` that the safest cell was one. They and `certain` are None
 * for flags, and where counting would have taken too long.
 */
export interface Entry {
  number: number;
  action: Action;
  cell: Cell;
  opened: Cell[];
  seconds: number;
  by: string;
  free: boolean;
  certain: boolean | null;
  mine_probability: number | null;
  best_probability: number | null;
  status: Status;
  exploded: Cell | null;
  fair: boolean;
}

/** A share, and its 95 % interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** A Python file with an AI, and its content. */
export interface FileRequest {
  name: string;
  content: string;
}

/** Nothing is revealed yet: the first cell for this start rule and size, from a table. */
export interface FirstCell {
  kind: "first";
  start: StartRule;
}

/** The formats; a file's ending names its format. */
export type Format = "text" | "mbf" | "mine" | "json";

/**
 * How a game stands.
 *
 * `rows` are covered while the game is `paused`. `first_free`: the next cell opened can't be a
 * mine, for the mines are laid around it. `say` tells what the last turn did, `reason` why an
 * agent made it; `notice`, usually empty, that games can't be saved. `numbers` is null before the
 * first turn, and on a huge board.
 */
export interface Game {
  level: string | null;
  height: number;
  width: number;
  mines: number;
  start: StartRule;
  winning: WinningRule;
  agent: string;
  disclosed: number | null;
  guesses: Guesses;
  grade: BoardGrade | null;
  rule: string;
  position: string | null;
  seed: string | null;
  index: number | null;
  first: Cell | null;
  id: string;
  rows: string[];
  status: Status;
  paused: boolean;
  seconds: number;
  mines_left: number;
  turns: number;
  first_free: boolean;
  last: Entry | null;
  say: string;
  notice: string;
  reason: Reason | null;
  numbers: Numbers | null;
}

/** One number: its name in the code, what players call it, and what it is. */
export interface GameNumber {
  name: string;
  label: string;
  value: string;
}

/**
 * What the player's games say, in numbers and in words; `waiting` more are not judged yet.
 *
 * `turns` were judged so far, in games that are not yet judged to their end as well.
 */
export interface GamesAnalysis {
  waiting: number;
  turns: number;
  summary: Summary;
  words: SummaryInWords;
}

/** What happens to guesses: the second rule of a game, beside the start rule. */
export type Guesses = "any" | "none" | "fair";

/**
 * What the teacher has handed out; `number` tells a new one of its kind from the one before.
 *
 * `title` names it. A position has its `address`, a file the name of its `agent`. Nothing tells
 * where the mines of a board are.
 */
export interface Handout {
  kind: HandoutKind;
  number: number;
  title: string;
  address: string | null;
  agent: string | null;
}

/** What a teacher can hand to everybody. */
export type HandoutKind = "board" | "position" | "file";

/** What to do next: open the cell; or flag it, where flags win and only mines are left. */
export interface Hint {
  cell: Cell;
  certain: boolean;
  mine_probability: number | null;
  words: string;
  action: "reveal" | "flag";
}

/**
 * All that an agent believes of one view, beside what follows; it is sent as it is.
 *
 * `complete`: whether all that follows was found within the budget.
 */
export interface JudgedBeliefs {
  agent: string;
  cells: CellBelief[];
  sentences: SentenceBelief[];
  complete: boolean;
  words: string;
}

/**
 * A guess beside the best one, by their chances of winning.
 *
 * `uncertainty` says to within how much their difference is known; 0 if it is exact. Of a needless
 * guess the chances may be null.
 */
export interface JudgedGuess {
  verdict: Verdict;
  best: Cell | null;
  win_chance: number | null;
  best_chance: number | null;
  uncertainty: number;
  words: string;
}

/** What becomes of a belief. */
export type Judgement = "right" | "false" | "uncertain" | "missed" | "unknown";

/** What was overlooked, and how often it was met; `kind` is the name of a `Kind`. */
export interface KindSummary {
  kind: string;
  met: number;
  overlooked: number;
  seconds: number;
}

/** What each of the reasoning agents knows about the same position. */
export interface Knowledge {
  sentence: Conclusions;
  resolution: Conclusions;
  exact: Conclusions;
}

/** A size, a number of mines and a start rule that go together. */
export interface Level {
  height: number;
  width: number;
  mines: number;
  start: StartRule;
  name: string;
}

/**
 * A kept game in a list.
 *
 * `own`: the player played alone, and on a board not seen before. `numbers` are there once the
 * game is over, unless nobody has measured it.
 */
export interface ListedGame {
  level: string | null;
  height: number;
  width: number;
  mines: number;
  start: StartRule;
  winning: WinningRule;
  agent: string;
  disclosed: number | null;
  guesses: Guesses;
  grade: BoardGrade | null;
  rule: string;
  position: string | null;
  seed: string | null;
  index: number | null;
  first: Cell | null;
  id: string;
  status: Status;
  seconds: number;
  turns: number;
  started: string;
  changed: string;
  own: boolean;
  numbers: Numbers | null;
}

/** The strongest agent's move; the `kind` of its reason tells which other fields that has. */
export interface Move {
  cell: Cell;
  certain: boolean;
  mine_probability: number | null;
  reason: ByLayouts | FirstCell | Searched | Compared;
}

/** How a student wants to be called; empty for their number. */
export interface NameRequest {
  name: string;
}

/**
 * A level by name, or a size and a number of mines; or a `position`.
 *
 * A game from a position goes on from there, with mines drawn from all layouts that agree with it;
 * one on a board, whose mines the file tells, is played as it is.
 *
 * `daily`: the puzzle of the day of that size and `grade`. Its rules and its seed are given, and
 * its first cell is open.
 */
export interface NewGame {
  level?: string | null;
  height?: number | null;
  width?: number | null;
  mines?: number | null;
  start?: StartRule | null;
  winning?: WinningRule;
  guesses?: Guesses;
  grade?: BoardGrade | null;
  daily?: boolean;
  agent?: string | null;
  seed?: number | string | null;
  position?: PositionRequest | null;
}

/**
 * All numbers of a game; null where one can't be told.
 *
 * `three_bv`, `openings`, `islands` and both `zini` tell of the mines, so they are null until the
 * game is over; so is all that depends on them. Clicks are null where an agent helped, wasted ones
 * also for games of before they were counted. `path` is in cells. `lines` are the numbers as every
 * interface shows them, `short` is one line for lists.
 */
export interface Numbers {
  seconds: number;
  solved: number;
  three_bv: number | null;
  openings: number | null;
  islands: number | null;
  zini: number | null;
  human_zini: number | null;
  effective: Clicks | null;
  wasted: Clicks | null;
  path: number | null;
  three_bv_per_second: number | null;
  estimated_seconds: number | null;
  efficiency: number | null;
  correctness: number | null;
  throughput: number | null;
  zini_efficiency: number | null;
  rqp: number | null;
  qg: number | null;
  stnb: number | null;
  lines: GameNumber[];
  short: string;
}

/**
 * The chance of a mine in each cell (null where revealed), what is certain, the safest cell.
 *
 * Where the budget ran out, the odds are not `complete`: some are unknown (null), more may be
 * certain than is known, and the `notice` says so.
 */
export interface Odds {
  probability: (number | null)[][];
  safe: Cell[];
  mines: Cell[];
  best: Cell | null;
  complete: boolean;
  notice: string;
}

/** A position that was read from a picture. */
export interface PictureReading {
  position: Position;
  warnings: PictureWarning[];
}

/** A screenshot of a board: the content of its file. */
export interface PictureRequest {
  content: string;
}

/** What may be wrong with a position that was read from a picture: what about, and where. */
export interface PictureWarning {
  about: Doubt;
  message: string;
  cells: Cell[];
}

/** A cell to point at; null for none. */
export interface PointRequest {
  cell: [number, number] | null;
}

/** A position, and the address that shares it. */
export interface Position {
  height: number;
  width: number;
  mines: number;
  rows: string[];
  address: string;
}

/** A position as text in one of the formats (`mbf` in base64); `mines` if it lacks them. */
export interface PositionRequest {
  text: string;
  mines?: number | null;
  format?: Format | null;
}

/** What went wrong, in one sentence. */
export interface Problem {
  error: string;
}

/**
 * Why a move was made, for a program to read: `kind` tells which other fields there are.
 *
 * An agent may bring a kind of its own: a subclass that sets `kind` in the same way.
 */
export interface Reason {
  kind: string;
}

/** A recorded game: the name of its file, whose ending tells the format, and its content. */
export interface ReplayRequest {
  name: string;
  content: string;
}

/** What to do to a cell; `press` opens a hidden cell and chords a number. */
export type RequestedAction = "reveal" | "flag" | "chord" | "press";

/** A game reviewed step by step; `deciding` is the index of a step. */
export interface Review {
  id: string;
  status: Status;
  steps: ReviewStep[];
  final_rows: string[];
  skill: number;
  luck: number;
  survival: number;
  guesses: number;
  missed_certain: number;
  deciding: number | null;
  words: string[];
  numbers: Numbers | null;
}

/**
 * One turn of a game: the rows before it, and how good the choice was.
 *
 * `skill` is what the choice gave away against the safest cell (0 at best); where it gave anything
 * away, `best_cell` is that cell. `luck` is how the turn went against its odds.
 */
export interface ReviewStep {
  rows: string[];
  entry: Entry;
  words: string;
  best_cell: Cell | null;
  skill: number;
  luck: number;
  missed_certain: boolean;
  judged: JudgedGuess | null;
}

/**
 * A recorded game, its review, and the way of the mouse.
 *
 * `path` has the seconds of the game's clock (below 0 before its first cell) and the place in
 * cells, from the left and from the top. `words` say who recorded it, and how what the file
 * states compares with what is measured.
 */
export interface ReviewedReplay {
  source: Source;
  program: string;
  player: string;
  game: Game;
  review: Review;
  path: number[][];
  compared: ComparedNumber[];
  words: string[];
}

/** The games of one level under the same rules, and what their win rate would be. */
export interface RulesSummary {
  level: string;
  start: string;
  winning: string;
  guesses: string;
  games: number;
  won: number;
  win_rate: Estimate;
  with_perfect_guesses: Estimate;
  with_perfect_logic: Estimate;
  with_both: Estimate;
}

/** The rest of the game was searched: of `layouts`, best play wins `won`. */
export interface Searched {
  kind: "searched";
  won: number;
  layouts: number;
}

/** Of `cells`, the agent believes, exactly `count` are mines. */
export interface SentenceBelief {
  cells: Cell[];
  count: number;
  judgement: Judgement;
  words: string;
}

/** What to show: what a student sees now, or a position by its address or as text. */
export interface ShownRequest {
  student?: string | null;
  address?: string | null;
  text?: string | null;
  mines?: number | null;
  format?: Format | null;
}

/** The formats that replays come in; the names are the endings of their files. */
export type Source = "avf" | "rmv" | "mvf" | "evf" | "sapper";

/** What the first click may hit. */
export type StartRule = "any" | "safe" | "opening" | "given";

/**
 * A player's results at one level, under the same rules.
 *
 * Only finished games count that were played alone and on a new board; `others` were not. `words`
 * is the row as every interface shows it: level, start, played, won, best time, streak, longest
 * streak, risk taken, least risk. `trend` is the 3BV/s of the last wins, the latest last.
 */
export interface StatisticsRow {
  level: string;
  start: string;
  winning: string;
  guesses: string;
  played: number;
  won: number;
  best_seconds: number | null;
  streak: number;
  longest_streak: number;
  risk_taken: number;
  risk_best: number;
  others: number;
  words: string[];
  trend: number[];
}

/** The status of a game. */
export type Status = "playing" | "won" | "lost";

/** A student as the teacher sees them; `quiet`: how many seconds ago they were heard of. */
export interface Student {
  id: string;
  number: number;
  name: string;
  quiet: number;
  game: StudentGame | null;
}

/**
 * What a student plays and how; `level` is null unless it is a named one.
 *
 * `needless` counts guesses made though a cell was certainly safe, `helped` the moves made by an
 * agent; `opened` is the share of the safe cells that are open. `attempt` is above 1 for a board
 * that the student has played before.
 */
export interface StudentGame {
  level: string | null;
  height: number;
  width: number;
  mines: number;
  start: StartRule;
  status: Status;
  paused: boolean;
  turns: number;
  needless: number;
  helped: number;
  seconds: number;
  opened: number;
  attempt: number;
}

/**
 * All that the games say; `waiting` of them were not judged yet.
 *
 * Guesses are those where nothing was certain: the risk is what each took on average, beside the
 * expert's in its place. What was given up is the chance of winning, per game.
 */
export interface Summary {
  games: number;
  won: number;
  waiting: number;
  unreadable: number;
  guesses: number;
  agreed: number;
  risk_taken: number | null;
  risk_expert: number | null;
  needless: number;
  seconds_overlooking: number;
  given_up_guessing: number;
  given_up_needless: number;
  unjudged: number;
  verdicts: Record<string, number>;
  rules: RulesSummary[];
  kinds: KindSummary[];
}

/** All that is shown of a summary. */
export interface SummaryInWords {
  title: string;
  sentences: string[];
  tables: SummaryTable[];
}

/** A table: the first `names` columns are words, the others numbers. */
export interface SummaryTable {
  title: string;
  headings: string[];
  rows: string[][];
  names: number;
  note: string;
}

/** What the teacher's link tells. */
export interface TeacherRequest {
  secret: string;
}

/** How a question was answered; `cell` is null if the solution was asked for. */
export interface TrainingAnswer {
  cell: Cell | null;
  is_right: boolean;
  solution: Cell;
  words: string;
}

/** The answer to a question; without a cell, the solution is shown. */
export interface TrainingAnswerRequest {
  number: number;
  cell: [number, number] | null;
}

/**
 * A position to practise; its rows have flags on mines that are found more easily.
 *
 * `address` is that of the position without them. `answer` is null until there is one: before
 * that, nothing tells the solution.
 */
export interface TrainingQuestion {
  number: number;
  rows: string[];
  mines: number;
  address: string;
  origin: string;
  task: string;
  answer: TrainingAnswer | null;
  score: string;
  standing: string;
  notice: string;
}

/** Which question a request is about. */
export interface TrainingRequest {
  number: number;
}

/**
 * A turn: what to do, and to which cell.
 *
 * `flag` sets a flag, or removes it. With `flagged`, it does only what makes the cell so: what was
 * shown in one tab may have been changed in another.
 *
 * `fast`: after a turn that opens something, cells that are certainly safe are opened for the
 * player, as long as no technique above this grade is needed. Those turns are `by` fast mode.
 *
 * `path`: how far the mouse went since the last turn, in cells, where there is a mouse.
 */
export interface TurnRequest {
  action: RequestedAction;
  /** `[row, column]`, counted from 0. */
  cell: [number, number];
  flagged?: boolean | null;
  fast?: BoardGrade | null;
  path?: number | null;
}

/** What a move is called, by the chance of winning that it gave up. */
export type Verdict = "certain" | "forced" | "best" | "good" | "inaccuracy" | "mistake" | "blunder" | "needless";

/** A position for all to see, and the cell that the teacher points at. */
export interface Wall {
  number: number;
  position: Position;
  cell: Cell | null;
}

/** Why a cell is safe or a mine, line by line; or its odds, which the heading tells. */
export interface Why {
  kind: "derivation" | "odds";
  cell: Cell;
  heading: string[];
  numbers: Cell[];
  lines: WhyLine[];
}

/** One line of an explanation, and what to point at while it is read. */
export interface WhyLine {
  words: string;
  depth: number;
  numbers: Cell[];
  cells: Cell[];
  safe: Cell[];
  mines: Cell[];
}

/** A cell of a position, given by its address or as text. */
export interface WhyRequest {
  /** `[row, column]`, counted from 0. */
  cell: [number, number];
  address?: string | null;
  text?: string | null;
  mines?: number | null;
  format?: Format | null;
  language?: "en" | "fr" | "es" | "zh" | null;
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
  /** The saved games with at least one turn, latest first; all, or those of one status. */
  "games": Exchange<{ limit?: number; offset?: number; status?: Status | null }, ListedGame[]>;
  /** The state of a game. Reading it changes nothing: only `resume` starts its clock again. */
  "games/{identity}": Exchange<{ identity: string }, Game>;
  /** A certainly safe cell, or the best guess. */
  "games/{identity}/hint": Exchange<{ identity: string }, Hint>;
  /** The strongest agent's move, and the alternatives it considered. */
  "games/{identity}/guess": Exchange<{ identity: string }, Move>;
  /** The chance of a mine in every hidden cell, and everything that is certain. */
  "games/{identity}/odds": Exchange<{ identity: string }, Odds>;
  /** Why a cell is safe or a mine, step by step; or its odds. */
  "games/{identity}/why": Exchange<{ identity: string; row: number; column: number; language?: "en" | "fr" | "es" | "zh" | null }, Why>;
  /** What each of the reasoning agents knows for certain. */
  "games/{identity}/knowledge": Exchange<{ identity: string }, Knowledge>;
  /** What the game's agent believes, beside what follows: false beliefs, and what it missed. */
  "games/{identity}/beliefs": Exchange<{ identity: string }, JudgedBeliefs>;
  /** All turns of a game, with the risk of each. */
  "games/{identity}/entries": Exchange<{ identity: string }, Entry[]>;
  /** A finished game turn by turn: the risks, the better choices, and what decided it. */
  "games/{identity}/review": Exchange<{ identity: string }, Review>;
  /** The same for a position given by its address. */
  "positions/{address}": Exchange<{ address: string }, Analysis>;
  /** What the player's games say. As long as some are waiting, ask again: each is judged once. */
  "training/analysis": Exchange<Record<string, never>, GamesAnalysis>;
  /** The position to practise now. Games that ended meanwhile are judged and make cards. */
  "training": Exchange<Record<string, never>, TrainingQuestion>;
  /** What is going on in the class. Whoever has no token is given one: a page asks this first. */
  "class": Exchange<Record<string, never>, ClassState>;
  /** What is on the wall; null if nothing is. */
  "class/wall": Exchange<Record<string, never>, Wall | null>;
  /** Who is there, what they play, and how. */
  "class/students": Exchange<Record<string, never>, Student[]>;
  /** A student's game, as the student sees it. */
  "class/students/{identity}": Exchange<{ identity: string }, Game>;
  /** The named levels. */
  "levels": Exchange<Record<string, never>, Level[]>;
  /** The agents, and how each one plays. */
  "agents": Exchange<Record<string, never>, Agent[]>;
  /** The player's results by level and rules, as numbers and in words. */
  "statistics": Exchange<Record<string, never>, StatisticsRow[]>;
}

/** Every POST request, by its path below `/api/`. */
export interface Posts {
  /** Start a game. The server lays the mines, and reveals them only when the game is over. */
  "games": Exchange<Record<string, never>, Game, NewGame>;
  /** Start a new game on the same board. It counts as a known board. */
  "games/{identity}/again": Exchange<{ identity: string }, Game>;
  /** The player is back: uncover the board and, if the clock had started, let it run on. */
  "games/{identity}/resume": Exchange<{ identity: string }, Game>;
  /** Nobody looks at the game any more: its clock stands until the next turn, or `resume`. */
  "games/{identity}/leave": Exchange<{ identity: string }, null>;
  /** Stop the clock and cover the board until `resume`; no turn is taken in the meantime. */
  "games/{identity}/pause": Exchange<{ identity: string }, Game>;
  /** Open, flag or chord a cell. If that changes nothing, the game is returned as it is. */
  "games/{identity}/turns": Exchange<{ identity: string }, Game, TurnRequest>;
  /**
   * Let an agent make one move; `reason` says why it chose it.
   *
   * If a turn was taken in the meantime, the agent makes no move: it considered another position.
   */
  "games/{identity}/ai": Exchange<{ identity: string }, Game, AgentRequest | null>;
  /** Everything that follows from a position: certain cells, odds, the best move. */
  "positions/analyze": Exchange<Record<string, never>, Analysis, PositionRequest>;
  /** Why a cell of a position is safe or a mine, or its odds. */
  "positions/why": Exchange<Record<string, never>, Why, WhyRequest>;
  /** Read a position from a screenshot of a board, and tell what is in doubt. */
  "positions/picture": Exchange<Record<string, never>, PictureReading, PictureRequest>;
  /** What each of the reasoning agents knows for certain in a position. */
  "positions/knowledge": Exchange<Record<string, never>, Knowledge, AddressRequest>;
  /** Play a recorded game back, and review it; nothing of it is kept. */
  "replays": Exchange<Record<string, never>, ReviewedReplay, ReplayRequest>;
  /** Answer with a cell, or without one to see the solution, which counts as wrong. */
  "training/answer": Exchange<Record<string, never>, TrainingQuestion, TrainingAnswerRequest>;
  /** The next position, once this one is answered. */
  "training/next": Exchange<Record<string, never>, TrainingQuestion, TrainingRequest>;
  /** Choose how the teacher sees you called. */
  "class/name": Exchange<Record<string, never>, ClassState, NameRequest>;
  /** Show a position to all, as it is now. */
  "class/wall": Exchange<Record<string, never>, Wall, ShownRequest>;
  /** Start a game on the board that was handed out, or go on with the one under way on it. */
  "class/game": Exchange<Record<string, never>, Game>;
  /** Exchange the secret in the teacher's link for a cookie. */
  "class/teacher": Exchange<Record<string, never>, ClassState, TeacherRequest>;
  /** Let everybody play the same board. */
  "class/handouts/board": Exchange<Record<string, never>, ClassState, NewGame>;
  /** Let everybody analyse the same position. */
  "class/handouts/position": Exchange<Record<string, never>, ClassState, ShownRequest>;
  /** Let everybody choose a file's AI as agent. Its code runs on this machine. */
  "class/handouts/file": Exchange<Record<string, never>, ClassState, FileRequest>;
  /** Point at a cell of what is on the wall. */
  "class/wall/cell": Exchange<Record<string, never>, Wall, PointRequest>;
}

/** Every DELETE request, by its path below `/api/`. */
export interface Deletes {
  /** Delete a game. */
  "games/{identity}": Exchange<{ identity: string }, null>;
  /** Take down what is on the wall. */
  "class/wall": Exchange<Record<string, never>, null>;
  /** Hand something out no longer; whoever has it keeps it. */
  "class/handouts/{kind}": Exchange<{ kind: HandoutKind }, ClassState>;
}
