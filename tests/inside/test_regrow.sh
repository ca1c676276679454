#!/bin/sh
# Arrays that grow while another thread forks (regrow.c).
. tests/inside/common.sh
is "forked while arrays grow" "$(timeout 120 "$BUILD/inside/regrow"; echo $?)" "0 of 1500 children found no array
0"
finish
