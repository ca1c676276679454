/* A chunk file that is being written: the chunks appended so far, and the index for its footer.
**
** If the writer has a descriptor table of its own, it keeps one descriptor open from the start. It then reaches the file even if
** the folder is renamed, or the process gets another root or other rights, or has no descriptors left. Otherwise the file is open
** only during a drain: a program that closes descriptors which it does not know (daemons do) does no harm, and none of its
** descriptor numbers is taken. A write that was cut short is undone, so that later chunks stay readable. Writer only, except at
** the start. */
#ifndef COLLECT_FILE_H
#define COLLECT_FILE_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include "rocz.h"

typedef struct collect_file {
  char path[4096];   /* "": there is no file */
  dev_t device;
  ino_t inode;
  int fd, reserved;  /* 1 + the descriptor, 0: none */
  bool broken;       /* the file may hold bytes that we did not write, or half a chunk: it is not used any more */
  uint64_t size, allocated; /* bytes written; the disk has space up to `allocated` */
  uint8_t *index;    /* one entry per chunk, for the footer */
  size_t index_bytes;
  uint64_t chunks;
  uint64_t events;   /* rows of kinds that are no info kinds */
} collect_file;

/* Whether rows of this kind are events, not info that other rows refer to. */
bool collect_is_event(unsigned kind);
/* Makes a declared kind an info kind. The other forgets all of them, since another file begins. */
void collect_info_kind(uint16_t kind);
void collect_info_kinds_none(void);

/* Creates a file with this header. False: errno says why. */
bool collect_file_create(collect_file *f, const char *path, const uint8_t *header, size_t size);
/* Appends chunks with their headers, all or none. Space is allocated first where possible, so that a full disk is noticed before
** a byte is written. `keep`: also keep space for the end of the file. False: errno says why. */
bool collect_file_append(collect_file *f, const uint8_t *chunks, size_t size, bool keep);
/* Size of the file with its footer, if a chunk of `more` bytes is added. */
uint64_t collect_file_size_with(const collect_file *f, size_t more);
/* Copies all chunks of info kinds to `to`, a new file. */
bool collect_file_copy_info(collect_file *f, collect_file *to);
/* Writes the footer. False: it could not be written. */
bool collect_file_finish(collect_file *f);
/* Takes the footer away again, so that chunks can follow. */
void collect_file_continue(collect_file *f);
/* Puts `next` in the place of f. At every moment the path leads to one of the two, whole. */
bool collect_file_replace(collect_file *f, collect_file *next);
/* Deletes the file, and frees its state. */
void collect_file_remove(collect_file *f);
/* Closes the descriptor after the chunks of one drain, unless it is reserved. */
void collect_file_rest(collect_file *f);
/* Keeps a descriptor open from now on. The writer calls it once it has a descriptor table of its own. */
void collect_file_reserve(collect_file *f);
/* Forgets the state without touching the file: in a forked child. */
void collect_file_forget(collect_file *f);

#endif
