/* A chunk file that is being written: chunks appended, their index for the footer.
**
** Where the writer has descriptors of its own, one is kept from the start: the file is reached though
** its folder is renamed, or the process has another root, other rights or no descriptors any more. Elsewhere
** it is open only during a drain: a program that closes descriptors it does not know (daemons do) cannot
** hurt, and none of its numbers is taken. A write that was cut short is taken
** back, so that what follows stays readable. Writer only, but for the start. */
#ifndef COLLECT_FILE_H
#define COLLECT_FILE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "rocz.h"

typedef struct collect_file {
  char path[4096];   /* "": there is none */
  dev_t device;
  ino_t inode;
  int fd, reserved;  /* 1 + the number, 0: none */
  bool broken;       /* what is in the file can no longer be trusted to be ours */
  uint64_t size, allocated; /* the disk has space up to there */
  uint8_t *index;    /* chunks entries for the footer */
  size_t index_bytes;
  uint64_t chunks;
  uint64_t events;   /* rows that are no info rows */
} collect_file;

/* Are rows of this kind events, and no info that others refer to? */
bool collect_is_event(unsigned kind);
/* Those of a declared kind are info, too; of no kind any more: it is another file. */
void collect_info_kind(uint16_t kind);
void collect_info_kinds_none(void);

/* A new file with this header. False: errno says why. */
bool collect_file_create(collect_file *f, const char *path, const uint8_t *header, size_t size);
/* Chunks with their headers, all or none: where space can be allocated a full disk is found out before a byte is
** written. `keep`: so that the end of the file has its space, too. False: errno says why. */
bool collect_file_append(collect_file *f, const uint8_t *chunks, size_t size, bool keep);
/* Bytes of the file with its footer, if a chunk of `more` bytes is added. */
uint64_t collect_file_size_with(const collect_file *f, size_t more);
/* Copies to `to`, a new file, what others refer to: all chunks of info kinds. */
bool collect_file_copy_info(collect_file *f, collect_file *to);
/* The footer. */
bool collect_file_finish(collect_file *f);
/* `next` takes the place of f: at every moment the path leads to one of the two, whole. */
bool collect_file_replace(collect_file *f, collect_file *next);
/* It is no more, and its memory is given back. */
void collect_file_remove(collect_file *f);
/* After the chunks of one drain: the descriptor is not kept. */
void collect_file_rest(collect_file *f);
/* Keeps one open from now on. The writer calls it once it has a table of descriptors of its own. */
void collect_file_reserve(collect_file *f);
/* Forget all of it, without touching the file: in a forked child. */
void collect_file_forget(collect_file *f);

#endif
