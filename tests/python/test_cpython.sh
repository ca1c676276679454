# CPython's own tests, and NumPy's, where an interpreter has them: what they say with us is what they say without, and calls of all functions, the standard library's
# among them, are as many as the interpreter's profile function is told of in the same run. SOAK=1: of many modules, in each interpreter; says how far
# it is and how long each took, on stderr. (Not test_types: it has interpreters of its own, which the one who
# counts is not told of.) In pieces: VERSIONS="3.9 3.12 numpy" MODULES="test_re test_json".
. "$(dirname "$0")/python.sh"
$CC -O1 -shared -fPIC -o "$work/libcounts.so" "$programs/counts.c" || exit 1
LIMIT=${SOAK:+900}; LIMIT=${LIMIT:-120} # s, of a module: those with the most calls take minutes
modules=${MODULES:-test_generators test_contextlib test_sort}
[ -z "${SOAK:-}" ] || [ -n "${MODULES:-}" ] || modules="$modules test_abc test_argparse test_array test_asyncgen test_augassign test_base64 test_bisect test_bool test_bytes test_bz2 test_calendar test_class test_cmath
  test_codecs test_collections test_compare test_complex test_configparser test_copy test_coroutines test_csv test_dataclasses test_decimal test_decorators test_defaultdict test_deque
  test_dict test_difflib test_enum test_exceptions test_fractions test_frame test_fstring test_functools test_gc test_hashlib test_heapq test_html test_inspect test_io test_iter test_itertools
  test_json test_list test_long test_math test_memoryview test_operator test_ordered_dict test_pathlib test_pickle test_pprint test_property test_queue test_re test_scope test_set test_shlex
  test_slice test_statistics test_string test_struct test_super test_textwrap test_tokenize test_traceback test_tuple test_typing test_unittest test_weakref test_with test_yield_from test_zipfile"

# told MODULE ...: outcome in $work/MODULE.NAME
in_folder() { mkdir -p "$work/in" && (cd "$work/in" && "$@" </dev/null); code=$?; rm -rf "$work/in"; return $code; }
outcome() { tail -n 1 "$1"; }

# Functions of which the numbers differ. Up to 3.11 a generator into which an exception is thrown, and which its delegate handles, goes on without the
# profile function being told, but of its end: so as many ends are right, too. From 3.12 on, where no function in C can be called any more (at the limit of
# recursion by functions in C), one who watches cannot be called either, and the first of them is told of that: a call in some thousands of these.
at_the_limit='^(EndlessJSONEncoder.default|partial.__reduce__|fib)$'
different() {
  sql "SELECT coalesce(json_extract(line_info, '\$.file'), '') || char(9) || name || char(9) || coalesce(json_extract(line_info, '\$.line'), 0) || char(9) || count(*)
    FROM regions WHERE category = 'PYTHON' AND pid = $1 GROUP BY json_extract(line_info, '\$.file'), name, json_extract(line_info, '\$.line')" >"$work/got"
  awk -F'\t' -v harness="$programs/suite.py" -v limit="$at_the_limit" '$1 == harness { next } { k = $1 "\t" $2 "\t" $3 } FILENAME == ARGV[1] { calls[k] = $4; ends[k] = $5; next } { got[k] = $4; if (!(k in calls)) calls[k] = ends[k] = 0 }
    END { for (k in calls) if (calls[k] != got[k] + 0 && ends[k] != got[k] + 0 && !at_limit(k)) print k, calls[k], ends[k], got[k] + 0 }
    function at_limit(k,  part, name) { split(k, part, "\t"); name = part[2]; sub(/.*<locals>\./, "", name); return name ~ limit && got[k] < calls[k] && got[k] > .999 * calls[k] }' "$work/want" "$work/got"
}

now() { awk '{ print $1 }' /proc/uptime; }
progress() { [ -z "${SOAK:-}" ] || awk -v a="$began" -v b="$(now)" -v what="$1" 'BEGIN { printf "   %s: %.1f s\n", what, b - a }' >&2; }

# of_module PYTHON MODULE: one of CPython's where it says no package
of_module() {
  case $2 in *.*) package='' ;; *) package=test. ;; esac
  in_folder plain "$1" "$programs/suite.py" "$package$2" || { echo "   ($v: $2: there is none, or it fails without us)"; return; }
  plainly=$(outcome "$work/plain.told")
  PYTHONHASHSEED=0 COLLECT_PYTHON_WAIT=1 in_folder traced "$1" "$programs/suite.py" "$package$2" "$work/libcounts.so" "$work/want"
  is "$v: $2: $(awk -F'\t' '{ n += $4 } END { print n }' "$work/want") calls of $(wc -l <"$work/want") functions" "$(different "$(outcome "$work/told" | cut -d ' ' -f 1)" | head -n 5)$(fact 'checks failed') $(fact 'calls dropped')" "0 0"
  # A few (of when memory is collected, of frames that nobody has looked at) fail where anybody is told of calls.
  said=$(outcome "$work/told" | cut -d ' ' -f 2-)
  [ "$said" = "${plainly#* }" ] || { PYTHONHASHSEED=0 COLLECT_PYTHON_WAIT=1 in_folder traced "$1" "$programs/suite.py" "$package$2"; said=$(outcome "$work/told" | cut -d ' ' -f 2-); }
  is "$v: $2: outcome" "$said" "${plainly#* }"
}

compared() {
  at=0
  for module in $modules; do
    at=$((at + 1)) began=$(now)
    of_module "$1" "$module"
    progress "$v: $module, $at of $(echo $modules | wc -w)"
  done
}

n=0
wanted() { case " ${VERSIONS:-$1} " in *" $1 "*) ;; *) return 1 ;; esac; }
if [ -z "${MODULES:-}" ] && wanted numpy && /usr/bin/python3 -c 'import numpy, pytest' 2>/dev/null; then
  v=numpy
  for module in core.tests.test_errstate ${SOAK:+core.tests.test_numeric core.tests.test_indexing core.tests.test_dtype core.tests.test_records lib.tests.test_function_base lib.tests.test_shape_base linalg.tests.test_linalg}; do
    began=$(now); of_module /usr/bin/python3 "numpy.$module"; progress "numpy: $module"
  done
fi
for p in $(interpreters); do
  v=$("$p" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  wanted "$v" || continue
  # 3.8 has one place for a profile function.
  "$p" -c 'import sys, test.test_generators; sys.exit(sys.version_info < (3, 9))' 2>/dev/null || continue
  case $v in 3.11 | 3.13) ;; *) [ "${SOAK:-}" ] || continue ;; esac
  compared "$p"; n=$((n + 1))
done
[ $n -gt 0 ] || wanted numpy || { echo "no interpreter with CPython's tests was found"; exit 77; }
finish
