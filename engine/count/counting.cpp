#include "count/counting.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace sapper {

namespace {

// Float64 ranges from 2^-1022 to 2^1023. A layout count is an integer below 2^cells, so plain float64 can neither
// overflow nor underflow to zero while all exponents together stay within this.
constexpr double safe_exponent = 960.0;
constexpr std::int32_t most_cells_in_float64 = 900;

[[noreturn]] void contradict_total() {
    throw Contradiction("no layout with this number of mines agrees with the numbers");
}

template <class Weight>
double log2_of_sum(std::span<const Weight> weights) {
    Weight sum{};
    for (const Weight& weight : weights) {
        sum += weight;
    }
    return log2_of(sum);
}

}  // namespace

Odds odds_from(double mine_probability, bool may_be_mine, bool may_be_safe) {
    if (!may_be_mine) {
        return {0.0, Verdict::safe};
    }
    if (!may_be_safe) {
        return {1.0, Verdict::mine};
    }
    // Rounding must not make an uncertain cell certain.
    constexpr double below_one = 1.0 - std::numeric_limits<double>::epsilon() / 2;
    return {std::clamp(mine_probability, std::numeric_limits<double>::min(), below_one), Verdict::uncertain};
}

void Counting::count(const Problem& problem, Budget& budget) {
    sweep_fronts(problem, budget);
    if (fits_float64(problem, {})) {
        if (!combine(problem, {}, budget)) {
            contradict_total();
        }
        weigh_boxes(problem);
    } else {
        combine_wide(problem, budget);
        weigh_boxes_wide(problem, budget);
    }
}

Counting::Reading Counting::read(const Problem& problem, std::span<const MineCounts<double>> others, int left_lacking,
                                 const Budget& budget) {
    left_lacking_ = left_lacking;
    for (const SweptFront& swept : swept_) {
        if (swept.wide) {
            return Reading::beyond_float64;
        }
        if (ways_of(swept).length() == 0) {
            return Reading::impossible;
        }
    }
    if (!fits_float64(problem, others)) {
        return Reading::beyond_float64;
    }
    if (!combine(problem, others, budget)) {
        return Reading::impossible;
    }
    weigh_boxes(problem);
    return Reading::counted;
}

void Counting::count_layouts(const Problem& problem, Budget& budget) {
    sweep_fronts(problem, budget);
    if (fits_float64(problem, {})) {
        if (!combine(problem, {}, budget)) {
            contradict_total();
        }
    } else {
        combine_wide(problem, budget);
    }
}

Counting::Range Counting::mines_of(std::size_t front) const {
    const SweptFront& swept = swept_[front];
    if (swept.wide) {
        const MineCounts<WideNumber> ways = wide_tables_.ways_of(swept.index);
        return {ways.low, ways.low + ways.length() - 1};
    }
    const MineCounts<double> ways = tables_.ways_of(swept.index);
    return {ways.low, ways.low + ways.length() - 1};
}

Counting::FrontCount Counting::count_alone(const Problem& problem, const Front& front, Budget& budget) {
    box_odds_.resize(problem.boxes.size());
    if (front.cell_count > most_cells_in_float64) {
        return count_alone_in(wide_tables_, wide_completions_, wide_box_weights_, problem, front, budget);
    }
    return count_alone_in(tables_, completions_, box_weights_, problem, front, budget);
}

void Counting::count_apart(const Problem& problem, Budget budget) {
    constexpr Odds unknown{std::numeric_limits<double>::quiet_NaN(), Verdict::uncertain};
    sea_odds_ = unknown;
    box_odds_.assign(problem.boxes.size(), unknown);
    std::vector<Front> smallest_first = problem.fronts;
    std::stable_sort(smallest_first.begin(), smallest_first.end(),
                     [](const Front& a, const Front& b) { return a.box_count < b.box_count; });
    for (const Front& front : smallest_first) {
        // No front may use more than half of what is left, so one that is too wide leaves something for the others.
        Budget share = budget.half();
        if (share.left() == 0) {
            return;
        }
        try {
            const FrontCount counted = count_alone(problem, front, share);
            budget.spend(share.spent());
            if (counted.low != counted.high) {
                forget_uncertain(front);
            }
        } catch (const BudgetExceeded&) {
            budget = budget.half();
        }
    }
}

void Counting::forget_uncertain(const Front& front) {
    for (std::int32_t b = front.first_box; b < front.first_box + front.box_count; ++b) {
        Odds& odds = box_odds_[static_cast<std::size_t>(b)];
        if (odds.verdict == Verdict::uncertain) {
            odds.mine_probability = std::numeric_limits<double>::quiet_NaN();
        }
    }
}

