#!/bin/sh
# What the libraries and programs require of a system: no more than glibc 2.28 and gcc 8 have (RHEL 8), nothing of ROCm, and of
# the compiler no more than gcc 8 knows.
set -u
[ -z "${SANITIZER:-}" ] || { echo "sanitized libraries are not for other systems"; exit 77; }
failed=0
none() { if [ -z "$2" ]; then echo "ok $1"; else echo "not ok $1:"; echo "$2" | head -n 20; failed=1; fi; }
check() { if [ "$2" = "$3" ]; then echo "ok $1"; else echo "not ok $1: '$2', not '$3'"; failed=1; fi; }
built="$BUILD/rocpd.so $BUILD/libcollect.so $BUILD/rocpd $BUILD/rocpd-record"

# Symbols: "NAME VERSION" of those whose version is later than the one of its name here, or has another name.
newer() {
  objdump -T "$1" | sed -n 's/.*\*UND\*.*[( ]\([A-Z]*_[0-9.]*\)[) ] *\([^ ]*\)$/\2 \1/p' | while read -r symbol version; do
    case $version in GLIBC_*) most=GLIBC_2.28 ;; GLIBCXX_*) most=GLIBCXX_3.4.25 ;; CXXABI_*) most=CXXABI_1.3.11 ;; GCC_*) most=GCC_8.0 ;; *) most= ;; esac
    [ "$(printf '%s\n%s\n' "$version" "$most" | sort -V | tail -n 1)" = "$most" ] || echo "$symbol $version"
  done
}
for l in $built; do
  n=${l##*/}
  [ "$(objdump -T "$l" | grep -c 'UND.*GLIBC_')" -gt 50 ] || { echo "not ok symbols of $n can be listed"; failed=1; }
  none "$n needs nothing newer than glibc 2.28 (ext/format/old_glibc.c)" "$(newer "$l")"
  none "$n needs nothing of the dynamic linker that glibc 2.28 has not" "$(objdump -p "$l" | grep -o 'GLIBC_ABI_.*')"
  # Functions that are in libc.so.6 since 2.34 were in these libraries before.
  case $n in rocpd | rocpd.so) parts='libpthread.so.0 libdl.so.2' ;; *) parts=libpthread.so.0 ;; esac
  none "$n is linked to $parts" "$(for d in $parts; do readelf -d "$l" | grep -q "NEEDED.*\[$d\]" || echo "$d"; done)"
  none "$n is linked to nothing else that not every system has" \
    "$(readelf -d "$l" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' | grep -vxE 'lib(c|m)\.so\.6|libpthread\.so\.0|libdl\.so\.2|libstdc\+\+\.so\.6|libgcc_s\.so\.1|ld-linux-.*' | grep -vx "$([ "$n" != rocpd ] || echo 'libsqlite3\.so\.0')")"
done

# How programs start, where glibc runs a program's constructors and where it leaves that to the program, as it did before 2.34 (old_start.c):
# each constructor once, in its order, with the arguments, the stack as it must be, and destructors at the end.
start=ext/command/old_glibc_start.c
gcc -shared -fPIC -o "$TEST_TMP/old_start.so" tests/install/old_start.c -ldl || { echo "not ok old_start.c is compiled"; exit 1; }
for kind in '-O2 -fPIE -pie' '-O0 -fno-pie -no-pie' '-O2 -fPIE -pie -fstack-protector-all -Wl,-z,now'; do
  gcc $kind -o "$TEST_TMP/plain" tests/install/starts.c && gcc $kind -fvisibility=hidden -Iext/format -o "$TEST_TMP/started" tests/install/starts.c $start || { echo "not ok $kind: starts.c is compiled"; failed=1; continue; }
  check "$kind: starts.c says what it should" "$(cd "$TEST_TMP" && ./plain a 'b c' | xargs)" "$(printf '%s ' 'before: plain a b c' 'first: plain a b c' 'second: plain a b c' main exit 'last' | sed 's/ $//'; )"
  for old in '' "$TEST_TMP/old_start.so"; do
    check "$kind: ... started by our start${old:+ on an old glibc}" "$(cd "$TEST_TMP" && LD_PRELOAD=$old ./started a 'b c'; echo $?)" "$(cd "$TEST_TMP" && ./plain a 'b c' | sed 's/plain/started/'; echo 3)"
  done
done
lost=$(cd "$TEST_TMP" && LD_PRELOAD=$TEST_TMP/old_start.so ./plain | grep -c 'first')
check "the old glibc of this test runs no constructors by itself" "$lost" 0
for p in rocpd rocpd-record rocpd-ctl rocpd-doctor; do
  check "$p starts on an old glibc" "$(LD_PRELOAD=$TEST_TMP/old_start.so "$BUILD/$p" --help 2>&1)" "$("$BUILD/$p" --help 2>&1)"
done
none "rocpd.so is made without a header of ROCm" "$(cat $(find "$BUILD/ext" -name '*.d') | tr ' ' '\n' | grep -E '/(hip|hsa|hsakmt|rocm|roctracer|rocprofiler)[./-]' | sort -u)"
none "make install-ext needs nothing but ext/ and sql/" "$(make -n install-ext BUILD="$TEST_TMP/none" 2>&1 | grep -E 'collector/|hipcc|libcollect|No rule')"

# The language: make compiles each file so that what gcc 8 did not have yet is an error.
if ${CC:-cc} -Werror -Wc11-c2x-compat -E -x c /dev/null >/dev/null 2>&1; then
  plugin= but='ext/babeltrace/*'; [ ! -e "$BUILD/babeltrace-plugin-rocpd.so" ] || { plugin=plugin; but=; }
  make -n V=1 BUILD="$TEST_TMP/none" CHECK_EXT= ext collector $plugin 2>/dev/null | grep -E -- ' -c .*(ext|collector)/[^ ]*\.c$' >"$TEST_TMP/compiled"
  none "each source is compiled" "$(find ext collector -name '*.c' ! -path "$but" | grep -vxF -e "$(sed 's/.* //' "$TEST_TMP/compiled")")"
  none "... as C11 without what came later" "$(grep -v -e ' -std=gnu11 .* -Werror=c11-c2x-compat ' "$TEST_TMP/compiled")"
  echo '_Static_assert(1); /* of C23 */' >"$TEST_TMP/later.c"
  check "... which is an error" "$(sh -c "$(sed -n "s|-c -o .*|-c -o '$TEST_TMP/later.o' '$TEST_TMP/later.c'|p;q" "$TEST_TMP/compiled")" 2>&1 | grep -c 'error:')" 1
fi
# Attributes and builtins of gcc 9 and later; not where its preprocessor is asked first.
later='__has_builtin|__builtin_(expect_with_probability|convertvector|has_attribute|speculation_safe_value|bswap128|clear_padding|assoc_barrier|dynamic_object_size|shufflevector|stdc_)'
later="$later|__attribute__\\(\\(.*(symver|access *\\(|copy *\\(|no_profile|zero_call_used|fd_arg|null_terminated|strict_flex|unavailable|counted_by|no_sanitize_coverage)"
none "no attribute or builtin that gcc 8 does not know" "$(grep -rnE "$later" ext collector --include=*.[ch] --include=*.inc --include=*.def)"
exit $failed
