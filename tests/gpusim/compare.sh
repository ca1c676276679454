# Sourced by tests: what a program says it launched against what the software GPU
# says it ran.

# Dispatches of expect.h's lines: name, device, grid, workgroup, LDS, count.
expected_dispatches() {
  sed -n 's/^{"kind":"dispatch","name":"\([^"]*\)".*"device":\([0-9]*\).*"grid":\[\([0-9,]*\)\],"workgroup":\[\([0-9,]*\)\],"lds":\([0-9]*\),"count":\([0-9]*\)}$/\1 \2 \3 \4 \5 \6/p' "$1" |
    awk '{n[$1 " " $2 " " $3 " " $4 " " $5] += $6} END {for (k in n) print k, n[k]}' | sort
}

# The same of a GPUSIM_TRACE file, without the runtime's own shaders.
executed_dispatches() {
  sed -n 's/^gpu \([0-9]*\) .* end [0-9]* \([^ ]*\) grid \([0-9,]*\) workgroup \([0-9,]*\) lds \([0-9]*\) .*/\2 \1 \3 \4 \5/p' "$1" |
    grep -v -e '^CopyAligned ' -e '^CopyMisaligned ' -e '^Fill ' | sort | uniq -c | awk '{print $2, $3, $4, $5, $6, $1}' | sort
}

# Bytes that were copied to and from the GPU by the copy engines; within it HIP copies by a kernel.
expected_bytes() {
  sed -n '/"direction":"DEVICE_TO_DEVICE","api":"hipMemcpyAsync"/d; s/^{"kind":"copy",.*"bytes":\([0-9]*\),"count":\([0-9]*\)}$/\1 \2/p' "$1" | awk '{s += $1 * $2} END {print s + 0}'
}
executed_bytes() {
  sed -n 's/.* copy \([0-9]*\) bytes$/\1/p' "$1" | awk '{s += $1} END {print s + 0}'
}
