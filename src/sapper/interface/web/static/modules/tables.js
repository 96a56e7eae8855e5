/** The tables that every interface shares. Do not edit: `make page-types` writes them. */

/** @typedef {"up"|"down"|"left"|"right"|"row_start"|"row_end"|"far_up"|"far_down"|"open"|"flag"|"chord"|"hint"|"guess"|"why"|"step_back"|"step_on"|"odds"|"beliefs"|"ai_move"|"autoplay"|"slower"|"faster"|"fast"|"close"|"new"|"again"|"pause"|"numbers"|"level"|"start"|"guesses"|"agent"|"review"|"games"|"statistics"|"analysis"|"train"|"larger"|"smaller"|"whole"|"theme"|"help"|"quit"} GameCommand */

/** @typedef {"previous"|"next"|"far_back"|"far_on"|"first"|"last"|"deciding"|"run"|"slower"|"faster"|"odds"|"why"|"step_back"|"step_on"|"numbers"|"close"|"larger"|"smaller"|"whole"|"theme"|"help"|"quit"} ReplayCommand */

/** @typedef {"up"|"down"|"left"|"right"|"row_start"|"row_end"|"far_up"|"far_down"|"answer"|"solution"|"next_question"|"why"|"step_back"|"step_on"|"odds"|"close"|"larger"|"smaller"|"whole"|"theme"|"help"|"quit"} TrainingCommand */

/** What can be done while a game is played. */
export const GAME_COMMANDS = /** @type {const} */ ([
  {"name": "up", "keys": ["up"], "group": "board", "said": "up"},
  {"name": "down", "keys": ["down"], "group": "board", "said": "down"},
  {"name": "left", "keys": ["left"], "group": "board", "said": "left"},
  {"name": "right", "keys": ["right"], "group": "board", "said": "right"},
  {"name": "row_start", "keys": ["home"], "group": "board", "said": "row_start"},
  {"name": "row_end", "keys": ["end"], "group": "board", "said": "row_end"},
  {"name": "far_up", "keys": ["pageup"], "group": "board", "said": "far_up"},
  {"name": "far_down", "keys": ["pagedown"], "group": "board", "said": "far_down"},
  {"name": "open", "keys": ["space", "enter"], "group": "board", "said": "open"},
  {"name": "flag", "keys": ["f"], "group": "board", "said": "flag"},
  {"name": "chord", "keys": ["c"], "group": "board", "said": "chord"},
  {"name": "hint", "keys": ["h"], "group": "ai", "said": "hint"},
  {"name": "guess", "keys": ["b"], "group": "ai", "said": "guess"},
  {"name": "why", "keys": ["w"], "group": "ai", "said": "why"},
  {"name": "step_back", "keys": [","], "group": "ai", "said": "step_back"},
  {"name": "step_on", "keys": ["."], "group": "ai", "said": "step_on"},
  {"name": "odds", "keys": ["o"], "group": "ai", "said": "odds"},
  {"name": "beliefs", "keys": ["k"], "group": "ai", "said": "beliefs"},
  {"name": "ai_move", "keys": ["a"], "group": "ai", "said": "ai_move"},
  {"name": "autoplay", "keys": ["A"], "group": "ai", "said": "autoplay"},
  {"name": "slower", "keys": ["["], "group": "ai", "said": "slower"},
  {"name": "faster", "keys": ["]"], "group": "ai", "said": "faster"},
  {"name": "fast", "keys": ["e"], "group": "ai", "said": "fast"},
  {"name": "close", "keys": ["escape"], "group": "ai", "said": "close"},
  {"name": "new", "keys": ["n"], "group": "game", "said": "new"},
  {"name": "again", "keys": ["r"], "group": "game", "said": "again"},
  {"name": "pause", "keys": ["p"], "group": "game", "said": "pause"},
  {"name": "numbers", "keys": ["i"], "group": "game", "said": "numbers"},
  {"name": "level", "keys": ["l"], "group": "game", "said": "level"},
  {"name": "start", "keys": ["s"], "group": "game", "said": "start"},
  {"name": "guesses", "keys": ["u"], "group": "game", "said": "guesses"},
  {"name": "agent", "keys": ["g"], "group": "game", "said": "agent"},
  {"name": "review", "keys": ["v"], "group": "game", "said": "review"},
  {"name": "games", "keys": ["m"], "group": "game", "said": "games"},
  {"name": "statistics", "keys": ["S"], "group": "game", "said": "statistics"},
  {"name": "analysis", "keys": ["I"], "group": "game", "said": "analysis"},
  {"name": "train", "keys": ["T"], "group": "game", "said": "train"},
  {"name": "larger", "keys": ["+"], "group": "board", "said": "larger"},
  {"name": "smaller", "keys": ["-"], "group": "board", "said": "smaller"},
  {"name": "whole", "keys": ["0"], "group": "board", "said": "whole"},
  {"name": "theme", "keys": ["t"], "group": "program", "said": "theme"},
  {"name": "help", "keys": ["?", "f1"], "group": "program", "said": "help"},
  {"name": "quit", "keys": ["q"], "group": "program", "said": "quit"},
]);

