#!/bin/sh
# Names of sampled functions, from the symbols of real files and of files made here (symbols.py).
for program in readelf nm addr2line objcopy objdump strip gcc g++ xz; do
  command -v $program >/dev/null || { echo "no $program"; exit 77; }
done
exec /usr/bin/python3 tests/sql/symbols.py "$BUILD/bench/select_trace" "$TEST_TMP"
