/* For pointers.c: HIP's functions as variables, as in programs that must also run without HIP (like hipew). */
extern int (*hipSetDevice)(int), (*hipMemcpy)(void *, const void *, unsigned long, int);
int pointers_load(void);
void pointers_work(int calls);
