#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/long_call.hpp"
#include "core/errors.hpp"

namespace sapper {

void bind_core(nb::module_& module) {
    remember_main_thread();
    module.attr("DEFAULT_BUDGET") = default_budget.left();
    nb::exception<Contradiction>(module, "Contradiction", PyExc_ValueError);
    nb::exception<BudgetExceeded>(module, "BudgetExceeded", PyExc_RuntimeError);
    nb::exception<Interrupted>(module, "Interrupted", PyExc_RuntimeError);
    nb::class_<StopFlag>(module, "StopFlag", nb::is_final(),
                         "Ends the calls of all threads that heed it; once set, it stays set.")
        .def(nb::init<>())
        .def("set", &StopFlag::set, "Ends the calls under way, and every later one, by raising Interrupted.")
        .def("heed", &StopFlag::heed,
             "From now on the calls of this thread heed the flag, unless it is the main thread.");
}

}  // namespace sapper
