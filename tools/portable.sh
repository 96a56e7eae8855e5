#!/usr/bin/env bash
# Builds the engine in standard C++ alone, as compilers other than GCC and Clang have to, separately from the installed
# one. Runs the engine's tests on that build, checks that every agent plays as ever, and compares the speed of both.
#
#     tools/portable.sh            all of these tests
#     tools/portable.sh ARGS...    whatever pytest is told to run
set -euo pipefail
cd "$(dirname "$0")/.."
python=$PWD/.venv/bin/python
built=build/portable
package=$built/package

cmake -S . -B $built -DSAPPER_PORTABLE=ON -DSAPPER_WARNINGS_AS_ERRORS=ON -DCMAKE_BUILD_TYPE=Release \
    -DPython_EXECUTABLE="$python" -Dnanobind_DIR="$($python -m nanobind --cmake_dir)" >/dev/null
cmake --build $built --parallel 2
rm -rf $package
mkdir -p $package
cp -r src/sapper $package/
cp $built/_engine*.so $package/sapper/

# -S hides the installed package, which would come first, so the other installed packages have to be named.
installed=$($python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
portable() {
    env PYTHONPATH="$PWD/$package:$installed" "$python" -S "$@"
}

portable -c "
from pathlib import Path
from sapper import _engine
path = Path(_engine.__file__)
assert path.is_relative_to(Path('$package').resolve()), f'{path} is another build'
print('portable:', path.relative_to(Path.cwd()))"

if [ $# -eq 0 ]; then
    set -- tests/engine tests/exact/test_analysis.py tests/exact/test_tracking.py tests/exact/test_endgame.py \
        tests/lab/test_bulk.py tests/lab/test_signature.py tests/test_expert.py tests/test_layouts.py \
        -k "not stubtest and not test_stopping"  # whose processes import the installed build
fi
portable -m pytest -p no:cacheprovider "$@"

# CPU time, the best of five rounds, alternating between the two builds.
timed='
from sys import argv
from time import process_time
from timeit import timeit
from sapper import make_layouts, play_layouts
boards = make_layouts("expert", 1, 5000, first=(0, 0))
calls = {
    "lay boards": lambda: make_layouts("expert", 1, 5000, first=(0, 0)),
    "play exact": lambda: play_layouts("exact", boards[:2000], (0, 0), threads=1),
    "play expert": lambda: play_layouts("expert", boards[:20], (0, 0), threads=1),
}
for name, call in calls.items():
    print(argv[1], name, timeit(call, number=1, timer=process_time), sep="\t")
'
for _ in 1 2 3 4 5; do
    "$python" -c "$timed" native
    portable -c "$timed" portable
done | sort | awk -F'\t' '
    !(($1, $2) in best) || $3 < best[$1, $2] { best[$1, $2] = $3; names[$2] }
    END { for (name in names) printf "%-12s native %.3f s, portable %.3f s: %.2f times as long\n",
              name, best["native", name], best["portable", name], best["portable", name] / best["native", name] }'
