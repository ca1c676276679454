/* rocpd-record, rocpd-ctl and rocpd-doctor: one small program that behaves according to the name it is called by.
**
** It is built and installed with the collector and needs only the C library, so programs can be recorded where the extension and
** SQLite are not installed. `rocpd record`, `rocpd ctl` and `rocpd doctor` run it.
**
**   main       which of the three commands to run
**   text       growing texts, small files, messages
**   place      where this program and the collector's library are
**   settings   checks that the collector knows what the user asks for
**   folder     a folder of its own for each run
**   start      the program to run: its file, its environment, exec
**   run        the program as our child: signals, job control, exit status
**   witness    tells whether a signal was sent to us alone, or to our process group
**   closing    the line at the end: what was recorded, or why nothing was
**   control    the control page of a recorded process
**   record, ctl, attach, doctor*: the commands
**   elf_file   reads ELF files, and trusts nothing in them
**
** One thread. If memory runs out, the program ends with a message (text.c). */
#ifndef COLLECT_COMMAND_H
#define COLLECT_COMMAND_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Exit codes, besides those of the recorded program. */
enum { COLLECT_DONE = 0, COLLECT_FAILED = 1, COLLECT_WRONG_USE = 2, COLLECT_NOT_EXECUTABLE = 126, COLLECT_NOT_FOUND = 127 };

int collect_record_main(int argc, char **argv);
int collect_ctl_main(int argc, char **argv);
int collect_doctor_main(int argc, char **argv);

/* ---- text.c ---- */

typedef struct collect_text_buffer {
  char *text; /* ends with a NUL; NULL while it is empty */
  size_t size, room;
} collect_text_buffer;

