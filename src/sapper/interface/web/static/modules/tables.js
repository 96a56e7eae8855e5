/** The tables that every interface shares. Do not edit: `make page-types` writes them. */

/** @typedef {"up"|"down"|"left"|"right"|"row_start"|"row_end"|"far_up"|"far_down"|"open"|"flag"|"chord"|"hint"|"guess"|"why"|"step_back"|"step_on"|"odds"|"beliefs"|"ai_move"|"autoplay"|"slower"|"faster"|"close"|"new"|"again"|"pause"|"level"|"start"|"guesses"|"agent"|"review"|"games"|"statistics"|"larger"|"smaller"|"whole"|"theme"|"help"|"quit"} GameCommand */

/** @typedef {"previous"|"next"|"far_back"|"far_on"|"first"|"last"|"deciding"|"run"|"odds"|"why"|"step_back"|"step_on"|"close"|"larger"|"smaller"|"whole"|"theme"|"help"|"quit"} ReplayCommand */

/** What can be done while a game is played. */
export const GAME_COMMANDS = [
  {"name": "up", "keys": ["up"], "label": "Up", "words": "move up", "group": "Board"},
  {"name": "down", "keys": ["down"], "label": "Down", "words": "move down", "group": "Board"},
  {"name": "left", "keys": ["left"], "label": "Left", "words": "move left", "group": "Board"},
  {"name": "right", "keys": ["right"], "label": "Right", "words": "move right", "group": "Board"},
  {"name": "row_start", "keys": ["home"], "label": "Row start", "words": "go to the start of the row", "group": "Board"},
  {"name": "row_end", "keys": ["end"], "label": "Row end", "words": "go to the end of the row", "group": "Board"},
  {"name": "far_up", "keys": ["pageup"], "label": "Far up", "words": "move ten rows up", "group": "Board"},
  {"name": "far_down", "keys": ["pagedown"], "label": "Far down", "words": "move ten rows down", "group": "Board"},
  {"name": "open", "keys": ["space", "enter"], "label": "Open", "words": "open; on a number: chord", "group": "Board"},
  {"name": "flag", "keys": ["f"], "label": "Flag", "words": "set a flag, or remove it", "group": "Board"},
  {"name": "chord", "keys": ["c"], "label": "Chord", "words": "open the neighbours of a number", "group": "Board"},
  {"name": "hint", "keys": ["h"], "label": "Hint", "words": "show a safe cell, or the best guess", "group": "Help from the AI"},
  {"name": "guess", "keys": ["b"], "label": "Best guess", "words": "compare the best guesses", "group": "Help from the AI"},
  {"name": "why", "keys": ["w"], "label": "Why", "words": "say why a cell is safe or a mine", "group": "Help from the AI"},
  {"name": "step_back", "keys": [","], "label": "Back", "words": "previous step of the explanation", "group": "Help from the AI"},
  {"name": "step_on", "keys": ["."], "label": "Next", "words": "next step of the explanation", "group": "Help from the AI"},
  {"name": "odds", "keys": ["o"], "label": "Odds", "words": "show every cell's chance of a mine", "group": "Help from the AI"},
  {"name": "beliefs", "keys": ["k"], "label": "Beliefs", "words": "show what the AI believes", "group": "Help from the AI"},
  {"name": "ai_move", "keys": ["a"], "label": "AI move", "words": "let the AI make one move", "group": "Help from the AI"},
  {"name": "autoplay", "keys": ["A"], "label": "Autoplay", "words": "let the AI play by itself", "group": "Help from the AI"},
  {"name": "slower", "keys": ["["], "label": "Slower", "words": "slow autoplay down", "group": "Help from the AI"},
  {"name": "faster", "keys": ["]"], "label": "Faster", "words": "speed autoplay up", "group": "Help from the AI"},
  {"name": "close", "keys": ["escape"], "label": "Close", "words": "close what is shown, stop autoplay", "group": "Help from the AI"},
  {"name": "new", "keys": ["n"], "label": "New", "words": "a new board", "group": "Game"},
  {"name": "again", "keys": ["r"], "label": "Again", "words": "the same board again", "group": "Game"},
  {"name": "pause", "keys": ["p"], "label": "Pause", "words": "stop the clock and cover the board", "group": "Game"},
  {"name": "level", "keys": ["l"], "label": "Level", "words": "choose a level or a size", "group": "Game"},
  {"name": "start", "keys": ["s"], "label": "Start rule", "words": "choose the start rule", "group": "Game"},
  {"name": "guesses", "keys": ["u"], "label": "Guesses", "words": "choose fair play, or boards that need none", "group": "Game"},
  {"name": "agent", "keys": ["g"], "label": "Agent", "words": "choose who makes the AI's moves", "group": "Game"},
  {"name": "review", "keys": ["v"], "label": "Review", "words": "go through a finished game", "group": "Game"},
  {"name": "games", "keys": ["m"], "label": "My games", "words": "list your games", "group": "Game"},
  {"name": "statistics", "keys": ["S"], "label": "Statistics", "words": "show your statistics", "group": "Game"},
  {"name": "larger", "keys": ["+"], "label": "Larger", "words": "larger cells", "group": "Board"},
  {"name": "smaller", "keys": ["-"], "label": "Smaller", "words": "smaller cells", "group": "Board"},
  {"name": "whole", "keys": ["0"], "label": "Whole board", "words": "show the whole board", "group": "Board"},
  {"name": "theme", "keys": ["t"], "label": "Theme", "words": "light or dark", "group": "Program"},
  {"name": "help", "keys": ["?", "f1"], "label": "Help", "words": "list the keys", "group": "Program"},
  {"name": "quit", "keys": ["q"], "label": "Quit", "words": "quit; the game is saved", "group": "Program"},
];

