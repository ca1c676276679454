#!/bin/sh
# many.sh TRACEGEN PREFIX N: small traces PREFIX0.rocz to PREFIX(N - 1).rocz, each of a process of its own.
set -e
i=0
while [ $i -lt "$3" ]; do
  "$1" "$2$i.rocz" 4 threads=1 queues=1 agents=1 seed=$i >/dev/null
  i=$((i + 1))
done
