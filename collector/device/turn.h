/* Turns of relayed kernels: see turn.c. Callers hold relay.c's lock, except of collect_turns_loading. */
#ifndef COLLECT_TURN_H
#define COLLECT_TURN_H
#include "counter.h"

typedef struct collect_turn collect_turn;
enum { COLLECT_TURN_WAIT, COLLECT_TURN_ALONE, COLLECT_TURN_BESIDE /* other kernels run */ };

/* The turn of an agent. NULL: its kernels cannot be counted, and a message said why. */
collect_turn *collect_turn_of(collect_agent *agent);
collect_counting *collect_turn_counting(const collect_turn *t);
/* Asks whether a kernel may start. If the result is not WAIT, the caller ends the turn with collect_turn_end. */
int collect_turn_begin(collect_turn *t);
/* Ends a turn. True: the kernel was alone all the time. */
bool collect_turn_end(collect_turn *t, int began);
/* Whether somebody has waited so long that kernels now start beside the one that was to be alone. */
bool collect_turn_is_over(collect_turn *t);

/* Brackets the loading of code by the runtime, which uses kernels and a queue of its own: no other kernel is counted meanwhile.
** Waits a moment for kernels that run. */
void collect_turns_loading(bool begins);

#endif
