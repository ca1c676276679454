/* Which Python functions are recorded, and how they are called: decided once for each code object.
**
** rocprof-sys-python's rules, in its order: functions that are restricted to decide alone; those that are included are recorded;
** those that are excluded are not, nor what they call; then the same by the file's path. All are extended
** regular expressions, of which one has to be found in the code object's own name, or its file's path. */
#ifndef COLLECT_PYTHON_CHOICE_H
#define COLLECT_PYTHON_CHOICE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum python_verdict { PYTHON_RECORDED, PYTHON_EXCLUDED, PYTHON_EXCLUDED_INSIDE /* nor what it calls */ };

enum python_verdict python_choose(const char *name, const char *qualified_name, const char *file);

/* What is shown of a call: parts of its label. */
typedef struct python_shown { bool arguments, file, line, full_path, facts /* beside the label */; } python_shown;
python_shown python_shows(void);
bool python_traces_c(void);
/* Not from the start, but from when the program asks for it. */
bool python_waits(void);

/* A choice by name, as the environment would have it behind COLLECT_PYTHON_, from now on. False: there is none of this name, or it is not
** understood. With the lock of those who look. */
bool python_choice_set(const char *name, const char *value);

#endif
