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

/* Sets up a queue that was just made and would have this mode. Returns the mode it has. If q->relay is set, its kernels are
** counted; otherwise q->not_counted says why not. */
int collect_relay_new(collect_queue *q, int mode, const collect_queue_creation *as);
/* Handles a store to a doorbell. False: it is not one of a relayed queue. */
bool collect_relay_doorbell(hsa_signal_t signal);
/* Ends the relay of a queue that is closed: packets that were not passed on never are. `how` as in hsa.h. */
void collect_relay_end(collect_relay *r, int how);
/* Between these two the relay touches nothing of the runtime. */
void collect_relays_hold(void);
void collect_relays_let_go(void);

#endif
