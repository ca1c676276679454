/* For pointers.c: HIP's functions as variables, as programs have them that are to run
** without HIP too (the way of hipew). */
extern int (*hipSetDevice)(int), (*hipMemcpy)(void *, const void *, unsigned long, int);
int pointers_load(void);
void pointers_work(int calls);
