# Prints the machine's interpreters of supported versions, one a line.
interpreters() {
  for p in /usr/bin/python3 /root/.pyenv/versions/3.*/bin/python3 "$HOME"/.pyenv/versions/3.*/bin/python3; do
    [ -x "$p" ] && "$p" -c 'import sys; sys.exit(not (3, 8) <= sys.version_info[:2] <= (3, 13))' 2>/dev/null && readlink -f "$p"
  done | sort -u
}
