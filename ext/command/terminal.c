/* See terminal.h. */
#include "terminal.h"
#include "bisect.h"
#include "command.h"
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { USUAL_WIDTH = 80, MOST_WIDTH = 99999 };

static int terminal = -1; /* while the pager runs: copy of the original stdout */

bool rocpd_is_terminal(void) { return isatty(STDOUT_FILENO); }

int rocpd_terminal_width(void) {
  struct winsize size = {0};
  if (ioctl(terminal < 0 ? STDOUT_FILENO : terminal, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
  const char *columns = getenv("COLUMNS");
  char *end;
  long width = columns && *columns >= '1' && *columns <= '9' ? strtol(columns, &end, 10) : 0;
  return width > 0 && width <= MOST_WIDTH && !*end ? (int)width : USUAL_WIDTH;
}

bool rocpd_terminal_colour(void) {
  const char *no = getenv("NO_COLOR"), *term = getenv("TERM");
  return isatty(STDOUT_FILENO) && !(no && *no) && term && *term && strcmp(term, "dumb") != 0;
}

/* ---- characters. Ranges of Unicode 15: marks that take no column of their own, and what is as wide as two letters (East Asian Width W and F). */

typedef struct range {
  uint32_t first, last;
} range;
static const range no_width[] = {
    {0x0300, 0x036f}, {0x0483, 0x0489}, {0x0591, 0x05bd}, {0x0610, 0x061a}, {0x064b, 0x065f}, {0x06d6, 0x06dc}, {0x06df, 0x06e4}, {0x0900, 0x0902},
    {0x093c, 0x093c}, {0x0941, 0x0948}, {0x094d, 0x094d}, {0x0e31, 0x0e31}, {0x0e34, 0x0e3a}, {0x0e47, 0x0e4e}, {0x1ab0, 0x1ace}, {0x1dc0, 0x1dff},
    {0x200b, 0x200f}, {0x202a, 0x202e}, {0x2060, 0x2064}, {0x20d0, 0x20f0}, {0x302a, 0x302d}, {0x3099, 0x309a}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f},
    {0xfeff, 0xfeff}, {0xe0100, 0xe01ef}};
static const range double_width[] = {
    {0x1100, 0x115f}, {0x231a, 0x231b}, {0x2329, 0x232a}, {0x23e9, 0x23ec}, {0x25fd, 0x25fe}, {0x2614, 0x2615}, {0x2648, 0x2653}, {0x26aa, 0x26ab},
    {0x26bd, 0x26be}, {0x26c4, 0x26c5}, {0x2705, 0x2705}, {0x274c, 0x274c}, {0x2753, 0x2755}, {0x2757, 0x2757}, {0x2795, 0x2797}, {0x2b1b, 0x2b1c},
    {0x2b50, 0x2b50}, {0x2e80, 0x303e}, {0x3041, 0x33ff}, {0x3400, 0x4dbf}, {0x4e00, 0xa4cf}, {0xa960, 0xa97c}, {0xac00, 0xd7a3}, {0xf900, 0xfaff},
    {0xfe10, 0xfe19}, {0xfe30, 0xfe6f}, {0xff01, 0xff60}, {0xffe0, 0xffe6}, {0x16fe0, 0x18aff}, {0x1b000, 0x1b2ff}, {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff},
    {0x1f7e0, 0x1f7eb}, {0x1f900, 0x1f9ff}, {0x1fa70, 0x1faff}, {0x20000, 0x3fffd}};

static bool is_in(const range *r, size_t n, uint32_t c) {
  size_t at = ROCPD_FIRST(i, 0, n, r[i].last >= c);
  return at < n && c >= r[at].first;
}
static int character_columns(uint32_t c) {
  if (c < 0x300) return 1;
  if (is_in(no_width, sizeof no_width / sizeof *no_width, c)) return 0;
  return is_in(double_width, sizeof double_width / sizeof *double_width, c) ? 2 : 1;
}

int rocpd_text_columns(const char *text, long bytes) {
  int columns = 0;
  const unsigned char *at = (const unsigned char *)text;
  for (long i = 0; bytes < 0 ? at[i] != 0 : i < bytes;) {
    uint32_t c = at[i++];
    int more = c < 0xc0 ? 0 : c < 0xe0 ? 1 : c < 0xf0 ? 2 : 3;
    if (more) c &= 0x3fu >> more;
    for (; more && (at[i] & 0xc0) == 0x80; more--) c = c << 6 | (at[i++] & 0x3fu);
    columns += character_columns(c);
  }
  return columns;
}

/* ---- the pager. It shows what is written to stdout. As in git, LESS is set so that less exits if everything fits on one page, and shows colours. */

static pid_t pager;

static const char *pager_command(void) {
  const char *named = getenv("ROCPD_PAGER"), *term = getenv("TERM");
  if (!named) named = getenv("PAGER");
  if (!named) named = "less";
  bool none = !*named || strcmp(named, "cat") == 0;
  return none || !term || strcmp(term, "dumb") == 0 || !isatty(STDOUT_FILENO) || !isatty(STDIN_FILENO) ? NULL : named;
}

static void become_pager(const char *command, int from) {
  dup2(from, STDIN_FILENO);
  setenv("LESS", "FRX", 0);
  setenv("LV", "-c", 0);
  signal(SIGINT, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  execl("/bin/sh", "sh", "-c", command, (char *)NULL);
  _exit(127);
}

/* Does the pager exist? This is checked first, so that a missing pager does not lose the answer. */
static bool is_there(const char *command) {
  size_t word = strcspn(command, " \t");
  const char *path = getenv("PATH");
  char file[4096];
  if (memchr(command, '/', word)) return (size_t)snprintf(file, sizeof file, "%.*s", (int)word, command) < sizeof file && access(file, X_OK) == 0;
  for (const char *at = path; at && *at; at += *at == ':') {
    size_t n = strcspn(at, ":");
    if ((size_t)snprintf(file, sizeof file, "%.*s/%.*s", (int)n, at, (int)word, command) < sizeof file && access(file, X_OK) == 0) return true;
    at += n;
  }
  return false;
}

void rocpd_pager_begin(void) {
  const char *command = pager ? NULL : pager_command();
  int ends[2];
  if (!command || !is_there(command) || pipe(ends) != 0) return;
  fflush(stdout);
  terminal = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  pager = fork();
  if (pager == 0) {
    close(ends[1]);
    become_pager(command, ends[0]);
  }
  close(ends[0]);
  if (pager < 0) pager = 0;
  else dup2(ends[1], STDOUT_FILENO);
  close(ends[1]);
}

void rocpd_pager_end(void) {
  if (!pager) return;
  fflush(stdout);
  dup2(terminal, STDOUT_FILENO); /* closes the pipe, so that the pager reads its end */
  close(terminal);
  terminal = -1;
  void (*before)(int) = signal(SIGINT, SIG_IGN); /* Ctrl-C is for the pager */
  while (waitpid(pager, NULL, 0) < 0 && errno == EINTR) { }
  signal(SIGINT, before);
  pager = 0;
}
