#!/bin/sh
# Worker threads, interning, decoding at first use, connections in threads, under ThreadSanitizer.
exec "$BUILD/unit/test_model_parallel"
