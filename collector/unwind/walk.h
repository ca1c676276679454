/* Call stacks: walks the stack of a thread by the tables that compilers leave in each object (.eh_frame), and by frame pointers where
** there is no table.
**
**     collect_unwind_begin();                       once, not in a signal handler
**     collect_unwind_changed();                     now and then, and after dlopen or dlclose
**     n = collect_walk(&from, frames, max, &why);   anywhere, also in a signal handler
**     collect_unwind_module(frames[i] & COLLECT_WALK_ADDRESS, &number, &offset);
**
** A walk takes no lock and allocates nothing. It uses less than 2 kB of stack. It reads the stack, which the caller describes, and tables. Tables of
** objects that the program started with, which stay for ever, are read directly. Others may be unmapped by another thread at any instant, so they are
** copied beforehand. Only where that would take too much memory, they are read by process_vm_readv: three times for an address that is not in the
** cache. */
#ifndef COLLECT_WALK_H
#define COLLECT_WALK_H
#include <stdbool.h>
#include <stdint.h>

/* A part of the memory that holds the walked stack: the addresses [low, high), whose bytes stand at `copy` (the byte of `low`). For a thread's own stack
** copy == (const char *)low. */
typedef struct collect_walk_window { uintptr_t low, high; const char *copy; } collect_walk_window;

/* Where a walk begins, and what it may read of the stack: two windows, of which the second may be empty (low == high). A walk begins in either. Only a
** signal frame can lead from one to the other: a handler's stack (sigaltstack) and the stack that the signal interrupted. */
typedef struct collect_walk_from {
  uintptr_t pc, sp, bp;
  bool bp_known; /* false: the register's value is not known (the thread is blocked in a system call, and seen from outside) */
  uintptr_t low, high;
  const char *copy;
  collect_walk_window other;
  const long long *registers; /* uc_mcontext.gregs, if a signal interrupted the thread; NULL: not known. A few frames are found by other registers */
} collect_walk_from;

/* Why a walk ended. Only the first means that the stack is complete. */
enum collect_walk_end {
  COLLECT_WALK_OUTERMOST,    /* the table says that there is no caller, or the return address is 0 */
  COLLECT_WALK_NO_TABLE,     /* no table describes the code, and the frame pointer leads nowhere */
  COLLECT_WALK_BAD_TABLE,    /* the table is damaged */
  COLLECT_WALK_BAD_CFA,      /* a frame would not lie above the one before it, or not be aligned */
  COLLECT_WALK_OUT_OF_STACK, /* the walk would read beyond the windows */
  COLLECT_WALK_EXPRESSION,   /* the table has an expression or a register that this walker does not compute or know */
  COLLECT_WALK_BP_UNKNOWN,   /* the frame is found by rbp, whose value is not known */
  COLLECT_WALK_TOO_DEEP,     /* more than `max` frames */
  COLLECT_WALK_UNMAPPED,     /* the table could not be read: its object has just been unloaded, or the system call is forbidden */
  COLLECT_WALK_CHANGING,     /* the list of objects changed several times during the search */
  COLLECT_WALK_ENDS
};
/* A short text for a reason: "complete", "no table", ... */
const char *collect_walk_end_text(unsigned why);

/* A frame's word has this bit if the word is the address of the instruction that the frame is at: the innermost frame, and one that a signal interrupted.
** Otherwise it is a return address, and what called is found at the address before it. */
#define COLLECT_WALK_EXACT ((uint64_t)1 << 63)
#define COLLECT_WALK_ADDRESS (COLLECT_WALK_EXACT - 1)
/* The address by which a frame's function is found. */
static inline uint64_t collect_walk_lookup(uint64_t frame) { return frame & COLLECT_WALK_EXACT ? frame & COLLECT_WALK_ADDRESS : frame - 1; }

/* Whether the address is in an object that is loaded now: its code can be read. (Code that a program makes may be executable only.) Async-signal-safe. */
bool collect_unwind_holds(uintptr_t address);

/* Stores the frames, innermost first, at most `max` (1 or more), and why the walk ended. Returns their number, at least 1. Async-signal-safe; errno stays
** unchanged. */
unsigned collect_walk(const collect_walk_from *from, uint64_t *frames, unsigned max, uint8_t *why);

/* Reads the list of loaded objects and makes the cache. Cheap if that is already done. False: no memory. Not for signal handlers. */
bool collect_unwind_begin(void);
/* Reads the list again if objects were loaded or unloaded since it was read; otherwise it takes about a microsecond. Several threads may call it. Not for
** signal handlers. */
void collect_unwind_changed(void);

/* The object that holds an address. Objects have numbers, from 0. A number is never used again for another object, and the same object loaded again at the
** same place has the same number. *offset: the address as the object's file has it: less the difference between where the object is loaded and the
** addresses in its program headers. So it is the symbol's value in the file. If no loaded object holds the address, an object that was unloaded
** is taken. False: none ever held it. Async-signal-safe. */
bool collect_unwind_module(uint64_t address, uint32_t *number, uint64_t *offset);

typedef struct collect_unwind_about {
  const char *path;    /* as the loader has it; the program's own is that of its file. "" if that is not known; "linux-vdso.so.1" for the kernel's own. The
                          file may be gone, or be another one by now */
  const uint8_t *build_id;
  uint32_t build_id_size; /* bytes; 0: it has none */
  uint64_t base;       /* address less offset */
  uint64_t low, size;  /* addresses of the mapped segments: [low, low + size) */
  bool loaded;         /* when the list was last read */
} collect_unwind_about;
/* Texts stay valid as long as the process. False: there is no such number. */
bool collect_unwind_module_about(uint32_t number, collect_unwind_about *about);
/* The number of objects seen so far. */
uint32_t collect_unwind_modules(void);

#endif