/** What can be done while a game is reviewed. */
export const REPLAY_COMMANDS = /** @type {const} */ ([
  {"name": "previous", "keys": ["left", "up"], "group": "review", "said": "previous"},
  {"name": "next", "keys": ["right", "down"], "group": "review", "said": "next"},
  {"name": "far_back", "keys": ["pageup"], "group": "review", "said": "far_back"},
  {"name": "far_on", "keys": ["pagedown"], "group": "review", "said": "far_on"},
  {"name": "first", "keys": ["home"], "group": "review", "said": "first"},
  {"name": "last", "keys": ["end"], "group": "review", "said": "last"},
  {"name": "deciding", "keys": ["d"], "group": "review", "said": "deciding"},
  {"name": "run", "keys": ["space"], "group": "review", "said": "run"},
  {"name": "slower", "keys": ["["], "group": "review", "said": "slower_replay"},
  {"name": "faster", "keys": ["]"], "group": "review", "said": "faster_replay"},
  {"name": "odds", "keys": ["o"], "group": "ai", "said": "odds"},
  {"name": "why", "keys": ["w"], "group": "ai", "said": "why_replay"},
  {"name": "step_back", "keys": [","], "group": "ai", "said": "step_back_replay"},
  {"name": "step_on", "keys": ["."], "group": "ai", "said": "step_on_replay"},
  {"name": "numbers", "keys": ["i"], "group": "game", "said": "numbers"},
  {"name": "close", "keys": ["escape"], "group": "program", "said": "close_replay"},
  {"name": "larger", "keys": ["+"], "group": "board", "said": "larger"},
  {"name": "smaller", "keys": ["-"], "group": "board", "said": "smaller"},
  {"name": "whole", "keys": ["0"], "group": "board", "said": "whole"},
  {"name": "theme", "keys": ["t"], "group": "program", "said": "theme"},
  {"name": "help", "keys": ["?", "f1"], "group": "program", "said": "help"},
  {"name": "quit", "keys": ["q"], "group": "program", "said": "quit_replay"},
]);

/** What can be done while positions are practised. */
export const TRAINING_COMMANDS = /** @type {const} */ ([
  {"name": "up", "keys": ["up"], "group": "board", "said": "up"},
  {"name": "down", "keys": ["down"], "group": "board", "said": "down"},
  {"name": "left", "keys": ["left"], "group": "board", "said": "left"},
  {"name": "right", "keys": ["right"], "group": "board", "said": "right"},
  {"name": "row_start", "keys": ["home"], "group": "board", "said": "row_start"},
  {"name": "row_end", "keys": ["end"], "group": "board", "said": "row_end"},
  {"name": "far_up", "keys": ["pageup"], "group": "board", "said": "far_up"},
  {"name": "far_down", "keys": ["pagedown"], "group": "board", "said": "far_down"},
  {"name": "answer", "keys": ["space", "enter"], "group": "training", "said": "answer"},
  {"name": "solution", "keys": ["h"], "group": "training", "said": "solution"},
  {"name": "next_question", "keys": ["n"], "group": "training", "said": "next_question"},
  {"name": "why", "keys": ["w"], "group": "ai", "said": "why"},
  {"name": "step_back", "keys": [","], "group": "ai", "said": "step_back"},
  {"name": "step_on", "keys": ["."], "group": "ai", "said": "step_on"},
  {"name": "odds", "keys": ["o"], "group": "ai", "said": "odds"},
  {"name": "close", "keys": ["escape"], "group": "program", "said": "close_training"},
  {"name": "larger", "keys": ["+"], "group": "board", "said": "larger"},
  {"name": "smaller", "keys": ["-"], "group": "board", "said": "smaller"},
  {"name": "whole", "keys": ["0"], "group": "board", "said": "whole"},
  {"name": "theme", "keys": ["t"], "group": "program", "said": "theme"},
  {"name": "help", "keys": ["?", "f1"], "group": "program", "said": "help"},
  {"name": "quit", "keys": ["q"], "group": "program", "said": "quit_training"},
]);

