/* Queues whose packets we pass on to another queue, one kernel of an agent at a time: see relay.c. */
#ifndef COLLECT_RELAY_H
#define COLLECT_RELAY_H
#include "device.h"

typedef void collect_queue_error(hsa_status_t status, hsa_queue_t *source, void *data);
/* How the program made its queue. */
typedef struct collect_queue_creation {
  hsa_queue_type32_t type;
  collect_queue_error *callback;
  void *data;
  uint32_t private_size, group_size;
} collect_queue_creation;

typedef struct collect_relay collect_relay;

/* For a queue that was just made, and would have this mode: its mode. Has it q->relay, its kernels are counted; else q->not_counted says why not. */
int collect_relay_new(collect_queue *q, int mode, const collect_queue_creation *as);
/* A value is stored to a doorbell. False: it is not one of a relayed queue. */
bool collect_relay_doorbell(hsa_signal_t signal);
/* The queue is closed; what was not passed on never is. `how` as in hsa.h. */
void collect_relay_end(collect_relay *r, int how);
/* Nothing of the runtime's is touched from here to there. */
void collect_relays_hold(void);
void collect_relays_let_go(void);

#endif
