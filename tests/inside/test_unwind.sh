#!/bin/sh
# Walks of known stacks (unwind.c).
. tests/inside/common.sh
echo 'int through(int (*f)(int), int x) { return f(x) + 1; }' >"$work/one.c"
echo 'int more(int x) { return x * 3; } int through(int (*f)(int), int x) { volatile char a[300]; a[1] = x; return f(more(x)) + a[1]; }' >"$work/two.c"
make_library() { name=$1; shift; $CC -O2 -fPIC -shared -o "$work/lib$name.so" "$@"; }
make_library one "$work/one.c" && make_library two "$work/two.c" && make_library bare "$work/one.c" -fno-omit-frame-pointer -fno-asynchronous-unwind-tables -Wl,--no-eh-frame-hdr || exit 1
for tables in copied uncopied; do
  inside "$BUILD/inside/unwind" $tables "$work/libone.so" "$work/libtwo.so" "$work/libbare.so" $([ -n "${SOAK:-}" ] && echo 20000 || echo 300)
  sed -n 's/^#/#/p' "$work/stdout"
done
finish
