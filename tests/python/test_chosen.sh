# Python: functions that are left out, labels, C functions, and choices by the program itself.
. "$(dirname "$0")/python.sh"
program=$programs/chosen.py
line() { grep -n "^def $1(" "$program" | cut -d: -f1; }
# names: the recorded calls of the program's own functions, with their number
names() { sql "SELECT group_concat(name || ' ' || n, ', ') FROM (SELECT name, count(*) n FROM regions WHERE name NOT LIKE '%<module>%' AND name NOT LIKE 'Odd%' AND json_extract(line_info, '\$.file') = '$program' GROUP BY name ORDER BY name)"; }

# names_chosen PYTHON: which functions are chosen by name
names_chosen() {
  v=$($1 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  traced "$1" "$program" tree; is "$v: all" "$? $(names)" "0 inner 1, leaf 3, outer 1, tree 1"
  COLLECT_PYTHON_FUNCTION_RESTRICT='^leaf$
^tree' traced "$1" "$program" tree; is "$v: restricted" "$(sql "SELECT group_concat(name || ' ' || n, ', ') FROM (SELECT name, count(*) n FROM regions GROUP BY name ORDER BY name)")" "leaf 3, tree 1"
  COLLECT_PYTHON_FUNCTION_EXCLUDE=inner traced "$1" "$program" tree; is "$v: excluded with what is called" "$(names)" "leaf 2, outer 1, tree 1"
  COLLECT_PYTHON_FUNCTION_HIDE=inner traced "$1" "$program" tree; is "$v: hidden alone" "$(names)" "leaf 3, outer 1, tree 1"
  is "$v: the caller of what is hidden is the parent" "$(sql "SELECT group_concat(p.name) FROM (SELECT * FROM regions WHERE name = 'leaf' ORDER BY start) c JOIN regions p ON p.stack_id = c.parent_stack_id")" outer,outer,tree
  COLLECT_PYTHON_FUNCTION_EXCLUDE='^(inner|outer|leaf|tree)$' COLLECT_PYTHON_FUNCTION_INCLUDE='^tree|leaf' traced "$1" "$program" tree; is "$v: included, but not inside of what is excluded" "$(names)" "leaf 1, tree 1"
  COLLECT_PYTHON_MODULE_EXCLUDE='chosen\.py$' traced "$1" "$program" tree; is "$v: a module excluded" "$(names)" ""
  COLLECT_PYTHON_MODULE_EXCLUDE='chosen' COLLECT_PYTHON_MODULE_INCLUDE='chosen.py$' traced "$1" "$program" tree; is "$v: a module included" "$(names)" "inner 1, leaf 3, outer 1, tree 1"
  COLLECT_PYTHON_MODULE_RESTRICT='/chosen[.]py$' traced "$1" "$program" tree; is "$v: only a module" "$(sql "SELECT count(DISTINCT json_extract(line_info, '\$.file')) FROM regions") $(names)" "1 inner 1, leaf 3, outer 1, tree 1"
  for label in "LINE tree:$(line tree)" "FILE [tree][chosen.py]"; do
    env=COLLECT_PYTHON_LABEL_${label%% *}=1
    traced env "$env" "$1" "$program" tree; is "$v: label by ${label%% *}" "$(sql "SELECT count(*) FROM regions WHERE name = '${label#* }'")" 1
  done
  COLLECT_PYTHON_LABEL_LINE=1 COLLECT_PYTHON_LABEL_FILE=1 COLLECT_PYTHON_FULL_FILEPATH=1 traced "$1" "$program" tree
  is "$v: label by path and line" "$(sql "SELECT count(*) FROM regions WHERE name = '[tree][$program:$(line tree)]'")" 1
}
# all PYTHON: what depends on how a version keeps its frames and code
all() {
  v=$($1 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
  COLLECT_PYTHON_LABEL_ARGS=1 COLLECT_PYTHON_FUNCTION_RESTRICT='fib
run' traced "$1" "$program" labels
  is "$v: labels by arguments" "$? $(cat "$work/stderr")$(sql "SELECT group_concat(l, ' ') FROM (SELECT json_extract(extdata, '\$.message') l FROM regions ORDER BY start)")" \
    "0 run(n=5) fib(n=5) fib(n=4) fib(n=3) fib(n=2) fib(n=1) fib(n=0) fib(n=1) fib(n=2) fib(n=1) fib(n=0) fib(n=3) fib(n=2) fib(n=1) fib(n=0) fib(n=1)"
  for how in interrupted overflows_with_arguments; do
    plain "$1" "$programs/lives.py" $how
    COLLECT_PYTHON_LABEL_ARGS=1 traced "$1" "$programs/lives.py" $how
    is "$v: labels by arguments: $how" "$? $(cat "$work/stderr" "$work/told")" "0 $(cat "$work/plain.told")"
  done
  COLLECT_PYTHON_LABEL_ARGS=1 COLLECT_PYTHON_LABEL_LINE=1 traced "$1" "$program" labels
  is "$v: of all kinds" "$? $(cat "$work/stderr")$(sql "SELECT group_concat(json_extract(extdata, '\$.message'), ' ') FROM regions WHERE name LIKE 'shapes_of%'")" \
    "0 shapes_of_arguments(a=1, b=2, d=None, e='ü\"', *c=(), **f={}):$(line shapes_of_arguments) shapes_of_arguments(a=[1], b='b', d=?, e=5, *c=(3, 4), **f={'z': 6}):$(line shapes_of_arguments)"
  is "$v: what repr() calls is not recorded" "$(sql "SELECT count(*) FROM regions WHERE name LIKE '%leaf:%'")" 0

  plain "$1" "$programs/facts.py" expected
  COLLECT_PYTHON_ANNOTATE_TRACE=1 traced "$1" "$programs/facts.py"
  sql "SELECT function, line, lasti, argcount, nlocals, stacksize FROM python WHERE file = '$programs/facts.py' AND function NOT IN ('<module>', 'Thing')" | LC_ALL=C sort >"$work/recorded"
  is "$v: what all calls of a function have alike" "$(cat "$work/stderr" "$work/recorded")" "$(LC_ALL=C sort "$work/plain.told")"

  COLLECT_PYTHON_TRACE_C=1 traced "$1" "$program" calls_c
  is "$v: C functions" "$? $(sql "SELECT group_concat(name, ' ') FROM (SELECT replace(c.name, 'builtins.', '') AS name FROM regions c JOIN regions p ON p.stack_id = c.parent_stack_id WHERE p.name = 'calls_c' AND c.name <> 'leaf' ORDER BY c.start)")" "0 sorted str.split len int.from_bytes"
  is "$v: C functions: all ended" "$(sql "SELECT count(*) FROM regions WHERE end IS NULL") $(fact 'calls dropped')" "0 0"

  COLLECT_PYTHON_WAIT=1 traced "$1" "$program" asks
  is "$v: asked for" "$? $(sql "SELECT group_concat(name || ' ' || n, ', ') FROM (SELECT name, count(*) n FROM regions WHERE name IN ('leaf', 'inner', 'outer', 'fib') GROUP BY name ORDER BY name)")" "0 inner 2, leaf 4, outer 1"
  COLLECT_PYTHON_WAIT=1 traced "$1" "$program" asks_of_thread; is "$v: asked for by a thread" "$? $(sql "SELECT count(*) FROM regions WHERE name IN ('leaf', 'inner')")" "0 1"
  COLLECT_PYTHON_WAIT=1 traced "$1" "$program" in_the_middle
  is "$v: asked for in the middle" "$? $(sql "SELECT group_concat(p.name || ' ' || c.name, ', ') FROM (SELECT * FROM regions ORDER BY start) c JOIN regions p ON p.stack_id = c.parent_stack_id WHERE c.name IN ('in_the_middle', 'outer', 'inner', 'leaf')")" "0 <module> in_the_middle, in_the_middle inner, inner leaf"
  is "$v: asked for in the middle: all ended" "$(sql "SELECT count(*) FROM regions WHERE end IS NULL")" 0
  COLLECT_PYTHON_WAIT=1 traced "$1" "$program" in_the_middle_of_making
  is "$v: asked for while an object is made" "$? $(sql "SELECT group_concat(replace(replace(name, 'OddOne.', ''), 'OddOther.', ''), ' ') FROM (SELECT * FROM regions WHERE json_extract(line_info, '\$.file') = '$program' ORDER BY start)")" "0 <module> in_the_middle_of_making __init__ __init__ leaf"

  traced "$1" "$program" sets_inside; is "$v: left out from the middle of a call on" "$? $(sql "SELECT count(*), count(end) FROM regions WHERE name LIKE '%deep'")" "0 3 3"
  traced "$1" "$program" sets; is "$v: chosen while it runs" "$? $(names)" "0 inner 1, inner:$(line inner) 1, leaf 3, leaf:$(line leaf) 1, sets 1"
}

for internal in 0 1; do
  COLLECT_PYTHON_INCLUDE_INTERNAL=$internal traced "$(interpreters | head -1)" "$program" ours
  is "functions of our package: $internal" "$(sql "SELECT count(*) FROM regions WHERE name = 'leaf'")" $((1 + 3 * internal))
done
mkdir -p "$work/rocpdsys"
cp "$program" "$work/rocpdsys/chosen.py"
traced "$(interpreters | head -1)" "$work/rocpdsys/chosen.py" tree
is "a program in a folder of the package's name" "$(sql "SELECT count(*) FROM regions WHERE name = 'leaf'")" 3
for p in $(oldest_and_newest); do names_chosen "$p"; done
for p in $(interpreters); do all "$p"; done
traced /usr/bin/env COLLECT_PYTHON_FUNCTION_HIDE='(' COLLECT_PYTHON_LABEL_ARGS=3 "$(interpreters | head -1)" "$program" tree
is "what is not understood is said" "$? $(grep -c 'COLLECT_PYTHON_FUNCTION_HIDE\|COLLECT_PYTHON_LABEL_ARGS' "$work/stderr")" "0 2"
finish
