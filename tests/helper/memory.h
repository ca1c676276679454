/* Lets memory run out on purpose, for C tests: SQLite's, since the extension uses no other. */
#ifndef MEMORY_H
#define MEMORY_H

/* Call it before SQLite is used at all. */
void memory_begin(void);
/* Makes the nth allocation from now on fail, once. 0: none fails. */
void memory_fail_at(long n);
/* Returns whether it has failed, and stops failing. */
int memory_failed(void);

#endif
