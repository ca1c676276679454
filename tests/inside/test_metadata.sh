#!/bin/sh
# The metadata of code objects (metadata.c).
exec timeout 100 "$BUILD/inside/metadata"
