#!/bin/sh
# Flame graphs in headless Chromium: zoom, search and reset, against brute force; all pictures are shown without complaints.
command -v chromium >/dev/null || { echo "no chromium (scripts/deps.sh installs it)"; exit 77; }
exec /usr/bin/python3 "$(dirname "$0")/svg_browser.py" "$BUILD" "$TEST_TMP"
