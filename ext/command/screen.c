/* See screen.h. */
#include "screen.h"
#include "run.h"
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <termios.h>
#include <unistd.h>

static struct termios before;
static volatile sig_atomic_t resized, stopped;

static void on_resize(int number) { resized = 1; }
static void on_stop(int number) { stopped = 1; }

/* Writes all bytes, even if signals interrupt it. */
static void write_all(const char *text, size_t n) {
  while (n) {
    ssize_t done = write(STDOUT_FILENO, text, n);
    if (done < 0 && errno != EINTR) return;
    if (done > 0) text += done, n -= (size_t)done;
  }
}
static void put(const char *text) { write_all(text, strlen(text)); }

static void enter(void) {
  struct termios raw = before;
  raw.c_lflag &= ~(tcflag_t)(ICANON | ECHO);
  raw.c_cc[VMIN] = 1, raw.c_cc[VTIME] = 0;
  tcsetattr(STDIN_FILENO, TCSADRAIN, &raw);
  put("\033[?1049h\033[?25l\033[?7l"); /* alternate screen, no cursor, no line wrap */
}
static void leave(void) {
  put("\033[?7h\033[?25h\033[?1049l");
  tcsetattr(STDIN_FILENO, TCSADRAIN, &before);
}

static void handle(int number, void (*f)(int)) {
  struct sigaction action = {.sa_handler = f};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, NULL);
}

bool rocpd_screen_begin(void) {
  const char *term = getenv("TERM");
  if (!term || !*term || strcmp(term, "dumb") == 0 || !isatty(STDOUT_FILENO) || tcgetattr(STDIN_FILENO, &before)) return false;
  handle(SIGWINCH, on_resize);
  handle(SIGTSTP, on_stop);
  enter();
  return true;
}

void rocpd_screen_end(void) {
  leave();
  handle(SIGWINCH, SIG_DFL);
  handle(SIGTSTP, SIG_DFL);
}

void rocpd_screen_size(int *lines, int *columns) {
  struct winsize size = {0};
  bool known = !ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) && size.ws_row && size.ws_col;
  *lines = known ? size.ws_row : 24;
  *columns = known ? size.ws_col : 80;
}

/* Handles Ctrl-Z: gives the screen back to the shell until the program continues. */
static int stop_here(void) {
  stopped = 0;
  leave();
  raise(SIGSTOP);
  enter();
  return SCREEN_RESIZED;
}

/* Reads the rest of an escape sequence, and returns its key; unknown sequences are ignored. */
static int read_sequence(void) {
  struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
  char code[8] = "";
  for (size_t n = 0; n < sizeof code - 1 && poll(&in, 1, 20) == 1 && read(STDIN_FILENO, code + n, 1) == 1; n++)
    if (n && code[n] >= '@') break;
  static const struct {
    const char *code;
    int key;
  } known[] = {{"[A", SCREEN_UP},   {"[B", SCREEN_DOWN},  {"[C", SCREEN_RIGHT}, {"[D", SCREEN_LEFT},   {"OA", SCREEN_UP},
               {"OB", SCREEN_DOWN}, {"OC", SCREEN_RIGHT}, {"OD", SCREEN_LEFT},  {"[Z", SCREEN_BACKTAB}};
  for (size_t i = 0; i < sizeof known / sizeof *known; i++)
    if (strcmp(code, known[i].code) == 0) return known[i].key;
  return SCREEN_TIMEOUT;
}

int rocpd_screen_key(int ms) {
  struct pollfd in = {.fd = STDIN_FILENO, .events = POLLIN};
  unsigned char key;
  if (rocpd_caught()) return SCREEN_ENDED;
  int n = poll(&in, 1, ms);
  if (rocpd_caught()) return SCREEN_ENDED;
  if (stopped) return stop_here();
  if (resized) return resized = 0, SCREEN_RESIZED;
  if (n <= 0) return SCREEN_TIMEOUT;
  ssize_t got = read(STDIN_FILENO, &key, 1);
  if (got < 0 && errno == EINTR) return SCREEN_TIMEOUT;
  if (got <= 0) return SCREEN_ENDED;
  return key == '\033' ? read_sequence() : key;
}

void rocpd_screen_show(const char *text) {
  int lines, columns;
  rocpd_screen_size(&lines, &columns);
  sqlite3_str *out = sqlite3_str_new(NULL);
  sqlite3_str_appendall(out, "\033[H");
  for (; *text && lines > 0; lines--) {
    size_t n = strcspn(text, "\n");
    sqlite3_str_append(out, text, (int)n);
    sqlite3_str_appendall(out, lines > 1 ? "\033[0m\033[K\r\n" : "\033[0m\033[K");
    text += n + (text[n] == '\n');
  }
  if (lines) sqlite3_str_appendall(out, "\033[J");
  int n = sqlite3_str_length(out);
  char *all = sqlite3_str_finish(out);
  if (all) write_all(all, (size_t)n); /* one write, so that the screen does not flicker */
  sqlite3_free(all);
}
