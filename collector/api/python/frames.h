/* Frames of Python for call stacks (interpreter.h): without a hook at each call, read from memory. */
#ifndef COLLECT_PYTHON_FRAMES_H
#define COLLECT_PYTHON_FRAMES_H

/* Begins, once the frames' layout is known (python_chain_check), or begins again. Called with the interpreter's lock. */
void python_frames_begin(void);
/* The interpreter ends: its memory will be gone. */
void python_frames_end(void);

#endif
