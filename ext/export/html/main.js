/* Start of the page: reads the directory, makes the pages, shows the one named in the fragment. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const byId = (id) => document.getElementById(id);
  const NEEDED = 'Firefox 113, Chrome 93 or Safari 16.4';

  /* Errors are shown in the page, since users do not look at the console. */
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
    health(directory).then(() => losses(directory)).catch(() => {}); /* errors are shown where the data are read */
  }

  /* Readers of the file need to know that it was made from a window. */
  async function health({tables}) {
    const table = tables.find((t) => /^summary_health/.test(t.name)), [name, value] = ['fact', 'value'].map((c) => table?.columns.indexOf(c)), {format} = rocpd;
    const rows = table ? await rocpd.table(table.name) : [], of = (fact) => rows.filter((r) => r[name] === fact).map((r) => format.numeric(r[value]));
    const [from, to] = ['window start', 'window end'].map((fact) => of(fact)[0]), [begin, end] = [from, to].map((t) => t === undefined ? '' : format.utc(format.fromBase(t)));
    if (from !== undefined || to !== undefined) say(`This report covers only a part of the time${begin && end ? `, from ${begin} to ${end} UTC` : ''}: events outside are not counted.`);
    const apart = of('not aligned').length ? Number(of('not aligned')[0]) : 0;
    if (apart) say(`The clocks of ${apart} machines were not compared: their times are shown side by side, but cannot be compared. rocpd_align() puts them on one time line.`);
  }

  /* The command's line on stderr: what is missing, in which files, and what is unknown because of it. */
  async function losses({tables}) {
    const table = tables.find((t) => /^summary_losses/.test(t.name));
    const rows = table ? await rocpd.table(table.name) : [], [detail, unknown, file] = ['detail', 'unknown', 'file'].map((c) => table?.columns.indexOf(c));
    const told = rows.slice(0, 3).map((r) => [r[file] ? `${String(r[file]).split('/').pop()}: ` : '', r[detail], r[unknown] ? `; rows of these may be missing: ${r[unknown]}` : ''].join(''));
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

  /* Keeps the timeline's place in the address, so that a link leads here. */
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

  /* Goes to the time of a table's row, with room around it, so that it is seen among its neighbours. */
  rocpd.go = (place) => rocpd.state.go({page: 'timeline', from: place.start, to: place.end ?? place.start, track: place.track, trace: rocpd.compare.on() ? rocpd.compare.mark(0) : null});

  /* A page saved from a browser may include what scripts have made: this is removed first. */
  function empty() {
    for (const id of ['tabs', 'message', 'timeline', 'list-body', 'page']) byId(id).replaceChildren(), byId(id).removeAttribute('data-ready');
    byId('message').hidden = byId('page').hidden = byId('page-timeline').hidden = true;
    byId('list').open = byId('loading').hidden = false;
  }

  async function start() {
    if (!byId('end')) return undefined; /* page.html shows the message */
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
      event.preventDefault(); /* the fragment belongs to state.js */
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
