# The folder of the files: the parts of COLLECT_OUTPUT that are filled in, with hostile values;
# rights of files; links of other users; folders that cannot be written.
. "$(dirname "$0")/common.sh"
fake_setup
deep=$work/deep
# into PATTERN [NAME=VALUE ...]: runs the victim with that pattern below $deep, and prints where its file is, relative to $deep
into() {
  local pattern=$1; shift
  rm -rf "$deep"; mkdir -p "$deep"
  (cd "$deep" && env "$@" COLLECT_OUTPUT="$pattern" LD_LIBRARY_PATH="$work/fake" ASAN_OPTIONS=detect_leaks=0:handle_segv=0:handle_abort=0 \
    LD_PRELOAD="$(preload)" ../victim end exit >/dev/null 2>"$work/stderr")
  is "$pattern: exit code" $? 3
  folder=$(cd "$deep" && find . -name '*.rocz' | sed 's|^\./||;s|/[^/]*$||')
}
long=$(printf '%04096d' 7)

into plain; is "no letter" "$folder" plain
into 'a/%h/b'; is "%h" "$folder" "a/$(hostname | cut -c1-64)/b"
into 'p%p'; is "%p is the process" "$folder" "p$(basename "$(find "$deep" -name '*.rocz')" | sed 's/.*-\([0-9]*\)-[0-9]*\.rocz/\1/')"
into 'r%r' OMPI_COMM_WORLD_RANK=12; is "%r" "$folder" r12
into 'r%r' RANK=x/../y SLURM_PROCID=3; is "%r: only numbers are ranks" "$folder" r3
into 'r%r' ALPS_APP_PE=5 LOCAL_RANK=1; is "%r: of the job before that of the machine" "$folder" r5
into 'r%r' LOCAL_RANK=1; is "%r: of the machine" "$folder" r1
into 'r%r' -u RANK; is "%r without a launcher" "$folder" rnone
before=$(date -u +%Y%m%d-%H%M%S); into 't%t'; after=$(date -u +%Y%m%d-%H%M%S)
case $folder in t????????-??????) ok "%t: $folder" ;; *) not_ok "%t: $folder" ;; esac
[ ! "t$before" \> "$folder" ] && [ ! "$folder" \> "t$after" ] && ok "%t: between $before and $after" || not_ok "%t: $before, $folder, $after"
into '%%d%%'; is "%%" "$folder" '%d%'
into '%e{KIND}-%e{SIZE}' KIND=small SIZE='4 GB'; is "%e" "$folder" 'small-4 GB'
into 'x%e{NOT_SET}y' -u NOT_SET; is "%e: not set" "$folder" xnoney

# A value that is filled in stays part of one name.
into 'v%e{V}' V=; is "an empty value" "$folder" vnone
into '%e{V}' V=..; is "a value of two dots" "$folder" _.
into '%e{V}%e{V}' V=.; is "dots of two values" "$folder" __
into 'a/%e{V}/b' V=../../../tmp/out; is "slashes and dots" "$folder" 'a/_._.._.._tmp_out/b'
into '%e{V}' V=/etc/out; is "an absolute path" "$folder" _etc_out
into '%e{V}' V="$(printf 'a\nb\tc\001d\177e')"; is "control characters" "$folder" a_b_c_d_e
into '%e{V}' V='*?[a]\b'; is "what globs mean" "$folder" '___a__b'
into '%e{V}' V='%p%e{V}%n'; is "percent signs of values" "$folder" '%p%e{V}%n'
into '%e{V}' V="$long"; is "4 KB" "$folder" "$(printf '%.64s' "$long")"
into '%e{V}' V="$(printf '%061d\303\266\303\274\303\244' 1)"; is "no half character at the end" "$folder" "$(printf '%061d\303\266' 1)"
into '%e{A/B}%e{../..}' 'A/B=c'; is "names with slashes" "$folder" cnone
into "$(printf '%%e{V}%.0s' $(seq 90))" V="$long"; is "a path that is too long: no file" "$folder" ""
is "... and one line that says so" "$(grep -c 'File name too long' "$work/stderr")" 1
for bad in '%q' 'a%' '%e' '%e{' '%e{}' '%e{V'; do
  into "$bad" V=x; is "$bad is not understood: the default" "$folder" trace
  is "$bad: said once" "$(grep -c '^libcollect: COLLECT_OUTPUT=.* is not a path (letters known after %' "$work/stderr")" 1
