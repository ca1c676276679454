/* The beginning: reads the directory, makes the pages, shows the one that the fragment names. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const byId = (id) => document.getElementById(id);
  const NEEDED = 'Firefox 113, Chrome 93 or Safari 16.4';

  /* What is wrong is said in the page: who opens a file has no console in view. */
  function say(text) {
    const line = document.createElement('p');
    line.textContent = text;
    byId('message').append(line);
    byId('message').hidden = false;
  }
  rocpd.say = say;
  const fail = (error) => say(`The report cannot be shown: ${error?.message ?? error}`);

  function nameOf(directory) {
    if (rocpd.compare.on()) return rocpd.compare.title();
    const programs = [...new Set(directory.processes.map((p) => String(p.command || p.name || '').split(' ')[0].split('/').pop()).filter(Boolean))];
    const what = programs.length > 1 ? `${programs[0]} and ${programs.length - 1} more` : programs[0];
    const hosts = [...new Set(directory.sources.map((s) => s.host).filter(Boolean))];
    return rocpd.format.visible([what, hosts.length > 1 ? `${hosts.length} hosts` : hosts[0]].filter(Boolean).join(' on ')).slice(0, 120) || 'Trace report';
  }

  function warn(directory) {
    for (const text of directory.warnings ?? []) say(rocpd.format.visible(String(text)));
    if (directory.chosen) say(rocpd.compare.chosen());
    health(directory).then(() => losses(directory)).catch(() => {}); /* what cannot be read is said where it is read */
  }

  /* Who gets the file does not know that it was made of a window. */
  async function health({tables}) {
    const table = tables.find((t) => /^summary_health/.test(t.name)), [name, value] = ['fact', 'value'].map((c) => table?.columns.indexOf(c)), {format} = rocpd;
    const rows = table ? await rocpd.table(table.name) : [], of = (fact) => rows.filter((r) => r[name] === fact).map((r) => format.numeric(r[value]));
    const [from, to] = ['window start', 'window end'].map((fact) => of(fact)[0]), [begin, end] = [from, to].map((t) => t === undefined ? '' : format.utc(format.fromBase(t)));
    if (from !== undefined || to !== undefined) say(`All of this report is of a part of the time${begin && end ? `, from ${begin} to ${end} UTC` : ''}: what is outside of it is not counted.`);
    const apart = of('not aligned').length ? Number(of('not aligned')[0]) : 0;
    if (apart) say(`The clocks of ${apart} machines were not compared: their times stand beside each other here, but mean nothing to each other. rocpd_align() puts them on one time line.`);
  }

  /* As the command says it on stderr: what is missing, of which files, and of what nothing is known. */
  async function losses({tables}) {
    const table = tables.find((t) => /^summary_losses/.test(t.name));
    const rows = table ? await rocpd.table(table.name) : [], [detail, unknown, file] = ['detail', 'unknown', 'file'].map((c) => table?.columns.indexOf(c));
    const told = rows.slice(0, 3).map((r) => [r[file] ? `${String(r[file]).split('/').pop()}: ` : '', r[detail], r[unknown] ? `; nothing is known of ${r[unknown]}` : ''].join(''));
    if (rows.length) say(rocpd.format.visible(`The trace is not whole: ${told.join('; ')}${rows.length > 3 ? `; and ${rows.length - 3} more, which the summary tells` : ''}.`));
  }

  let timeline = null;
  function showTimeline(state) {
    if (!timeline) {
      rocpd.timeline.start(byId('timeline'));
      timeline = rocpd.timeline;
      timeline.on('change', remember);
      rocpd.listview?.start(byId('list'), byId('list-body'));
    }
    timeline.shown(true);
    rocpd.place.restore(state).then(remember, fail);
  }

  /* Where the timeline is now; the next one who opens the link comes here. */
  function remember() {
    if (rocpd.pages.shown() === 'timeline') rocpd.state.set({page: 'timeline', ...rocpd.place.kept()});
  }

  function show(state) {
    const page = rocpd.pages.has(state.page) ? state.page : rocpd.pages.first();
    rocpd.pages.show(page);
    byId('page-timeline').hidden = page !== 'timeline';
    byId('page').hidden = page === 'timeline';
    document.body.classList.toggle('on-timeline', page === 'timeline');
    if (page === 'timeline') showTimeline(state);
    else timeline?.shown(false);
  }

  /* A row of a table leads here: with room around it, so that it is seen among its neighbours. */
  rocpd.go = (place) => rocpd.state.go({page: 'timeline', from: place.start, to: place.end ?? place.start, track: place.track, trace: rocpd.compare.on() ? rocpd.compare.mark(0) : null});

  /* Who saves a page from a browser may save what scripts have made in it, too. */
  function empty() {
    for (const id of ['tabs', 'message', 'timeline', 'list-body', 'page']) byId(id).replaceChildren(), byId(id).removeAttribute('data-ready');
    byId('message').hidden = byId('page').hidden = byId('page-timeline').hidden = true;
    byId('list').open = byId('loading').hidden = false;
  }

  async function start() {
    if (!byId('end')) return undefined; /* page.html says it */
    empty();
    if ([self.DecompressionStream, self.Worker, Array.prototype.at, Object.hasOwn].includes(undefined)) return say(`This browser is too old to show the report. It needs ${NEEDED}, or a later one.`);
    await rocpd.open(document);
    const {directory} = rocpd;
    byId('title').textContent = nameOf(directory);
    document.title = `${nameOf(directory)}: trace report`;
    rocpd.pages.start(byId('tabs'), byId('page'), directory);
    warn(directory);
    rocpd.state.on(show);
    byId('skip').addEventListener('click', (event) => {
      event.preventDefault(); /* the fragment is the state's */
      byId('main').focus();
    });
    show(rocpd.state.read());
    return undefined;
  }

  addEventListener('error', (event) => fail(event.error ?? event.message));
  addEventListener('unhandledrejection', (event) => {
    fail(event.reason);
    event.preventDefault();
  });
  const begin = () => start().catch(fail).finally(() => { byId('loading').hidden = true; });
  if (document.readyState === 'loading') document.addEventListener('DOMContentLoaded', begin);
  else begin();
}