/* Append to the buffer. */
void collect_add(collect_text_buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void collect_add_bytes(collect_text_buffer *b, const void *bytes, size_t size);
/* Empties the buffer and returns its text ("" if it had none), which the caller frees. */
char *collect_taken(collect_text_buffer *b);
/* Returns a new text; the caller frees it. */
char *collect_printed(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* Reads the first `most` bytes of a file. NULL: it cannot be read (errno). The caller frees it. */
char *collect_file_read(const char *path, size_t most);
/* Returns the value of a line "NAME: value" in a text like /proc/PID/status, without blanks around it. NULL: there is no such
** line. The caller frees it. */
char *collect_field(const char *text, const char *name);

/* Messages begin with this: "rocpd-record". Set by main. */
extern const char *collect_said_by;
/* Prints "rocpd-record: TEXT" on stderr in one write, with '?' in place of each line feed in the text. Returns the code. */
int collect_fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes all bytes. False: errno says why. */
bool collect_write(int fd, const char *bytes, size_t size);

/* The name that the user most likely meant by `given`. `names` ends with NULL. NULL: none is similar. */
const char *collect_meant(const char *given, const char *const *names);

/* ---- place.c ---- */

/* The folder that contains this program's file. */
const char *collect_here(void);
/* The collector's library: its absolute path, or "libcollect.so" if only the loader may find it. */
const char *collect_library_path(void);
/* Whether this path leads to this program's file, under any name. */
bool collect_is_this_program(const char *path);
/* The command rocpd beside this program. NULL: it does not exist, or is this program (where the extension is not installed). The
** caller frees it. */
char *collect_rocpd(void);
/* Runs a program and waits for it, at most this long. Returns its wait status; -1: it could not be run, or ran out of time.
** Appends what it prints (on stdout, or on stderr) to `output`, up to a megabyte. `environment` NULL: ours. */
int collect_ask(const char *path, char *const *argv, char *const *environment, bool of_stderr, int seconds, collect_text_buffer *output);
/* Our environment with these lines NAME=VALUE instead of its own for the same names. `changes` ends with NULL. The caller frees
** the array. */
char **collect_environment(char *const *changes);

/* ---- settings.c ---- */

/* What COLLECT_HELP=2 prints under our environment: the collector's own list of settings and domains. "": the library cannot be asked. */
const char *collect_settings_list(void);
/* Whether the collector knows everything that the environment asks for. False: a message on stderr says what is wrong. */
bool collect_settings_are_good(void);
/* Converts a time as people write it (2, 1.5, 500ms, 2s, 1m, 1h) to ns. False: it is not a time. */
bool collect_duration(const char *text, int64_t *ns);

/* ---- folder.c ---- */

typedef struct collect_folder {
  char *name;    /* COLLECT_OUTPUT: a folder, or a pattern with %h and similar letters */
  bool shared;   /* it may contain files of other runs */
  bool reserved; /* it contains our file .record, until collect_folder_release() */
} collect_folder;

/* Chooses the folder, reserves it, and sets COLLECT_OUTPUT if the collector would choose another one. Returns 0, or an exit code
** after a message. */
int collect_folder_choose(collect_folder *f, bool append, const char *rank);
/* Removes our reservation, and the folder if nothing was written. */
void collect_folder_release(collect_folder *f);
/* Why the folder cannot be written; the caller frees it. NULL: it can. */
char *collect_folder_trouble(const char *name);

/* ---- start.c ---- */

/* The file that exec would run; the caller frees it. NULL: *code is 126 or 127, and a message was printed. */
char *collect_program_find(const char *name, int *code);
/* Replaces this process by the program. Returns only on failure, with an error number. */
int collect_program_exec(const char *path, char **argv, char **environment);

/* ---- run.c ---- */

/* Runs the program as a child in our process group and with our terminal, and waits for its end. Returns its wait status, or -1
** with *why an error number if it could not be run. Signals stay blocked. If no process can be created, the program replaces this
** process. */
int collect_run(const char *path, char **argv, char **environment, int *why);
/* Ends this process as one with this wait status ended: by the same exit code or signal. */
_Noreturn void collect_end_as(int status);
/* whether stderr was open when we began */
extern bool collect_stderr_is_open;

/* ---- witness.c ---- */

typedef struct collect_witness {
  pid_t pid;
  int fd;
  uint64_t seen; /* bits of signals that it has received and that were not asked for yet */
} collect_witness;
void collect_witness_begin(collect_witness *w);
/* Whether the witness has received this signal, too, since it was last asked for it. */
bool collect_witness_has(collect_witness *w, int signal);
void collect_witness_end(collect_witness *w);
/* Closes the descriptors from `first` to `last`, which may be INT_MAX. */
void collect_descriptors_close(int first, int last);

/* ---- closing.c ---- */

typedef struct collect_recording {
  const char *program; /* the program's file */
  const collect_folder *folder;
  int64_t started_ns; /* by the clock of file systems */
} collect_recording;

int64_t collect_file_time_now(void);
/* Prints the line at the end on stderr. Takes some seconds at most. */
void collect_closing(const collect_recording *r);
/* Why this program's file cannot be recorded; the caller frees it. NULL: no reason is known. */
char *collect_program_trouble(const char *path);

/* ---- control.c ---- */

typedef struct collect_process {
  pid_t pid;
  char *live, *file; /* live: path at which we reach its live file; file: its .rocz file, as the process names it */
} collect_process;

enum collect_process_state { COLLECT_RECORDS, COLLECT_WAITS /* preloaded, but it has made no traced call yet */, COLLECT_UNREACHABLE };
/* Finds the live file of a process. For rocpd-record, finds that of the program that it runs. *why: if the file cannot be
** reached, the reason as a sentence. The caller frees *why and both paths. */
enum collect_process_state collect_process_find(pid_t pid, collect_process *p, char **why);
/* "recording to FILE" or "stopped, by ...; FILE"; the caller frees it. NULL: the live file is gone. */
char *collect_process_status(const collect_process *p);
/* Sends the request ROCZ_ASK_*, and waits until it is done. Returns NULL, or the reason why it failed; the caller frees it. */
char *collect_process_request(const collect_process *p, char request);
bool collect_process_is_alive(pid_t pid);

/* rocpd-record -p: starts the recording of a running process, and stops it at an interrupt or after the duration (ns, 0: none).
** Returns an exit code. */
int collect_attach(pid_t pid, int64_t duration_ns, bool quiet);

#endif
