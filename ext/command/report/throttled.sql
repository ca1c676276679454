-- throttled: for how long GPUs were slowed down, by reason, and which kernels ran then
--
--    rocpd record --metrics ./app
--    rocpd throttled
--    rocpd throttled --window 1.2s,1.8s trace
--    rocpd help throttled         what the reasons are
--
-- share is of the time of the row: that in which a GPU was busy or idle, and that of the kernel. Several reasons may hold at the same time. The table `throttled` has the
-- same.
-- domains: metrics
-- filters: gpu
-- refuses: without the other work, a GPU would look idle
-- section: gpus | GPUs | no GPU was slowed down, or none tells
-- keep: gpu, reason, throttled_ns, share, kind, n
SELECT gpu, reason, kind, throttled_ns, share, known_ns AS of_ns, events AS n FROM throttled ORDER BY length(gpu), gpu, throttled_ns DESC LIMIT {limit};
-- section: kernels | Kernels and copies | none
-- keep: name, reason, throttled_ns, share, n
SELECT coalesce({name name}, kind) AS name, reason, throttled_ns, share, known_ns AS of_ns, events AS n FROM throttled('kernel') ORDER BY throttled_ns DESC LIMIT {limit};