template <class Weight>
Counting::FrontCount Counting::count_alone_in(SweepTables<Weight>& tables, Completions<Weight>& completions,
                                              std::vector<BoxWeights<Weight>>& weights, const Problem& problem,
                                              const Front& front, Budget& budget) {
    tables.clear();
    weights.resize(problem.boxes.size());
    const std::size_t swept = tables.sweep_forward(front, planner_.plan(problem, front), budget);
    const MineCounts<Weight> ways = tables.ways_of(swept);
    const bool has_gaps =
        std::any_of(ways.ways.begin(), ways.ways.end(), [](const Weight& way) { return is_zero(way); });
    const std::vector<Weight> every_total_alike(ways.ways.size(), Weight(1.0));
    tables.sweep_back(swept, every_total_alike, completions, weights);
    write_odds(problem, front, weights);
    return {ways.low, ways.low + ways.length() - 1, has_gaps};
}

void Counting::sweep_fronts(const Problem& problem, Budget& budget) {
    if (problem.mines < 0) {
        contradict_total();
    }
    tables_.clear();
    wide_tables_.clear();
    swept_.clear();
    left_lacking_ = 0;
    box_odds_.resize(problem.boxes.size());
    for (const Front& front : problem.fronts) {
        const SweepPlan& plan = planner_.plan(problem, front);
        const bool wide = front.cell_count > most_cells_in_float64;
        const std::size_t index =
            wide ? wide_tables_.sweep_forward(front, plan, budget) : tables_.sweep_forward(front, plan, budget);
        swept_.push_back({wide, index, plan.unread_slot != SweepPlan::no_slot});
    }
}

// Finds the sea's weights for the current range of totals, and whether everything that follows stays within float64.
bool Counting::fits_float64(const Problem& problem, std::span<const MineCounts<double>> others) {
    std::int32_t low = 0;
    std::int32_t length = 1;
    double exponent = 0.0;
    bool any_wide = false;
    const auto add = [&](const MineCounts<double>& ways) {
        low += ways.low;
        length += ways.length() - 1;
        exponent += log2_of_sum(ways.ways);
    };
    std::for_each(others.begin(), others.end(), add);
    for (const SweptFront& swept : swept_) {
        if (swept.wide) {
            any_wide = true;
            const MineCounts<WideNumber> ways = wide_tables_.ways_of(swept.index);
            low += ways.low;
            length += ways.length() - 1;
        } else {
            add(ways_of(swept));
        }
    }
    sea_weights_ = sea_weights(problem.sea, problem.mines, low, length);
    double least = 0.0;
    double greatest = 0.0;
    for (const WideNumber& weight : sea_weights_) {
        if (!weight.is_zero()) {
            least = std::min(least, weight.log2());
            greatest = std::max(greatest, weight.log2());
        }
    }
    return !any_wide && -least < safe_exponent && exponent + greatest < safe_exponent;
}

// False if no layout is left.
bool Counting::combine(const Problem& problem, std::span<const MineCounts<double>> others, const Budget& budget) {
    narrow_sea_weights_.resize(sea_weights_.size());
    std::transform(sea_weights_.begin(), sea_weights_.end(), narrow_sea_weights_.begin(),
                   [](const WideNumber& weight) { return ratio(weight, WideNumber(1.0)); });
    tree_.clear();
    for (const SweptFront& swept : swept_) {
        tree_.add_front(ways_of(swept));
    }
    for (const MineCounts<double>& other : others) {
        tree_.add_front(other);
    }
    tree_.multiply(budget);
    tree_.weigh(narrow_sea_weights_);
    return weigh_sea(problem, tree_.total(), narrow_sea_weights_);
}

void Counting::weigh_boxes(const Problem& problem) {
    box_weights_.resize(problem.boxes.size());
    for (std::size_t f = 0; f < problem.fronts.size(); ++f) {
        tables_.sweep_back(swept_[f].index, tree_.outside(f), completions_, box_weights_,
                           swept_[f].unread ? left_lacking_ : 0);
        write_odds(problem, problem.fronts[f], box_weights_);
    }
}

