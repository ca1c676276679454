#!/bin/sh
# hip_events and barriers on the software GPU: a row for each event that a stream came to, and for each wait, where it was, when,
# and by which call; with the domain `barriers` a row for each barrier packet.
. "$(dirname "$0")/common.sh"
cd "$root" || exit 1
run() { on_gpu COLLECT_CHECK=1 COLLECT_DOMAINS=+hip_events GPUSIM_TRACE="$work/did" GPUSIM_KERNELS=first=40000000 "$@"; }
# look WHAT ROUNDS
look() {
  is "$1: a row for each event and each wait, by its call" "$(sql "SELECT e.name, count(*), count(DISTINCT e.hip_event_handle), count(DISTINCT e.stack_id), count(DISTINCT e.stream_id) FROM hip_events e
    JOIN regions r ON r.guid = e.guid AND r.stack_id = e.stack_id AND r.tid = e.tid AND r.name = e.name AND e.start >= r.start AND e.duration = e.end - e.start GROUP BY 1" | tr '\n' ' ')" "hipEventRecord $2 3 $2 1 hipStreamWaitEvent $2 3 $2 1 "
  is "$1: the queue that is waited for is the event's" "$(sql "SELECT DISTINCT w.source_queue_id = e.queue_id, w.source_queue_id <> w.queue_id, e.source_queue_id IS NULL FROM hip_events w JOIN hip_events e ON e.name = 'hipEventRecord' WHERE w.name LIKE '%Wait%'")" "1 1 1"
  is "$1: an event comes after its kernel, and is waited for before the next" "$(sql "WITH e AS (SELECT *, row_number() OVER (PARTITION BY name ORDER BY stack_id) AS i FROM hip_events),
      k AS (SELECT *, row_number() OVER (PARTITION BY name ORDER BY dispatch_id) AS i FROM kernels)
    SELECT count(*) FROM e r JOIN e w ON w.i = r.i AND r.name = 'hipEventRecord' AND w.name = 'hipStreamWaitEvent' JOIN k a ON a.i = r.i AND a.name LIKE 'first%' JOIN k b ON b.i = r.i AND b.name LIKE 'second%'
      WHERE a.end <= r.start AND r.end <= w.end AND w.end <= b.start AND a.queue_id = r.queue_id AND b.queue_id = w.queue_id AND a.stream_id = r.stream_id AND b.stream_id = w.stream_id
        AND r.queue_name = a.queue AND r.agent_abs_index = a.agent_abs_index AND r.agent_type = 'GPU' AND r.device LIKE 'gfx%'")" "$2"
}
run events 20; is "exit code" $? 0
look "to the end" 20
is "nothing lost" "$(sql "SELECT count(*) FROM health WHERE value <> 0 AND (name LIKE '%dropped' OR name LIKE '%lost' OR name LIKE '%failed')")" 0
is "each at its own time" "$(sql "SELECT count(DISTINCT start) FROM hip_events")" 40
is "the base table" "$(sql "SELECT count(*), count(e.id) FROM rocpd_hip_event h JOIN rocpd_event e ON e.guid = h.guid AND e.id = h.event_id")" "40 40"
is "the domain barriers is off" "$(sql "SELECT count(*) FROM barriers")" 0
for way in db rocz; do
  is "exported as $way" "$(sql "CREATE TEMP TABLE done AS SELECT rocpd_export_$way('$work/copy.$way')" | tr -d '\n')" ""
  TRACE=$work/copy.$way
  look "exported as $way" 20
  TRACE=
  rm -f "$work/copy.$way"
done
run events 20 kill; is "killed" $? 137
look "killed" 20
run COLLECT_QUEUES=intercept events 20; look "intercepted" 20
run COLLECT_DOMAINS=standard events 20; is "by default they are off" "$? $(sql "SELECT count(*) FROM hip_events")" "0 0"
# Arguments of these calls are always there: which stream waits for which is known.
is "arguments: each event and stream" "$(sql "SELECT r.name, a.name, count(*), count(DISTINCT a.value) FROM region_args a JOIN regions r USING (guid, id) WHERE a.name IN ('event', 'stream') GROUP BY 1, 2" | tr '\n' ' ')" \
  "hipEventRecord event 20 3 hipEventRecord stream 20 1 hipStreamSynchronize stream 2 1 hipStreamWaitEvent event 20 3 hipStreamWaitEvent stream 20 1 "
is "the handles of streams are known" "$(sql "SELECT count(*), sum(json_extract(s.extdata, '$.handle') IN (SELECT value FROM region_args WHERE name = 'stream')) FROM rocpd_info_stream s WHERE s.id > 0")" "2 2"
is "a stream's synchronisation waits for that stream" "$(sql "SELECT known_by, count(*), count(waited_for), sum(waited_for LIKE 'second%') FROM sync_cost WHERE name = 'hipStreamSynchronize' GROUP BY 1")" "stream 2 2 2"
is "the path leads from the second stream to the first" "$(sql "SELECT sum(a.name LIKE 'second%' AND b.name LIKE 'first%') > 5 FROM (SELECT *, lag(name) OVER (ORDER BY start) AS before FROM critical_path WHERE kind = 'kernel') a
  JOIN kernels b ON b.name = a.before")" 1

