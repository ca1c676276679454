/* Copies that HIP makes by its own kernels (blit.c) are recorded in addition to the kernels, and have the kernels' times: a
** dispatch's record points to its copy's record, and each change of the dispatch's times and state is made to the copy's as well. */
#include "device.h"

/* If the runtime does not know whose memory it is, it is that of the queue's agent. */
static const collect_agent *agent_of(const collect_address *a, const collect_queue *q) { return a->agent ? a->agent : q->agent; }

/* Skips the last copy if a handler jumped away before its dispatch was written down: the dispatch gets another one. */
static void left_skip(collect_queue *q) {
  if (q->copying && q->copying_record == q->next_record)
    atomic_store_explicit(&q->copying->state, ROCZ_SKIP, memory_order_release);
  q->copying_record = q->next_record;
}

/* Signals are blocked: the runtime takes locks to answer about addresses, and none when doorbells ring. */
void collect_blit_note(collect_queue *q, const collect_kernel *k, const hsa_kernel_dispatch_packet_t *packet, rocz_dispatch_record *r) {
  collect_move m;
  if (!collect_wanted(&collect_domain_copies) || !collect_blit_move(k, packet, &m))
    return;
  COLLECT_BRIEF_BEGIN(brief);
  collect_address src = collect_address_of((const void *)(uintptr_t)m.src), dst = collect_address_of((const void *)(uintptr_t)m.dst);
  /* Memory that HIP has pinned, or its own buffers, hide what kind the program's memory is. */
  uint32_t memory = (src.memory | dst.memory) & ROCZ_HOST_PAGEABLE;
  left_skip(q);
  collect_copy_take(
      &(rocz_copy_record){.src_address = m.src, .dst_address = m.dst, .size_bytes = m.bytes,
                          .src_agent = collect_agent_id(agent_of(&src, q)), .dst_agent = collect_agent_id(agent_of(&dst, q)),
                          .direction = collect_copy_direction(agent_of(&dst, q), agent_of(&src, q)), .stream = r->stream, .thread = r->thread,
                          .state = ROCZ_SUBMITTED, .stack_id = r->stack_id, .submit = r->submit, .launch = r->launch, .start_ns = ROCZ_NULL,
                          .end_ns = ROCZ_NULL, .how = ROCZ_ENGINE_SHADER + memory, .dispatch_id = r->dispatch_id},
      &q->copying);
  r->copy = (uint64_t)(uintptr_t)q->copying;
  collect_brief_end(&brief);
}

void collect_blit_follow(const rocz_dispatch_record *r, uint32_t state) {
  rocz_copy_record *c = (rocz_copy_record *)(uintptr_t)r->copy;
  if (c->dispatch_id != r->dispatch_id)
    return; /* the place has been reused: this thread is late, at a queue's end */
  __atomic_store_n(&c->end_ns, __atomic_load_n(&r->end_ns, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
  __atomic_store_n(&c->start_ns, __atomic_load_n(&r->start_ns, __ATOMIC_RELAXED), __ATOMIC_RELAXED);
  atomic_store_explicit(&c->state, state, memory_order_release);
}
