#!/bin/sh
# Walks of known stacks (unwind.c).
. tests/inside/common.sh
inside "$BUILD/inside/unwind"
finish
