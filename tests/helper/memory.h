/* Memory that runs out on purpose, for C tests: SQLite's, which is all that the extension
** takes. */
#ifndef MEMORY_H
#define MEMORY_H

/* Before anything of SQLite is used. */
void memory_begin(void);
/* The nth allocation from now on fails, once; 0: none does. */
void memory_fail_at(long n);
/* Whether it did; none fails from now on. */
int memory_failed(void);

#endif