/** Autoplay's moves per second; 0 is as fast as the agent thinks. */
export const PACES = [1, 2, 5, 10, 30, 0];

/** The pace to begin with. */
export const USUAL_PACE = 5;

/** How fast a review runs by itself. */
export const TURNS_PER_SECOND = 1;

/** How many times as fast as usual a review may run. */
export const SPEEDS = /** @type {const} */ ([0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0]);

/** How long the way of a recorded mouse is shown. */
export const TRAIL_SECONDS = 1.5;

/** The largest replay. */
export const MOST_BYTES_OF_REPLAY = 4194304;

/** What may be true of the first cell. */
export const STARTS = /** @type {const} */ (["any", "safe", "opening", "given"]);

/** How a game may be won. */
export const WINNINGS = /** @type {const} */ (["revealed", "flagged"]);

/** The rules for guesses in a game. */
export const GUESSES = /** @type {const} */ (["any", "fair", "none"]);

/** What the hardest step of a board may be, the easiest first. */
export const GRADES = /** @type {const} */ (["easy", "medium", "tricky", "hard", "fiendish", "total"]);

/** The columns of the statistics. */
export const STATISTICS_COLUMNS = /** @type {const} */ ([
  {"name": "level", "isNumber": false},
  {"name": "start", "isNumber": false},
  {"name": "played", "isNumber": true},
  {"name": "won", "isNumber": true},
  {"name": "best_time", "isNumber": true},
  {"name": "streak", "isNumber": true},
  {"name": "longest", "isNumber": true},
  {"name": "risk", "isNumber": true},
  {"name": "least", "isNumber": true},
]);

/** The boards that have an STNB, and its constant. */
export const STNB_CONSTANTS = /** @type {const} */ ([
  {"size": [8, 8, 10], "constant": 47.299},
  {"size": [16, 16, 40], "constant": 153.73},
  {"size": [16, 30, 99], "constant": 435.001},
]);

/** How many wins a trend shows. */
export const WINS_IN_A_TREND = 30;

/** The numbers that tell a game in one line. */
export const SHORT_NUMBERS = /** @type {const} */ (["three_bv", "three_bv_per_second", "clicks", "wasted", "efficiency"]);

/** The named levels. */
export const LEVELS = /** @type {const} */ ([
  {"height": 8, "width": 8, "mines": 8, "start": "any", "name": "course"},
  {"height": 9, "width": 9, "mines": 10, "start": "safe", "name": "beginner"},
  {"height": 16, "width": 16, "mines": 40, "start": "safe", "name": "intermediate"},
  {"height": 16, "width": 30, "mines": 99, "start": "safe", "name": "expert"},
  {"height": 9, "width": 9, "mines": 10, "start": "given", "name": "easy"},
  {"height": 16, "width": 16, "mines": 25, "start": "given", "name": "medium"},
  {"height": 16, "width": 30, "mines": 99, "start": "given", "name": "hard"},
]);

/** The agent that plays where there is no server. */
export const EXPERT = {"name": "expert", "summary": "whatever is certain; else the cell that leads to the most wins", "chosen": false};

/** By what a guess is judged. */
export const JUDGING = {"search": 200000, "few_cells": 12, "standard_deviations": 1.96, "least_deviation": 0.01, "deviation_share": 0.25, "games": 64, "least_played_deviation": 0.005, "playout_budget": 20000000, "all_cells": {"candidate_share": 0.0, "judged_share": 0.01, "most_hidden_beside_front": 8}, "most_given_up": {"best": 0.001, "good": 0.01, "inaccuracy": 0.03, "mistake": 0.08}};

/** By what many games are judged, and what is asked in training. */
export const COACH = {"judge": "3 expert 22ff0ae5", "ladder": ["one number", "two numbers", "three numbers", "four numbers", "more numbers", "mine total", "guess"], "days": [0, 1, 3, 9, 27], "fresh_every": 3, "right_to_climb": 3, "most_kinds": 12, "z": 1.9599639845400536};

/** What a position to practise may ask for. */
export const KINDS = /** @type {const} */ (["one number, corner", "one number, edge", "one number, inside", "one number", "two numbers, corner", "two numbers, edge", "two numbers, inside", "two numbers", "three numbers, corner", "three numbers, edge", "three numbers, inside", "three numbers", "four numbers, corner", "four numbers, edge", "four numbers, inside", "four numbers", "more numbers", "mine total", "guess"]);

/** The largest board this page shows; the server decides. */
export const MOST_CELLS = 40000;

/** Its longest side. */
export const LONGEST_SIDE = 200;

/** The largest picture that is read. */
export const MOST_PICTURE_BYTES = 12582912;
