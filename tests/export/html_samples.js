// Sampled stacks in the HTML report: events below their thread, their details, and the flame graph by thread and state.
'use strict';
const {check, run, openReport, quiet} = require('./browser');

run(async (browser) => {
  const page = await openReport(browser, 'hand');
  const seen = await page.evaluate(async () => {
    const {directory} = rocpd, out = {tracks: directory.tracks.map((t) => [t.name, t.kind, t.key, t.group]), events: []};
    for (const [track] of directory.tracks.entries())
      for (const [k, lane] of rocpd.lanes(track).entries())
        for (let c = 0; c < lane.chunks; c++)
          for (let i = 0; ; i++) {
            const e = await rocpd.events.at(lane, c, i).catch(() => null);
            if (!e || e.head === undefined || i >= directory.tracks[track].lanes[k].events) break;
            out.events.push([directory.tracks[track].name, Number(directory.base) + e.start, e.duration, rocpd.headName(e.head), Object.fromEntries((await rocpd.details.columns(e)).map(([n, v]) => [n, typeof v === 'string' ? v : Number(v)])), (await rocpd.links.of(e)).length]);
          }
    return out;
  });
  check('tracks', JSON.stringify(seen.tracks) === JSON.stringify([['samples of solver', 'samples', 8, null], ['samples of thread 9', 'samples', 9, null]]), seen.tracks);
  const wanted = [
    ['samples of solver', 1000, 1000, 'solve ← main', {frame_id: 2, samples: 1, cpu_ns: 1000, wait_ns: 0, state: 'running'}, 0],
    ['samples of solver', 2000, 1000, 'sin ← solve ← main', {frame_id: 3, samples: 1, cpu_ns: 800, wait_ns: 200, state: 'running'}, 0],
    ['samples of solver', 3000, 2000, 'sleep ← main', {frame_id: 4, samples: 2, syscall: 230, cpu_ns: 200, wait_ns: 0, state: 'blocked'}, 0],
    ['samples of solver', 5000, 1000, 'solve ← main', {frame_id: 7, samples: 1, cpu_ns: 1000, wait_ns: 0, state: 'running'}, 0],
    ['samples of thread 9', 1000, 3000, '(unknown)', {samples: 3, cpu_ns: 3000, wait_ns: 0, state: 'kernel'}, 0],
    ['samples of thread 9', 4000, 1000, '0x7fff1000 ← train', {frame_id: 6, samples: 1, cpu_ns: 0, wait_ns: 1000, state: 'runnable'}, 0],
    ['samples of thread 9', 5000, 1000, 'train', {frame_id: 5, samples: 1, syscall: 999, cpu_ns: 0, wait_ns: 0, state: 'blocked'}, 0],
  ];
  const flat = (rows) => JSON.stringify(rows.map((r) => [...r.slice(0, 4), Object.entries(r[4]).sort(), r[5]]));
  check('events', flat(seen.events) === flat(wanted), seen.events);
  quiet(page, 'timeline');

  const host = await openReport(browser, 'hand', '#page=hotspots');
  await host.waitForSelector('.flame button');
  const flames = await host.evaluate(async () => {
    const [thread, measure] = [...document.querySelectorAll('.flame')].at(-1).parentElement.querySelectorAll('.tools select'), out = {};
    const shown = () => [...[...document.querySelectorAll('.flame')].at(-1).querySelectorAll('button')].map((b) => b.getAttribute('aria-label').split(',')[0]);
    out.threads = [...thread.options].map((o) => o.textContent), out.measures = [...measure.options].map((o) => o.value);
    for (let t = 0; t < thread.options.length; t++)
      for (const m of out.measures) {
        thread.selectedIndex = t, measure.value = m;
        thread.dispatchEvent(new Event('change')), measure.dispatchEvent(new Event('change'));
        out[`${t} ${m}`] = shown();
      }
    thread.selectedIndex = 0;
    measure.value = 'time';
    return out;
  });
  check('threads to choose', JSON.stringify(flames.threads) === JSON.stringify(['all threads', 'thread 8', 'thread 9']), flames.threads);
  check('states to choose', flames.measures.join() === 'time,running,runnable,blocked', flames.measures);
  const names = (key) => flames[key].map((t) => t.split(': ')[0]).sort().join();
  check('all threads', names('0 time') === ['(unknown)', '0x7fff1000', 'main', 'process 7', 'sin', 'sleep', 'solve', 'train'].sort().join(), flames['0 time']);
  check('one thread', names('1 time') === ['main', 'sin', 'sleep', 'solve', 'thread 8'].join(), flames['1 time']);
  check('one thread, time blocked', names('1 blocked') === ['main', 'sleep', 'thread 8'].join(), flames['1 blocked']);
  check('one thread, waiting for a CPU', names('2 runnable') === ['0x7fff1000', 'thread 9', 'train'].join(), flames['2 runnable']);
  check('times are those of stack_tree', flames['1 time'].includes('main: 5.00 µs') && flames['1 time'].includes('sleep: 1.88 µs') && flames['0 time'].includes('process 7: 10.00 µs'), [flames['0 time'], flames['1 time']]);
  quiet(host, 'flame graph');
});
