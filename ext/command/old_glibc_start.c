/* How the programs start: by the version of __libc_start_main that glibc 2.28 has.
**
** glibc 2.34 gave that function a new version, which the start file crt1.o asks for, because from then on it runs the
** program's constructors by itself. Before, crt1.o passed it a function of the program's (__libc_csu_init) that did. Here
** the program gets a hidden function of that name, which calls the old version and passes such a function. Every glibc
** runs that: the later ones have the old version for programs linked before 2.34. All else is the same in both: the
** dynamic linker runs what is before the constructors (.preinit_array), and all destructors. */
#include "old_glibc.h"

#ifdef OLD_GLIBC
typedef void constructor(int argc, char **argv, char **environment);
typedef int main_function(int argc, char **argv, char **environment);
#define HIDDEN __attribute__((visibility("hidden")))

__asm__(".symver rocpd_old_start_main, __libc_start_main@" OLD_GLIBC);
int rocpd_old_start_main(main_function *run, int argc, char **argv, constructor *construct, void (*destruct)(void), void (*unload)(void), void *stack);
int rocpd_start_main(main_function *run, int argc, char **argv, constructor *construct, void (*destruct)(void), void (*unload)(void), void *stack)
    __asm__("__libc_start_main");

/* By the linker, and by crti.o: what is in the program's section .init. */
extern constructor *const __init_array_start[] HIDDEN, *const __init_array_end[] HIDDEN;
void _init(void) HIDDEN;

static void run_constructors(int argc, char **argv, char **environment) {
  _init();
  for (constructor *const *c = __init_array_start; c < __init_array_end; c++) (*c)(argc, argv, environment);
}

/* Built with glibc before 2.34, crt1.o passes its own function, which does the same. */
int rocpd_start_main(main_function *run, int argc, char **argv, constructor *construct, void (*destruct)(void), void (*unload)(void), void *stack) {
  return rocpd_old_start_main(run, argc, argv, construct ? construct : run_constructors, destruct, unload, stack);
}
#endif