# Barriers: as many as the GPU passed, with the times that it says, in each queue's order.
rm -f "$work/did"; run COLLECT_DOMAINS=+barriers,+hip_events events 20; look "with barriers" 20
# (The runtime's own queue is the first, and nobody's.)
is "a row for each barrier packet" "$(sql "SELECT count(*) FROM barriers")" "$(grep ' barrier$' "$work/did" | grep -vc ' queue 1 ')"
is "the packets' numbers" "$(sql "SELECT queue_id + 1, packet FROM barriers ORDER BY 1, 2" | md5sum)" "$(sed -n 's/.* queue \([0-9]*\) packet \([0-9]*\) .* barrier$/\1 \2/p' "$work/did" | grep -v '^1 ' | sort -n -k 1,1 -k 2,2 | md5sum)"
is "with a signal: with times; without: none" "$(sql "SELECT count(*), sum((signal <> 0) = (start IS NOT NULL) AND (start IS NULL) = (end IS NULL)) = count(*) FROM barriers" | sed 's/^[0-9]* //')" 1
is "the waits of events are among them, for the events' signals" "$(sql "SELECT count(*) FROM hip_events w JOIN barriers b ON b.stack_id = w.stack_id JOIN barriers s ON s.signal = b.dependency_1 AND s.queue_id = w.source_queue_id
   WHERE w.name LIKE '%Wait%' AND s.stack_id = (SELECT max(stack_id) FROM hip_events r WHERE r.name = 'hipEventRecord' AND r.stack_id < w.stack_id)")" 20
run COLLECT_DOMAINS=+barriers,+hip_events GPUSIM_GPUS=2 known threads=4 streams=3 gpus=2; is "several threads and GPUs: exit code" $? 0
# Each dependency of each row, and what signals it.
each=$(for n in 1 2 3 4 5; do echo "SELECT b.name, b.guid, dependency_$n AS d, awaited_$n AS a FROM barriers b WHERE dependency_$n <> 0 ${n#5}" | sed "s/ [1-4]\$/ UNION ALL/; s/ 5\$//"; done)
is "several threads and GPUs: what signals each dependency is known" "$(sql "SELECT name, count(*) > 20, count(*) - count(a), count(*) - sum(EXISTS (SELECT 1 FROM kernels k WHERE k.event_id = a) + EXISTS (SELECT 1 FROM barriers s WHERE s.event_id = a) + EXISTS (SELECT 1 FROM memory_copies c WHERE c.stack_id = a))
  FROM ($each) GROUP BY 1" | tr '\n' ' ')" "BARRIER_AND 1 0 0 COPY 1 0 0 "
is "several threads and GPUs: each record of an event has its row" "$(sql "SELECT (SELECT count(*) FROM hip_events WHERE name = 'hipEventRecord') = count(*), count(*) > 50 FROM regions WHERE name = 'hipEventRecord'")" "1 1"
is "several threads and GPUs: each barrier is of a call" "$(sql "SELECT count(*) > 50, sum(EXISTS (SELECT 1 FROM regions r WHERE r.guid = b.guid AND r.stack_id = b.stack_id AND r.tid = b.tid)) = count(*) FROM barriers b")" "1 1"
# A call can make several barriers, and the first be over before the next is made: the last is the event's.
$CC -O1 -shared -fPIC -o "$work/two.so" tests/collect/two_barriers.c -lhsa-runtime64 -ldl || exit 1
run LD_PRELOAD="$work/two.so:$(preload)" COLLECT_DOMAINS=+hip_events,+barriers events 20; is "two barriers: exit code" $? 0
is "two barriers: a row for each event" "$(sql "SELECT count(*), count(DISTINCT e.stack_id), count(b.id) FROM hip_events e LEFT JOIN
  (SELECT stack_id, max(packet) AS id, max(end) AS end FROM barriers GROUP BY 1) b ON b.stack_id = e.stack_id AND b.end = e.end WHERE e.name = 'hipEventRecord'")" "20 20 20"
is "two barriers: there are two" "$(sql "SELECT count(*) FROM barriers b JOIN regions r USING (guid, stack_id) WHERE r.name = 'hipEventRecord'")" 40
run COLLECT_DOMAINS=barriers events 20; is "the domain alone" "$? $(sql "SELECT count(*) > 20, (SELECT count(*) FROM regions), (SELECT count(*) FROM hip_events) FROM barriers")" "0 1 0 0"
finish
