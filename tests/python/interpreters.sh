# Prints the machine's interpreters of supported versions, one a line: the system's, and another one of each other version. With SOAK=1 all of them.
interpreters() {
  known=
  for p in /usr/bin/python3 /root/.pyenv/versions/3.*/bin/python3 "$HOME"/.pyenv/versions/3.*/bin/python3; do
    [ -x "$p" ] && version=$("$p" -c 'import sys; print(sys.version_info[1]); sys.exit(not (3, 8) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null) || continue
    case " $known " in *" $version "*) [ -n "${SOAK:-}" ] || continue ;; esac
    known="$known $version"
    readlink -f "$p"
  done | sort -u
}
# The oldest and the newest of them; with SOAK=1 all: for what does not depend on how an interpreter keeps its frames and objects.
oldest_and_newest() {
  interpreters | sed 's/.*3[.]\([0-9]*\)$/\1 &/' | sort -n | { [ -n "${SOAK:-}" ] && cat || sed -n '1p; $p'; } | cut -d ' ' -f 2-
}
