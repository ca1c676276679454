/* rocpd-record, rocpd-ctl and rocpd-doctor: one small program, which goes by the name that it is called by.
**
** It is built and installed with the collector and needs nothing but the C library, so that a program can be recorded where the extension and
** SQLite are not. `rocpd record`, `rocpd ctl` and `rocpd doctor` run it.
**
**   main       which of the three
**   text       growing texts, small files, messages
**   place      where this program and the collector's library are
**   settings   is what the user asks for something that the collector knows?
**   folder     a folder of its own for each run
**   start      the program to run: its file, its environment, exec
**   run        the program as our child: signals, job control, exit status
**   witness    was a signal sent to us alone, or to our process group?
**   closing    the line at the end: what was recorded, or why nothing was
**   control    the control page of a recorded process
**   record, ctl, attach, doctor*: the commands
**   elf_file   what an ELF file says of itself; trusts nothing in it
**
** One thread. Memory that runs out ends the program with a message (text.c). */
#ifndef COLLECT_COMMAND_H
#define COLLECT_COMMAND_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* Exit codes, beside those of the recorded program. */
enum { COLLECT_DONE = 0, COLLECT_FAILED = 1, COLLECT_WRONG_USE = 2, COLLECT_NOT_EXECUTABLE = 126, COLLECT_NOT_FOUND = 127 };

int collect_record_main(int argc, char **argv);
int collect_ctl_main(int argc, char **argv);
int collect_doctor_main(int argc, char **argv);

/* ---- text.c ---- */

typedef struct collect_text_buffer {
  char *text; /* ends with a zero byte; NULL while it is empty */
  size_t size, room;
} collect_text_buffer;

/* Adds to the end. */
void collect_add(collect_text_buffer *b, const char *format, ...) __attribute__((format(printf, 2, 3)));
void collect_add_bytes(collect_text_buffer *b, const void *bytes, size_t size);
/* Empties the buffer and returns its text ("" if it had none), which the caller frees. */
char *collect_taken(collect_text_buffer *b);
/* A text of its own; the caller frees it. */
char *collect_printed(const char *format, ...) __attribute__((format(printf, 1, 2)));
/* The first `most` bytes of a file, NULL with errno if it cannot be read. The caller frees it. */
char *collect_file_read(const char *path, size_t most);
/* The value behind "NAME:" at the beginning of a line of /proc/PID/status and the like, to the line's end, without blanks around it. NULL: there is
** no such line. The caller frees it. */
char *collect_field(const char *text, const char *name);

