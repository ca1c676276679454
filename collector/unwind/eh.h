/* Unwind tables (.eh_frame, found by .eh_frame_hdr): how the frame of an address's function is undone.
**
** LSB core specification, "Exception Frames"; DWARF 5, section 6.4, for the instructions. The tables are not trusted: whatever they hold, only the
** segments that contain them are read. */
#ifndef COLLECT_EH_H
#define COLLECT_EH_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Copies memory at an address. False: not all of it can be read. Async-signal-safe. */
typedef bool collect_eh_read(void *arg, uintptr_t address, void *to, size_t size);

/* A mapped part of an object: addresses [low, high) that hold bytes of its file. */
typedef struct collect_eh_segment { uintptr_t low, high; } collect_eh_segment;

/* The tables of one object, in the memory of the process that it is loaded in. */
typedef struct collect_eh_table {
  uintptr_t low, high;    /* the segment that holds .eh_frame */
  uintptr_t origin;       /* the numbers in `entries` and `blocks` are relative to this address */
  uintptr_t entries;      /* address of pairs of int32: where a function starts, and its FDE; sorted by start */
  const int32_t *own;     /* the same in our memory, if the object has no such table; otherwise NULL */
  const int32_t *blocks;  /* the start of each 64th entry, in our memory */
  uintptr_t frames;       /* where .eh_frame begins; 0: not known */
  uint32_t count;         /* entries; 0: there is no table */
  collect_eh_read *read;  /* reads what is not our memory; NULL: it may be read directly */
  void *read_arg;
  uintptr_t copy;         /* the byte of an address in [low, high) is at address + copy, in our memory; 0: there is no copy */
  void *memory;           /* what this took, and its size */
  size_t memory_size;
} collect_eh_table;

enum { COLLECT_EH_BLOCK = 64 };

/* Where the frame is: its CFA is the value of rsp before the call's return address was pushed, and that address is at CFA - 8. */
enum collect_eh_kind {
  COLLECT_EH_SP = 1,    /* CFA = rsp + cfa */
  COLLECT_EH_BP,        /* CFA = rbp + cfa */
  COLLECT_EH_AT_SP,     /* CFA = the word at rsp + cfa, plus `add` */
  COLLECT_EH_AT_BP,     /* CFA = the word at rbp + cfa, plus `add` */
  COLLECT_EH_OTHER,     /* CFA = another register + cfa; `add` is its number (DWARF's: 0 rax, rdx, rcx, rbx, rsi, rdi, rbp, rsp, 8 r8, ...) */
  COLLECT_EH_SIGNAL,    /* a ucontext_t is at rsp */
  COLLECT_EH_OUTERMOST, /* there is no caller */
  COLLECT_EH_POINTERS,  /* no table: the frame is found by the frame pointer */
  COLLECT_EH_BEFORE,    /* no table, but a function begins right behind the address. No call precedes it, so as a return address, this is one that was
                           written to the stack to begin there (makecontext): there is no caller */
  COLLECT_EH_END,       /* the walk ends: `cfa` is the enum collect_walk_end */
  COLLECT_EH_KINDS
};
/* Where the caller's rbp is. */
enum collect_eh_bp {
  COLLECT_EH_BP_SAME, /* still in rbp */
  COLLECT_EH_BP_CFA,  /* the word at CFA + bp */
  COLLECT_EH_BP_BP,   /* the word at rbp + bp */
  COLLECT_EH_BP_LOST,
};
typedef struct collect_eh_row { uint8_t kind, bp_kind; int16_t add; int32_t cfa, bp; } collect_eh_row;

/* Prepares the tables of an object. `t->read` and `t->read_arg` are set, all else is filled. `header`: the address of .eh_frame_hdr, which is in one of
** the segments. `t->count` is 0 if there is no usable table. Reads the whole header, and allocates memory. Not for signal handlers. */
void collect_eh_open(collect_eh_table *t, uintptr_t header, const collect_eh_segment *segment, unsigned segments);
/* Copies the tables to our memory, so that `read` is not needed any more: if they take at most `most` bytes. Returns the bytes taken; 0: there is no
** copy. They are read directly. Not for signal handlers. */
size_t collect_eh_keep(collect_eh_table *t, size_t most);
void collect_eh_close(collect_eh_table *t);

/* The row for the instruction at this address. A row of kind COLLECT_EH_POINTERS or _BEFORE: no function of the table contains it. Async-signal-safe. */
collect_eh_row collect_eh_find(const collect_eh_table *t, uintptr_t address);

/* Where the function at this address has saved another register of its caller: COLLECT_EH_BP_SAME, _CFA or _LOST. Async-signal-safe. */
enum collect_eh_bp collect_eh_saved(const collect_eh_table *t, uintptr_t address, uint8_t reg, int32_t *offset);

#endif
