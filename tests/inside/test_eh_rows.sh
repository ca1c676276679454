#!/bin/sh
# The rows of unwind tables, for all functions of some libraries, beside those that readelf computes.
. tests/inside/common.sh
for f in libc.so.6 ld-linux-x86-64.so.2 libcrypto.so.3 "$BUILD/libcollect.so"; do
  case $f in /*) path=$f ;; *) path=$(ls /lib/x86_64-linux-gnu/$f /usr/lib/x86_64-linux-gnu/$f /lib64/$f 2>/dev/null | head -n 1) ;; esac
  [ -n "$path" ] || { echo "# no $f"; continue; }
  said=$(python3 tests/inside/eh_rows.py "$BUILD/inside/eh_rows" "$path")
  case $said in [1-9][0-9][0-9]*' 0 different') ok "${f##*/}: $said" ;; *) not_ok "${f##*/}: $said" ;; esac
done
finish
