#!/bin/sh
# The reader of growing files, its worker threads and a writer, under ThreadSanitizer.
exec "$BUILD/unit/test_source_rocz_live"
