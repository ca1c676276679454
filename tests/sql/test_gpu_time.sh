#!/bin/sh
# Time on the GPU (gpu_time, overlap, concurrency, causes of gaps, queue depth) against brute force on random traces.
exec /usr/bin/python3 "$(dirname "$0")/gpu_time.py" "$BUILD" "$TEST_TMP"