/* Messages begin with this: "rocpd-record". Set by main. */
extern const char *collect_said_by;
/* Prints "rocpd-record: TEXT" on stderr in one write, a line feed in the text as '?'. Returns the code. */
int collect_fail(int code, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Writes it all; false with errno. */
bool collect_write(int fd, const char *bytes, size_t size);

/* What the user most likely meant by `given`: the nearest of the names, which NULL ends; NULL if none is near. */
const char *collect_meant(const char *given, const char *const *names);

/* ---- place.c ---- */

/* The folder that this program's file is in. */
const char *collect_here(void);
/* The collector's library: its absolute path, or "libcollect.so" where the loader has to find it. */
const char *collect_library_path(void);
/* Is this the file of this program, by whichever name? */
bool collect_is_this_program(const char *path);
/* The command rocpd beside this program; NULL: it is not there, or is this program, as where the extension is not installed. The caller frees it. */
char *collect_rocpd(void);
/* Runs a program and waits for it, for at most this long. Returns its wait status, -1 if it could not be run or had no time left. What it
** prints (on stdout, or on stderr) is added to `output`, up to a megabyte. `environment` may be NULL: as ours is. */
int collect_ask(const char *path, char *const *argv, char *const *environment, bool of_stderr, int seconds, collect_text_buffer *output);
/* Our environment with these lines NAME=VALUE in place of what it has of these names; `changes` ends with NULL. The caller frees the array. */
char **collect_environment(char *const *changes);

/* ---- settings.c ---- */

/* What COLLECT_HELP=1 prints, with the settings of our environment: the collector's own list of settings and domains. "" if the library cannot
** be asked. */
const char *collect_settings_list(void);
/* Is what the environment asks for known to the collector? False: it says on stderr what is wrong. */
bool collect_settings_are_good(void);
/* A time as people write it (2, 1.5, 500ms, 2s, 1m, 1h) in ns; false: it is none. */
bool collect_duration(const char *text, int64_t *ns);

/* ---- folder.c ---- */

typedef struct collect_folder {
  char *name;    /* COLLECT_OUTPUT: a folder, or a pattern with %h and the like */
  bool shared;   /* files of other runs may be in it */
  bool reserved; /* it has our file .record, until collect_folder_release() */
} collect_folder;

/* Chooses the folder, reserves it, and sets COLLECT_OUTPUT where the collector would not take it by itself. 0, or an exit code after a message. */
int collect_folder_choose(collect_folder *f, bool append, const char *rank);
/* Frees the name for others if nothing was written. */
void collect_folder_release(collect_folder *f);
/* Can it be written? NULL, or why not; the caller frees it. */
char *collect_folder_trouble(const char *name);

/* ---- start.c ---- */

/* The file that exec would run. NULL with *code 126 or 127 after a message. The caller frees it. */
char *collect_program_find(const char *name, int *code);
/* Runs the file in place of this process. Returns an error number. */
int collect_program_exec(const char *path, char **argv, char **environment);

/* ---- run.c ---- */

/* Runs the program as a child, in our process group and with our terminal, and waits for its end. Returns its wait status, or -1 and *why an error
** number if it could not be run. Signals stay blocked. Where no process can be made the program takes our place. */
int collect_run(const char *path, char **argv, char **environment, int *why);
/* Ends as a process with this wait status ended: by the same exit code or signal. */
_Noreturn void collect_end_as(int status);
/* Is stderr open? As it was when we began. */
extern bool collect_stderr_is_open;

/* ---- witness.c ---- */

typedef struct collect_witness {
  pid_t pid;
  int fd;
  uint64_t seen; /* signals that it has had and nobody has asked for */
} collect_witness;
void collect_witness_begin(collect_witness *w);
/* Has it, too, got this signal, since the last time that it was asked for this one? */
bool collect_witness_has(collect_witness *w, int signal);
void collect_witness_end(collect_witness *w);
/* The descriptors from `first` to `last`, which may be INT_MAX. */
void collect_descriptors_close(int first, int last);

/* ---- closing.c ---- */

typedef struct collect_recording {
  const char *program; /* its file */
  const collect_folder *folder;
  int64_t started_ns; /* as file systems have it */
} collect_recording;

int64_t collect_file_time_now(void);
/* The line at the end, on stderr; within some seconds. */
void collect_closing(const collect_recording *r);
/* Why the program's file cannot be recorded; NULL: nothing is known against it. The caller frees it. */
char *collect_program_trouble(const char *path);

/* ---- control.c ---- */

typedef struct collect_process {
  pid_t pid;
  char *live, *file; /* its live file, as we reach it; its .rocz file, as it calls it */
} collect_process;

enum collect_process_state { COLLECT_RECORDS, COLLECT_WAITS /* preloaded, but no traced call yet */, COLLECT_UNREACHABLE };
/* Finds the live file of a process; of rocpd-record that of the program that it runs. *why: if it cannot be reached, the reason as a whole sentence;
** the caller frees it, and both paths. */
enum collect_process_state collect_process_find(pid_t pid, collect_process *p, char **why);
/* "recording to FILE" or "stopped, by ...; FILE"; the caller frees it. NULL: the file is gone. */
char *collect_process_status(const collect_process *p);
/* Asks for ROCZ_ASK_* and waits until it is done. NULL, or why not; the caller frees it. */
char *collect_process_request(const collect_process *p, char request);
bool collect_process_is_alive(pid_t pid);

/* rocpd-record -p: starts the recording of a running process, until an interrupt or the end of the duration (0: none). */
int collect_attach(pid_t pid, int64_t duration_ns, bool quiet);

#endif
