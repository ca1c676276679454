/* Events linked by stack_id: the call that launched a kernel or copy, and the work that a call launched. They are shown by arrows. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const KERNEL = 1; /* classes: regions are calls; kernels, copies, allocations and scratch are launched work; samples and stacks have no links */
  const SAMPLE = 5, MOST = 64, HOVER_MS = 150;
  const links = rocpd.links = {hovered: []};
  let turn = 0, timer = 0;

  /* Events with this stack_id in the process: searches chunks whose range of stack_ids includes it. */
  async function withStack(process, stack, wanted) {
    const out = [];
    for (const [track, t] of rocpd.directory.tracks.entries()) {
      if (t.process !== process || out.length > MOST) continue;
      for (const lane of rocpd.lanes(track)) {
        const stats = await lane.stats();
        for (let c = 0; c < lane.chunks && out.length <= MOST; c++) {
          if (!(stats.least[c] <= Number(stack) && stats.largest[c] >= Number(stack))) continue;
          await inChunk(lane, c, stack, wanted, out);
        }
      }
    }
    return out;
  }

  async function inChunk(lane, c, stack, wanted, out) {
    const f = await lane.fields(c);
    if (!f) return;
    for (const [key, of] of Object.entries(f.byClass)) {
      const k = rocpd.directory.classes[key].fields.indexOf('stack_id');
      if (k < 0 || !wanted(Number(key))) continue;
      const {values, nulls} = of.columns[k], same = values instanceof BigInt64Array ? BigInt(stack) : Number(stack);
      for (let row = values.indexOf(same); row >= 0 && out.length <= MOST; row = values.indexOf(same, row + 1)) {
        if (nulls && nulls[row]) continue;
        let index = -1;
        for (let n = 0; n <= row; n++) index = f.classOf.indexOf(Number(key), index + 1);
        out.push(await rocpd.events.at(lane, c, index));
      }
    }
  }

  const isWork = (c) => c >= KERNEL && c < SAMPLE;
  const pairsOf = (e, others) => Object.assign(others.slice(0, MOST).map((other) => isWork(rocpd.headClass(e.head)) ? [other, e] : [e, other]), {more: others.length > MOST});

  /* [launch, work] pairs of the event; `more`: there are too many, and some are missing. */
  links.of = async (e) => {
    const found = (await rocpd.details.columns(e)).find(([label]) => label === 'stack_id'), c = rocpd.headClass(e.head), {process} = rocpd.directory.tracks[e.track];
    if (!found || Number(found[1]) === 0 || c >= SAMPLE) return [];
    return pairsOf(e, await withStack(process, found[1], isWork(c) ? (k) => k === 0 : isWork));
  };

  /* The pairs of the event under the pointer, once it has been there for a moment. */
  links.hover = (e) => {
    const mine = ++turn;
    clearTimeout(timer);
    if (links.hovered.length) rocpd.draw.request();
    links.hovered = [];
    if (!e) return;
    timer = setTimeout(async () => {
      const pairs = await links.of(e).catch(() => []);
      if (mine !== turn || !pairs.length) return;
      links.hovered = pairs;
      rocpd.draw.request();
    }, HOVER_MS);
  };
}
