/* Turns of relayed kernels: see turn.c. All but collect_turns_loading is called under relay.c's lock. */
#ifndef COLLECT_TURN_H
#define COLLECT_TURN_H
#include "counter.h"

typedef struct collect_turn collect_turn;
enum { COLLECT_TURN_WAIT, COLLECT_TURN_ALONE, COLLECT_TURN_BESIDE /* others */ };

/* Of the agent. NULL: its kernels cannot be counted; why was said. */
collect_turn *collect_turn_of(collect_agent *agent);
collect_counting *collect_turn_counting(const collect_turn *t);
/* May a kernel start? If so it is over with collect_turn_end. */
int collect_turn_begin(collect_turn *t);
/* True: it was alone all the time. */
bool collect_turn_end(collect_turn *t, int began);
/* Somebody has waited so long that more kernels start beside the one that was to be alone. */
bool collect_turn_is_over(collect_turn *t);

/* The runtime loads code from here to there, by kernels of its own in a queue of its own: no other is to be counted. It waits a
** moment for what runs. */
void collect_turns_loading(bool begins);

#endif
