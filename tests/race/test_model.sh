#!/bin/sh
# Interned texts, scratch memory, the cache of columns and worker threads under
# ThreadSanitizer (model.c).
. tests/race/common.sh
"$race/race/model"
is "exit code" $? 0
no_races "model"
finish