done
mkdir -p "$work/100%p"
(cd "$work/100%p" && COLLECT_OUTPUT='o%p' LD_LIBRARY_PATH="$work/fake" LD_PRELOAD=$(preload) ASAN_OPTIONS=detect_leaks=0 ../victim end exit >/dev/null 2>&1)
is "the current folder's name stands as it is" "$(ls -d "$work/100%p"/o[0-9]* | wc -l)" 1

# Run numbers: each command line has its own, which all its processes share.
numbers=$work/numbers; mkdir -p "$numbers"
run() { (cd "$numbers" && env "$@" LD_LIBRARY_PATH="$work/fake" ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$(preload)" ../victim end exit >/dev/null 2>&1); }
run COLLECT_OUTPUT='r%n/%p' SLURM_JOB_ID=1; run COLLECT_OUTPUT='r%n/%p' SLURM_JOB_ID=1; run COLLECT_OUTPUT='r%n/%p' SLURM_JOB_ID=2
is "%n: two processes of a job" "$(ls "$numbers/r1" | wc -l)" 2
is "%n: the next job" "$(ls "$numbers/r2" | wc -l)" 1
mkdir "$numbers/r3"; : >"$numbers/r4"; ln -s /nowhere "$numbers/r5"
run COLLECT_OUTPUT='r%n/%p' SLURM_JOB_ID=3
is "%n: what is there already is left alone" "$(ls "$numbers/r6" | wc -l)" 1
for i in 1 2 3 4 5 6 7 8; do setsid sh -c 'COLLECT_OUTPUT="s%n" LD_LIBRARY_PATH="../fake" ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$0" exec ../victim end exit' "$(preload)" >/dev/null 2>&1; done 2>/dev/null
(cd "$numbers" && for i in 1 2 3 4 5 6 7 8; do
  setsid sh -c 'COLLECT_OUTPUT="s%n" LD_LIBRARY_PATH="../fake" ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$0" ../victim end exit; COLLECT_OUTPUT="s%n" LD_LIBRARY_PATH="../fake" ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD="$0" ../victim end exit' "$(preload)" >/dev/null 2>&1 &
done; wait)
is "%n: 8 command lines at once, a number each" "$(ls -d "$numbers"/s? | wc -l)" 8
is "%n: ... with both of its processes" "$(for d in "$numbers"/s?; do ls "$d" | grep -c 'rocz$'; done | sort | uniq -c | tr -s ' ')" " 8 2"
is "%n: nothing else is left" "$(ls -A "$numbers" | grep -cv '^[rs][0-9]$')" 0

# Only the user can read the files, whatever the umask is.
for mask in 000 022 777; do
  rm -rf "$work/out"
  (umask $mask; cd "$work" && COLLECT_OUTPUT="$work/out/deep" LD_LIBRARY_PATH="$work/fake" ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD=$(preload) ./victim end kill >/dev/null 2>&1)
  is "umask $mask: files" "$(stat -c %a "$work"/out/deep/* | sort | uniq -c | tr -s ' ')" " 2 600"
  is "umask $mask: folders" "$(stat -c %a "$work/out" "$work/out/deep" | sort -u)" 700
done

for bits in 640 0644 0666; do
  rm -rf "$work/out"
  (umask 077; cd "$work" && COLLECT_MODE_BITS=$bits COLLECT_OUTPUT="$work/out/deep" LD_LIBRARY_PATH="$work/fake" ASAN_OPTIONS=detect_leaks=0 LD_PRELOAD=$(preload) ./victim end kill >/dev/null 2>&1)
  is "COLLECT_MODE_BITS=$bits: files" "$(stat -c %04a "$work"/out/deep/* | sort -u)" "$(printf '%04d' "${bits#0}")"
  case $bits in 640) folder=750 ;; 0644) folder=755 ;; *) folder=777 ;; esac
  is "COLLECT_MODE_BITS=$bits: folders" "$(stat -c %a "$work/out" "$work/out/deep" | sort -u)" $folder
