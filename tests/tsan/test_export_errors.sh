#!/bin/sh
# Exports that are interrupted while several threads write, under ThreadSanitizer.
exec "$BUILD/unit/test_export_errors"