/** What can be done while a game is reviewed. */
export const REPLAY_COMMANDS = [
  {"name": "previous", "keys": ["left", "up"], "label": "Back", "words": "one turn back", "group": "Review"},
  {"name": "next", "keys": ["right", "down"], "label": "Next", "words": "one turn on", "group": "Review"},
  {"name": "far_back", "keys": ["pageup"], "label": "Far back", "words": "ten turns back", "group": "Review"},
  {"name": "far_on", "keys": ["pagedown"], "label": "Far on", "words": "ten turns on", "group": "Review"},
  {"name": "first", "keys": ["home"], "label": "Start", "words": "to the start of the game", "group": "Review"},
  {"name": "last", "keys": ["end"], "label": "End", "words": "to the end of the game", "group": "Review"},
  {"name": "deciding", "keys": ["d"], "label": "Decided", "words": "to the turn that decided it", "group": "Review"},
  {"name": "run", "keys": ["space"], "label": "Run", "words": "run by itself, or stop", "group": "Review"},
  {"name": "odds", "keys": ["o"], "label": "Odds", "words": "show every cell's chance of a mine", "group": "Help from the AI"},
  {"name": "why", "keys": ["w"], "label": "Why", "words": "say why the cell was safe or a mine", "group": "Help from the AI"},
  {"name": "step_back", "keys": [","], "label": "Back", "words": "previous step, or previous turn", "group": "Help from the AI"},
  {"name": "step_on", "keys": ["."], "label": "Next", "words": "next step, or next turn", "group": "Help from the AI"},
  {"name": "close", "keys": ["escape"], "label": "Close", "words": "close the explanation, or go back", "group": "Program"},
  {"name": "larger", "keys": ["+"], "label": "Larger", "words": "larger cells", "group": "Board"},
  {"name": "smaller", "keys": ["-"], "label": "Smaller", "words": "smaller cells", "group": "Board"},
  {"name": "whole", "keys": ["0"], "label": "Whole board", "words": "show the whole board", "group": "Board"},
  {"name": "theme", "keys": ["t"], "label": "Theme", "words": "light or dark", "group": "Program"},
  {"name": "help", "keys": ["?", "f1"], "label": "Help", "words": "list the keys", "group": "Program"},
  {"name": "quit", "keys": ["q"], "label": "Quit", "words": "back to the game", "group": "Program"},
];

/** Autoplay's moves per second; 0 is as fast as the agent thinks. */
export const PACES = [1, 2, 5, 10, 30, 0];

/** The pace to begin with. */
export const USUAL_PACE = 5;

/** How long a step of an explanation stays. */
export const SECONDS_PER_STEP = 1.8;

/** How fast a review runs by itself. */
export const TURNS_PER_SECOND = 1;

/** What is true of the first cell. */
export const START_WORDS = {"any": "may be a mine", "safe": "is never a mine", "opening": "opens a region", "given": "is shown, with others"};

/** How a game is won. */
export const WINNING_WORDS = {"revealed": "all safe cells open", "flagged": "all mines flagged"};

/** The rule for guesses in a game. */
export const GUESSES_WORDS = {"any": "up to luck", "fair": "fair play", "none": "never needed"};

/** What that means. */
export const GUESSES_DETAILS = {"any": "the mines are laid at random", "fair": "needless guesses lose, others are safe", "none": "logic alone solves the board"};

/** What the hardest step of a board takes, by its grade. */
export const GRADE_WORDS = {"easy": "one number at a time", "medium": "two numbers together", "tricky": "three numbers together", "hard": "four numbers together", "fiendish": "five numbers together, or more", "total": "the mine total, too"};

/** The columns of the statistics. */
export const STATISTICS_COLUMNS = [
  {"heading": "level", "isNumber": false},
  {"heading": "start", "isNumber": false},
  {"heading": "played", "isNumber": true},
  {"heading": "won", "isNumber": true},
  {"heading": "best time", "isNumber": true},
  {"heading": "streak", "isNumber": true},
  {"heading": "longest", "isNumber": true},
  {"heading": "risk", "isNumber": true},
  {"heading": "least", "isNumber": true},
];

/** What the columns about risk mean. */
export const STATISTICS_NOTE = "risk: the chances of a mine you took, summed per game; least: with the safest cells only";

/** The largest board this page shows; the server decides. */
export const MOST_CELLS = 10000;

/** Its longest side. */
export const LONGEST_SIDE = 200;