done
for bits in 400 0755 8 06000 rw- 66; do
  COLLECT_MODE_BITS=$bits victim end exit
  is "COLLECT_MODE_BITS=$bits is none" "$(cut -d\; -f2 "$work/stderr")$(stat -c ' %a' "$work"/out/*.rocz)" " using '0600' 600"
done

# Links in a folder where all may write: the user's own are followed, others' are not.
if [ "$(id -u)" = 0 ]; then
  open=$work/open; mkdir -p "$open" "$work/target"; chmod 1777 "$open" "$work/target"
  ln -s "$work/target" "$open/ours"
  ln -s "$work/target" "$open/theirs"; chown -h nobody "$open/theirs"
  OUTPUT=$open/ours victim end exit; is "our own link: exit code" $? 3
  is "our own link is followed" "$(ls "$work/target"/*.rocz | wc -l)" 1
  rm -f "$work/target"/*
  for path in "$open/theirs" "$open/theirs/" "$open/theirs/below" "$open//theirs/a/b"; do
    OUTPUT=$path victim end exit; is "$path: exit code" $? 3
    is "$path: refused" "$(cat "$work/stderr")" "libcollect: cannot create $path: the path uses another user's link in a world-writable folder; nothing is recorded"
  done
  is "nothing is where the link leads" "$(ls -A "$work/target" | wc -l)" 0
  mkdir "$work/shut"; chmod 755 "$work/shut"; ln -s "$work/target" "$work/shut/link"; chown -h nobody "$work/shut/link"
  OUTPUT=$work/shut/link victim end exit
  is "another's link where not all may write is followed" "$(ls "$work/target"/*.rocz | wc -l)" 1
  # Another user, who may not write there, or on whose disk nothing is left.
  if su -s /bin/sh nobody -c true 2>/dev/null; then
    chmod 755 "$work"
    mkdir "$work/closed"
    su -s /bin/sh nobody -c "cd / && COLLECT_OUTPUT='$work/closed/a/b' LD_LIBRARY_PATH='$work/fake' LD_PRELOAD='$(preload)' ASAN_OPTIONS=detect_leaks=0 '$work/victim' end exit" >/dev/null 2>"$work/stderr"
    is "a folder of root: exit code" $? 3
    is "a folder of root: the reason" "$(grep -c 'Permission denied; nothing is recorded' "$work/stderr")" 1
    su -s /bin/sh nobody -c "cd / && COLLECT_OUTPUT='$open/nobody' LD_LIBRARY_PATH='$work/fake' LD_PRELOAD='$(preload)' ASAN_OPTIONS=detect_leaks=0 '$work/victim' end exit" >/dev/null 2>"$work/stderr"
    is "another user" "$(stat -c '%U %a' "$open/nobody" "$open/nobody"/*.rocz | tr '\n' ' ')" "nobody 700 nobody 600 "
  else
    echo "# no su here: other users are not tested"
  fi
else
  echo "# not root: links of others are not tested"
fi

# No room for the live file: the message gives that reason.
mkdir -p "$work/small"
if mount -t tmpfs -o size=8k none "$work/small" 2>/dev/null; then
  dd if=/dev/zero of="$work/small/fill" bs=4k count=1 >/dev/null 2>&1
  mkdir "$work/small/out"
  OUTPUT=$work/small/out victim end exit; is "no room: exit code" $? 3
  is "no room: the reason" "$(sed 's/.*: \([^:]*\)$/\1/' "$work/stderr")" "No space left on device; nothing is recorded"
  is "no room: nothing is left" "$(ls -A "$work/small/out" | wc -l)" 0
  umount "$work/small"
fi
mkdir -p "$work/read_only"
if mount -t tmpfs none "$work/read_only" 2>/dev/null && mount -o remount,ro "$work/read_only"; then
  OUTPUT=$work/read_only/out victim end exit; is "read-only: exit code" $? 3
  is "read-only: the reason" "$(sed 's/.*: \([^:]*\)$/\1/' "$work/stderr")" "Read-only file system; nothing is recorded"
fi
umount "$work/read_only" 2>/dev/null
finish
