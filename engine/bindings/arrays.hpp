// Arrays and checks that all bindings share. NumPy arrays come in as they are, never converted; results are handed over
// without a copy.
#pragma once

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>

#include "core/budget.hpp"
#include "count/view.hpp"
#include "count/workspace.hpp"

namespace sapper {

namespace nb = nanobind;

template <class Element, int Dimensions>
using InputArray = nb::ndarray<const Element, nb::ndim<Dimensions>, nb::c_contig, nb::device::cpu>;
template <class Element, int Dimensions>
using NewArray = nb::ndarray<nb::numpy, Element, nb::ndim<Dimensions>>;

using NumbersArray = InputArray<std::int8_t, 2>;
using LayoutsArray = InputArray<bool, 3>;
using LayoutArray = InputArray<bool, 2>;
using IndicesArray = InputArray<std::int64_t, 1>;
using RevealedArray = InputArray<std::int8_t, 1>;

// Enough for every position met in play and for very wide fronts. A count that reaches it has taken about a second and
// a few hundred megabytes.
constexpr Budget default_budget(10'000'000);

template <class Element>
std::unique_ptr<Element[]> uninitialised(std::size_t count) {
    return std::make_unique_for_overwrite<Element[]>(count);
}

template <class Element, int Dimensions>
NewArray<Element, Dimensions> hand_over(std::unique_ptr<Element[]> elements, std::initializer_list<std::size_t> shape) {
    Element* const raw = elements.get();
    nb::capsule owner(raw, [](void* memory) noexcept { delete[] static_cast<Element*>(memory); });
    elements.release();
    return NewArray<Element, Dimensions>(raw, shape, owner);
}

// Each returns its argument in the engine's own type, or throws std::invalid_argument.
std::size_t checked_cells(std::size_t height, std::size_t width);
std::size_t checked_board(std::int64_t height, std::int64_t width);
int checked_mines(std::int64_t mines, std::size_t cells);
std::int64_t checked_search(std::int64_t layouts);                     // the layouts that a search may visit
std::size_t checked_layouts(std::int64_t layouts, std::size_t cells);  // std::bad_alloc if there are far too many

int checked_threads(std::int64_t threads);
using BudgetOrNone = std::optional<std::int64_t>;  // None sets no limit
Budget checked_budget(BudgetOrNone budget);
// Row-major indices of the cells that may hold one of so many mines.
std::span<const std::int64_t> checked_places(const IndicesArray& places, std::size_t cells, std::int64_t mines);

// A view of an array's own memory. Its numbers are not checked yet: that can be done without the GIL.
View view_of(const NumbersArray& numbers, std::int64_t mines);

// The thread's own workspace, whose memory is reused from call to call, unless a wide front took very much; another one
// if that is in use already: a call may be interrupted by a signal handler, which may make calls too.
class BorrowedWorkspace {
public:
    BorrowedWorkspace();
    ~BorrowedWorkspace();
    BorrowedWorkspace(const BorrowedWorkspace&) = delete;
    BorrowedWorkspace& operator=(const BorrowedWorkspace&) = delete;

    Workspace& operator*() const { return *workspace_; }

private:
    std::unique_ptr<Workspace> own_;  // null if the thread's is borrowed
    Workspace* workspace_;
};

}  // namespace sapper
