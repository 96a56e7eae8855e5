#!/usr/bin/env bash
# Builds the engine with AddressSanitizer and UndefinedBehaviorSanitizer, separately from the
# installed one, and runs the tests that use it on that build. A second run rebuilds only what changed.
#
#     tools/sanitize.sh            all of these tests
#     tools/sanitize.sh --quick    a selection that takes about two CPU minutes, build included
#     tools/sanitize.sh ARGS...    whatever pytest is told to run
#     tools/sanitize.sh --build    build only
#     tools/sanitize.sh --python ARGS...   run Python on the build as it is
set -euo pipefail
cd "$(dirname "$0")/.."
python=$PWD/.venv/bin/python
built=build/sanitize
package=$built/package

# -S hides the installed package, which would come first, so the other installed packages have to be
# named. Python frees much of its memory only at exit: leaks show as growth
# (tests/engine/test_memory.py), not at exit, and the quarantine of freed memory is limited to 16 MB.
installed=$($python -c 'import sysconfig; print(sysconfig.get_path("purelib"))')
sanitized=(
    env PYTHONPATH="$PWD/$package:$installed${PYTHONPATH:+:$PYTHONPATH}"
    LD_PRELOAD="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libubsan.so)"
    ASAN_OPTIONS=detect_leaks=0:allocator_may_return_null=1:quarantine_size_mb=16
    UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1
    "$python" -S
)

if [ "${1:-}" = --python ]; then
    exec "${sanitized[@]}" "${@:2}"
fi

cmake -S . -B $built -DSAPPER_SANITIZE=ON -DSAPPER_WARNINGS_AS_ERRORS=ON -DCMAKE_BUILD_TYPE=Release \
    -DPython_EXECUTABLE="$python" -Dnanobind_DIR="$($python -m nanobind --cmake_dir)" >/dev/null
cmake --build $built --parallel 2
rm -rf $package
mkdir -p $package
cp -r src/sapper $package/
cp $built/_engine*.so $package/sapper/

# Every process that runs tests imports this first.
cat >$package/is_sanitized.py <<'CHECK'
from pathlib import Path

from sapper import _engine

path = Path(_engine.__file__)
assert path.is_relative_to(Path(__file__).parent), f"{path} is another build"
code = path.read_bytes()
assert b"__asan_init" in code and b"__ubsan_handle" in code, f"{path} is not sanitized"
CHECK
"${sanitized[@]}" -c "from is_sanitized import path; print(f'sanitized: {path}')"

if [ "$*" = --build ]; then
    exit
fi

two_at_a_time=()
if [ $# -eq 0 ] || [ "$*" = --quick ]; then
    two_at_a_time=(--dist worksteal --tx "2*popen//python=$python -S")
fi

# stubtest runs in a process of its own, on the installed build, and tests no memory; test_stopping limits the memory of
# its processes, which the address sanitizer can't live with.
if [ $# -eq 0 ]; then
    set -- tests/engine tests/exact/test_analysis.py tests/exact/test_tracking.py tests/exact/test_endgame.py \
        tests/exact/test_chances.py tests/proof/test_reasons.py tests/lab/test_bulk.py tests/test_expert.py \
        tests/test_layouts.py tests/envs/test_batch.py -k "not stubtest and not test_stopping"
elif [ "$*" = --quick ]; then
    # Everything but the tests that take longest, each of which has shorter ones beside it.
    set -- tests/engine tests/exact/test_analysis.py tests/exact/test_endgame.py tests/exact/test_chances.py \
        tests/proof/test_reasons.py tests/lab/test_bulk.py tests/envs/test_batch.py -k "not stubtest and not test_stopping and not test_memory and not budget_needed and not settles_an_earlier_cell \
            and not (every_number_as_if and not size6 and not size7) and not no_cell_of_a_position \
            and not model_counter and not expert-12 and not hard-4 and not intermediate-25"
fi
# A report ends the process at once: output that pytest had captured would be lost.
"${sanitized[@]}" -m pytest -p is_sanitized -p no:cacheprovider --capture=sys "${two_at_a_time[@]}" "$@"
