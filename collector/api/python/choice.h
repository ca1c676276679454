/* Which Python functions are recorded, and under which label: decided once for each code object.
**
** The rules and their order are those of rocprof-sys-python. If functions are restricted, that decides alone. Included functions
** are recorded. Excluded ones are not, nor what they call. Then the same rules apply to the file's path. Each rule is a list of
** extended regular expressions. A rule applies if one of them matches a part of the code object's name, or of its file's path. */
#ifndef COLLECT_PYTHON_CHOICE_H
#define COLLECT_PYTHON_CHOICE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum python_verdict { PYTHON_RECORDED, PYTHON_EXCLUDED, PYTHON_EXCLUDED_INSIDE /* nor is what it calls */ };

enum python_verdict python_choose(const char *name, const char *qualified_name, const char *file);

/* Parts of a call's label. */
typedef struct python_shown { bool arguments, file, line, full_path, facts /* recorded beside the label */; } python_shown;
python_shown python_shows(void);
bool python_traces_c(void);
/* Whether calls are recorded only once the program asks for it, not from the start. */
bool python_waits(void);

/* Sets a choice from now on, by its variable's name without COLLECT_PYTHON_. False: the name is unknown, or the value is not
** understood. The caller holds the interpreter's lock. */
bool python_choice_set(const char *name, const char *value);

#endif
