#!/bin/sh
# Tables of rows of others, made by several threads, under ThreadSanitizer.
exec "$BUILD/unit/test_analysis_threads"
