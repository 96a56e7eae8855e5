// What each folder adds to the Python module.
#pragma once

#include <nanobind/nanobind.h>

namespace sapper {

void bind_core(nanobind::module_& module);
void bind_count(nanobind::module_& module);
void bind_batches(nanobind::module_& module);
void bind_reason(nanobind::module_& module);
void bind_play(nanobind::module_& module);
void bind_solution(nanobind::module_& module);
void bind_expert(nanobind::module_& module);
void bind_make(nanobind::module_& module);
void bind_envs(nanobind::module_& module);

}  // namespace sapper
