#!/bin/sh
# Reports, whose answers are found beside the threads that write the time line, under ThreadSanitizer.
exec "$BUILD/unit/test_export_html_beside"
