// The engine as a Python module. Only this folder knows Python.
#include "bindings/bindings.hpp"

NB_MODULE(_engine, module) {
    // A program may end while a thread still makes a board: what that holds is no leak, and nobody wants to hear of it.
    nanobind::set_leak_warnings(false);
    module.doc() = "Exact counting of Minesweeper layouts, and the players built on it.";
    sapper::bind_core(module);
    sapper::bind_count(module);
    sapper::bind_batches(module);
    sapper::bind_reason(module);
    sapper::bind_play(module);
    sapper::bind_solution(module);
    sapper::bind_expert(module);
    sapper::bind_make(module);
    sapper::bind_envs(module);
}