void Counting::combine_wide(const Problem& problem, const Budget& budget) {
    wide_tree_.clear();
    std::vector<WideNumber> widened;
    for (const SweptFront& swept : swept_) {
        if (swept.wide) {
            wide_tree_.add_front(wide_tables_.ways_of(swept.index));
        } else {
            const MineCounts<double> ways = tables_.ways_of(swept.index);
            widened.assign(ways.ways.begin(), ways.ways.end());
            wide_tree_.add_front({ways.low, widened});
        }
    }
    wide_tree_.multiply(budget);
    const MineCounts<WideNumber> total = wide_tree_.total();
    sea_weights_ = sea_weights(problem.sea, problem.mines, total.low, total.length());
    wide_tree_.weigh(sea_weights_);
    if (!weigh_sea(problem, total, sea_weights_)) {
        contradict_total();
    }
}

void Counting::weigh_boxes_wide(const Problem& problem, Budget& budget) {
    box_weights_.resize(problem.boxes.size());
    wide_box_weights_.resize(problem.boxes.size());
    std::vector<double> narrowed;
    for (std::size_t f = 0; f < problem.fronts.size(); ++f) {
        const Front& front = problem.fronts[f];
        const std::span<const WideNumber> outside = wide_tree_.outside(f);
        // A front sees only the few outside weights of its own range. Divided by the greatest, they nearly always fit.
        double least = std::numeric_limits<double>::infinity();
        double greatest = -std::numeric_limits<double>::infinity();
        WideNumber unit;
        for (const WideNumber& weight : outside) {
            if (!weight.is_zero()) {
                const double exponent = weight.log2();
                least = std::min(least, exponent);
                if (exponent > greatest) {
                    greatest = exponent;
                    unit = weight;
                }
            }
        }
        if (!swept_[f].wide && log2_of_sum(tables_.ways_of(swept_[f].index).ways) < safe_exponent &&
            greatest - least < safe_exponent) {
            narrowed.resize(outside.size());
            std::transform(outside.begin(), outside.end(), narrowed.begin(),
                           [&unit](const WideNumber& weight) { return weight.is_zero() ? 0.0 : ratio(weight, unit); });
            tables_.sweep_back(swept_[f].index, narrowed, completions_, box_weights_);
            write_odds(problem, front, box_weights_);
            continue;
        }
        if (!swept_[f].wide) {
            swept_[f] = {true, wide_tables_.sweep_forward(front, planner_.plan(problem, front), budget), false};
        }
        wide_tables_.sweep_back(swept_[f].index, outside, wide_completions_, wide_box_weights_);
        write_odds(problem, front, wide_box_weights_);
    }
}

template <class Weight>
bool Counting::weigh_sea(const Problem& problem, const MineCounts<Weight>& total, const std::vector<Weight>& sea) {
    Weight all{};
    Weight mines_in_sea{};
    bool may_be_mine = false;
    bool may_be_safe = false;
    for (std::size_t i = 0; i < sea.size(); ++i) {
        const Weight layouts = total.ways[i] * sea[i];
        if (is_zero(layouts)) {
            continue;
        }
        const std::int32_t in_sea = problem.mines - total.low - static_cast<std::int32_t>(i);
        all += layouts;
        mines_in_sea += layouts * Weight(static_cast<double>(in_sea));
        may_be_mine = may_be_mine || in_sea > 0;
        may_be_safe = may_be_safe || in_sea < problem.sea;
    }
    if (is_zero(all)) {
        return false;
    }
    log2_layouts_ = log2_of(all) + log2_of_sea_unit(problem.sea, problem.mines, total.low, total.length());
    sea_odds_ = {};
    if (problem.sea > 0) {
        sea_odds_ = odds_from(ratio(mines_in_sea, all) / problem.sea, may_be_mine, may_be_safe);
    }
    return true;
}

template <class Weight>
void Counting::write_odds(const Problem& problem, const Front& front, const std::vector<BoxWeights<Weight>>& weights) {
    for (std::int32_t b = front.first_box; b < front.first_box + front.box_count; ++b) {
        const std::int32_t size = problem.boxes[static_cast<std::size_t>(b)].size;
        const BoxWeights<Weight>& weight = weights[static_cast<std::size_t>(b)];
        Weight all{};
        Weight mines{};
        bool may_be_mine = false;
        bool may_be_safe = false;
        for (std::int32_t k = 0; k <= size; ++k) {
            const Weight& here = weight[static_cast<std::size_t>(k)];
            if (!is_zero(here)) {
                all += here;
                mines += here * Weight(static_cast<double>(k));
                may_be_mine = may_be_mine || k > 0;
                may_be_safe = may_be_safe || k < size;
            }
        }
        box_odds_[static_cast<std::size_t>(b)] = odds_from(ratio(mines, all) / size, may_be_mine, may_be_safe);
    }
}

}  // namespace sapper
