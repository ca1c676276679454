#!/bin/sh
# Exporters, whose tracks are written by several threads, under ThreadSanitizer.
exec "$BUILD/unit/test_export_formats"
