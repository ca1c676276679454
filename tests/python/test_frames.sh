#!/bin/sh
# Python's frames in call stacks, read from memory in a signal handler and from outside (frames.c), are those that Python tells (frames.py), in all versions.
. "$(dirname "$0")/python.sh"
[ -z "${SANITIZER:-}" ] || { echo "skip: the library is loaded without the sanitizer's runtime first"; exit 77; }
list=$(interpreters)
[ -n "$list" ] || { echo "no Python from 3.8 to 3.13"; exit 77; }
for p in $list $(command -v python3-dbg); do
  v=$("$p" -c 'import sys; print("%d.%d" % sys.version_info[:2])')${p##*/python*[0-9]}
  timeout 60 env FRAMES="$BUILD/inside/libframes.so" LD_PRELOAD="$BUILD/inside/libframes.so" COLLECT_OUTPUT="$work/out" PYTHONDONTWRITEBYTECODE=1 "$p" "$programs/frames.py" >"$work/told" 2>"$work/stderr"
  is "$v: exit code" $? 0
  sed -e "s/^ok /ok $v: /; s/^not ok /not ok $v: /" "$work/told"
  ! grep -q '^not ok' "$work/told" || failed=1
  head -5 "$work/stderr" | sed 's/^/# /'
done
finish
