#!/bin/sh
# What a terminal shows of the command rocpd, by tmux (pictures.py): every report at four widths; Ctrl-C, Ctrl-Z, a new size. (In other languages: test_locale.sh.)
. tests/command/common.sh
export LC_ALL=C.UTF-8
command -v tmux >/dev/null || { echo "tmux is not installed"; exit 77; }
cd "$TEST_TMP" || exit 1
"$BUILD/bench/tracegen" one.rocz 5000 >/dev/null
i=0
for name in 核函数核函数核函数核函数核函数一 核函数核函数核函数核函数核函数二 'カーネル<行列, 16>' 'gemm_é_ü_ß' '𝛼𝛽𝛾_kernel' 'x한국어x'; do
  i=$((i + 1)); echo "HSA: pid:7 tid:9 dispatch queue:1 agent:5 signal:6 name:'$name' start:$((2000 + 1000 * i)) stop:$((2500 + 1001 * i)) id:$i"
done >names.txt
/usr/bin/python3 "$root/tests/command/pictures.py" widths "$root/ext/command/report" one.rocz names.txt || failed=1
/usr/bin/python3 "$root/tests/command/pictures.py" keys one.rocz || failed=1
exit $failed
