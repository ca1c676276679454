/* The link of a table's row: to its time on the timeline, to the events with its name or, for advice, to the table with the evidence. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const LONG = 1000; /* characters of a name: of longer ones only the beginning is searched for */

  /* The table with the evidence for a rule of `advice`. */
  const PROOF = {
    'copies are not hidden': 'gpu_overlap',
    'memory is allocated between kernels': 'calls',
    'queues wait for each other': 'gpu_idle',
    'small copies in a row': 'copies_each',
    'launching limits the GPU': 'gpu_idle',
    'the trace is not whole': 'summary_health',
    'GPUs wait while the host waits': 'gpu_idle',
    'GPUs wait for the host': 'gpu_idle',
    'a GPU did nothing': 'gpu',
    'copies of pageable memory': 'copies',
    'communication is not hidden': 'gpu_overlap',
    'a rank computes longer than the others': 'ranks',
    'a rank starts late': 'ranks',
    'GPUs of a process are unbalanced': 'gpu',
    'one kernel takes most of the time': 'top',
    'kernels that take time have few waves': 'top_occupancy',
    'ranks wait in collectives': 'ranks_collectives',
  };

  const column = (table, name) => table.columns.indexOf(name);
  const nameOf = (table) => table.name.replace(/\.sql$/, '');
  const timeline = (start, end, trace = 0) => start === null ? null : rocpd.state.link({page: 'timeline', from: start, to: end ?? start, trace: rocpd.compare.on() ? rocpd.compare.mark(trace) : null});

  /* Uses the columns of begin and end. */
  function byTime(table) {
    for (const name of ['start', 'longest_start', 'gpu_start']) {
      const start = column(table, name), end = column(table, name.replace('start', 'end'));
      if (start >= 0) return (row) => timeline(rocpd.format.fromBase(row[start]), end < 0 ? null : rocpd.format.fromBase(row[end]));
    }
    return null;
  }

  /* For a table of differences: to the longest event in each trace. */
  function byTraces(table) {
    const at = ['longest_start', 'longest_end', 'b_longest_start', 'b_longest_end'].map((name) => column(table, name));
    if (!at.every((i) => i >= 0)) return null;
    const to = (row, trace) => {
      const [start, end] = at.slice(2 * trace).map((i) => rocpd.format.fromBase(row[i], rocpd.directory.traces[trace]));
      return timeline(start, end, trace);
    };
    const lead = (row) => to(row, 0);
    return Object.assign(lead, {mark: 'a', other: Object.assign((row) => to(row, 1), {mark: 'b'})});
  }

  function byName(table) {
    const name = ['name', 'function', 'kernel'].map((n) => column(table, n)).find((i) => i >= 0), depth = column(table, 'depth');
    if (name === undefined) return null;
    return (row) => {
      const text = row[name];
      if (typeof text !== 'string' || text === '' || row[depth] === 0) return null; /* a tree's root is a process */
      return rocpd.state.link({page: 'timeline', find: text.length > LONG ? text.slice(0, LONG) : `"${text}"`});
    };
  }

  function byProof(table) {
    const rule = column(table, 'rule');
    return (row) => {
      const proof = PROOF[row[rule]];
      return proof ? rocpd.state.link({page: proof.split('_')[0], at: proof}) : null;
    };
  }

  /* The time of a GPU, from the table of GPUs. */
  async function byGpu(table) {
    const gpus = rocpd.directory.tables.find((t) => nameOf(t) === 'gpu'), rows = gpus ? await rocpd.table(gpus.name) : [], of = (row, name) => rocpd.format.fromBase(row[column(gpus, name)]);
    const same = ['gpu', 'device'].map((name) => [column(gpus, name), column(table, name)]);
    return (row) => {
      const gpu = rows.find((r) => same.every(([i, k]) => r[i] === row[k]));
      return gpu ? timeline(of(gpu, 'start'), of(gpu, 'end')) : null;
    };
  }

  /* For pauses of a length: the longest of them in the table of pauses. */
  async function byLength(table) {
    const gaps = rocpd.directory.tables.find((t) => nameOf(t) === 'gaps'), rows = gaps ? await rocpd.table(gaps.name) : [], of = (row, name) => Number(row[column(gaps, name)]);
    return (row) => {
      const from = row[column(table, 'from_ns')], to = row[column(table, 'to_ns')] ?? Infinity;
      const longest = rows.find((gap) => of(gap, 'duration_ns') >= from && of(gap, 'duration_ns') < to); /* pauses come longest first */
      return longest ? timeline(rocpd.format.fromBase(longest[column(gaps, 'start')]), rocpd.format.fromBase(longest[column(gaps, 'end')])) : null;
    };
  }

  rocpd.leads = {
    PROOF,
    /* A function from a row to an address or null; null: rows of this table have no place. If rows lead to two places, `other` is the function for the
    ** second, and each has a `mark`. */
    async of(table) {
      const name = nameOf(table);
      if (name === 'advice') return byProof(table);
      if (name === 'gaps_lengths') return byLength(table);
      if (name === 'gpu_overlap') return byGpu(table);
      return /^summary_(health|capabilities|agents)$/.test(name) ? null : byTraces(table) ?? byTime(table) ?? byName(table);
    },
  };
}
