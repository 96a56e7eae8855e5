#include "bindings/arrays.hpp"
#include "bindings/bindings.hpp"
#include "bindings/long_call.hpp"
#include "core/errors.hpp"

namespace sapper {

void bind_core(nb::module_& module) {
    remember_main_thread();
    module.attr("DEFAULT_BUDGET") = default_budget;
    nb::exception<Contradiction>(module, "Contradiction", PyExc_ValueError);
    nb::exception<BudgetExceeded>(module, "BudgetExceeded", PyExc_RuntimeError);
}

}  // namespace sapper
