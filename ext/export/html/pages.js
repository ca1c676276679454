/* The pages besides the timeline: tables whose names begin alike (top, top_durations, ...) are on one page, below each other. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const LABELS = {summary: 'Summary', top: 'Kernels', gpu: 'GPU time'};
  const pages = [], links = new Map(), scrolled = new Map();
  let box = null, shown = null, turn = 0;

  const keyOf = (table) => table.name.replace(/\.sql$/, '').split('_')[0];
  const halves = (title) => {
    const at = title.indexOf(': ');
    return at < 0 ? [title, ''] : [title.slice(0, at), title.slice(at + 2)];
  };

  function group(tables) {
    tables.forEach((table, i) => {
      const key = keyOf(table);
      let page = pages.find((p) => p.key === key);
      if (!page) pages.push(page = {key, label: LABELS[key] ?? halves(table.title)[0], tables: []});
      page.tables.push(i);
    });
  }

  function makeTabs(nav) {
    const {element} = rocpd, add = (key, label, empty) => {
      const link = element('a', {href: rocpd.state.link({page: key}), class: empty ? 'empty' : null}, rocpd.format.visible(label));
      links.set(key, link);
      nav.append(link);
    };
    add('timeline', 'Timeline', !rocpd.directory.span);
    for (const page of pages) add(page.key, page.label, page.tables.every((i) => !rocpd.directory.tables[i].rows));
  }

  /* Why there are no rows: the table's own reason, and data that the files did not record. */
  async function reasons() {
    const {tables} = rocpd.directory, i = tables.findIndex((t) => /^summary_capabilities/.test(t.name));
    if (i < 0 || tables[i].blob < 0) return null;
    const table = tables[i], at = (name) => table.columns.indexOf(name), rows = await rocpd.table(i);
    return rows.filter((r) => r[at('reason')] !== null).map((r) => [r[at('domain')], r[at('recorded')], r[at('reason')]]);
  }

  async function emptyTable(table) {
    const {element, format} = rocpd, out = element('div', {class: 'nothing'}, element('p', {}, format.visible(table.why || 'No rows.')));
    if (/^(summary|advice)/.test(table.name)) return out;
    const rows = await reasons();
    if (rows?.length)
      out.append(element('details', {}, element('summary', {}, 'What was recorded, and what was not'),
        element('ul', {}, ...rows.map(([domain, , reason]) => element('li', {}, format.visible(`${domain}: ${reason}`))))));
    out.append(element('details', {class: 'sql'}, element('summary', {}, 'SQL'), element('pre', {}, table.sql)));
    return out;
  }

  /* Comments in a query about what it leaves out or counts differently are also shown to readers of the table. */
  const notesOf = (table) => table.sql.split('\n').filter((line) => /^-- (?!Title: |Needs: )/.test(line)).map((line) => line.slice(3)).join(' ');

  /* For tables with a limit: the total number of rows, if another table has the sum. */
  const SUMS = {gaps: ['gaps_lengths', 'gaps'], copies_each: ['copies', 'copies'], ranges_each: ['ranges', 'ranges'], launches_late: ['launches', 'n']};
  async function totalOf(table) {
    const limit = Number(/\bLIMIT (\d+)\b/.exec(table.sql)?.[1]), [from, name] = SUMS[table.name.replace(/\.sql$/, '')] ?? [];
    if (!(table.all >= limit)) return '';
    const other = rocpd.directory.tables.find((t) => t.name.replace(/\.sql$/, '') === from), at = other ? other.columns.indexOf(name) : -1;
    const all = at < 0 ? 0 : (await rocpd.table(other.name)).reduce((sum, row) => sum + Number(row[at] ?? 0), 0);
    return all > limit ? `; the first ${rocpd.format.count(limit)} of ${rocpd.format.count(all)}` : all === limit ? '' : `; the first ${rocpd.format.count(limit)}: there may be more`;
  }

  async function tableOf(table, rows) {
    return rocpd.tableView(table, rows, {lead: await rocpd.leads.of(table), detail: rocpd.charts.detail(table), total: await totalOf(table)});
  }

  async function section(i, first) {
    const {element, format, directory} = rocpd, table = directory.tables[i], [name, about] = halves(table.title);
    const out = element('section', {id: `table-${table.name.replace(/\.sql$/, '')}`}, element(first ? 'h2' : 'h3', {}, format.visible(name)));
    const says = [about && `${about.charAt(0).toUpperCase()}${about.slice(1)}${/[.?!]$/.test(about) ? '' : '.'}`, notesOf(table)].filter(Boolean).join(' ');
    if (says) out.append(element('p', {class: 'about'}, format.visible(says)));
    try {
      const rows = await rocpd.table(i);
      const chart = rows.length ? rocpd.charts.of(table, rows) : null;
      if (chart) out.append(chart);
      if (!rows.length) out.append(await emptyTable(table));
      else if (chart && rocpd.charts.folds(table)) out.append(element('details', {}, element('summary', {}, `Table of ${format.count(table.rows)} rows${table.all > table.rows ? ` of ${format.count(table.all)}` : ''}`), await tableOf(table, rows)));
      else out.append(await tableOf(table, rows));
    } catch (error) {
      out.append(element('p', {class: 'failed'}, `This table cannot be read: ${error.message}`));
    }
    return out;
  }

  /* Empty tables come last on a page with others, since they are only a line each. */
  function order(page) {
    const {tables} = rocpd.directory, [first, ...others] = page.tables;
    return [first, ...others.filter((i) => tables[i].rows), ...others.filter((i) => !tables[i].rows)];
  }

  async function fill(page) {
    const mine = ++turn;
    const sections = await Promise.all(order(page).map((i, n) => section(i, n === 0)));
    if (mine !== turn) return; /* another page was asked for meanwhile */
    box.replaceChildren(...rocpd.compare.note(page.key), ...sections);
    box.setAttribute('data-ready', page.key);
    lookAt(page.key);
  }

  /* The table named in the address, else the place where the page was left. */
  function lookAt(key) {
    const {at} = rocpd.state.get(), wanted = at && document.getElementById(`table-${at}`);
    if (!wanted || !box.contains(wanted)) return scrollTo(0, scrolled.get(key) ?? 0);
    const heading = wanted.querySelector('h2, h3');
    heading.tabIndex = -1;
    heading.focus();
    return wanted.scrollIntoView();
  }

  rocpd.pages = {
    start(nav, container, directory) {
      box = container;
      group(directory.tables);
      makeTabs(nav);
    },
    has: (key) => links.has(key),
    /* A trace without events opens with the summary. */
    first: () => rocpd.directory.span || !pages.length ? 'timeline' : pages[0].key,
    shown: () => shown,
    show(key) {
      if (key === shown && key === 'timeline') return;
      if (shown) scrolled.set(shown, scrollY);
      shown = key;
      for (const [k, link] of links) {
        if (k === key) link.setAttribute('aria-current', 'page');
        else link.removeAttribute('aria-current');
      }
      links.get(key).scrollIntoView({block: 'nearest', inline: 'nearest'});
      box.removeAttribute('data-ready');
      const page = pages.find((p) => p.key === key);
      if (page) fill(page);
      else ++turn, box.replaceChildren();
    },
  };
}
