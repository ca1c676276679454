/* A table of the report as a real <table>: it can be sorted by its headings and filtered, and has bars, its SQL, and a link to the timeline in each row with
** a time. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const STEP = 50;  /* rows shown at first, so that tables below can be found */
  const PRINTED = 1000; /* rows on paper, which has no button for more: 30 pages are enough */
  const LONG = 300; /* characters of a text that are shown */
  const {format} = rocpd;

  function element(tag, attributes, ...children) {
    const e = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes ?? {})) {
      if (value === false || value === null || value === undefined) continue;
      if (name.startsWith('on')) e.addEventListener(name.slice(2), value);
      else e.setAttribute(name, value === true ? '' : String(value));
    }
    e.append(...children.filter((c) => c !== null && c !== undefined));
    return e;
  }

  /* Columns that are only used for links are copied, but not shown. */
  const LEADS = /^((b_)?longest_(start|end)|node|parent_node)$/;

  /* The column shown as bars: shares as they are, else the first sum of times or bytes, relative to the largest. */
  function barsOf(columns, rows) {
    const bars = new Map(), greatest = (i) => rows.reduce((m, r) => Math.max(m, Math.abs(Number(r[i])) || 0), 0);
    columns.forEach((c, i) => {
      if (format.kind(c) === 'share' && c !== 'skew') bars.set(i, 1);
    });
    const sum = columns.findIndex((c) => /^(total|idle|duration|exposed|latency|not_freed|peak|most|gpu|inclusive|delta)_(ns|bytes)$/.test(c));
    if (sum >= 0 && !bars.size) bars.set(sum, greatest(sum) || 1);
    return bars;
  }

  function compare(a, b) {
    const x = format.numeric(a), y = format.numeric(b);
    if (x !== null && y !== null) return x < y ? -1 : x > y ? 1 : 0;
    if (x !== null) return -1;
    if (y !== null) return 1;
    return String(a) < String(b) ? -1 : String(a) > String(b) ? 1 : 0;
  }

  /* NULL comes last in both orders: it is neither small nor large. */
  function sorted(rows, column, down) {
    return rows.slice().sort((a, b) => {
      const x = a[column] ?? null, y = b[column] ?? null;
      if (x === null || y === null) return (x === null) - (y === null);
      return down ? compare(y, x) : compare(x, y);
    });
  }

  function csvCell(value) {
    if (value === null || value === undefined) return '';
    const text = String(value);
    return /[",\r\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  }
  const csv = (columns, rows) => [columns, ...rows].map((r) => r.map(csvCell).join(',')).join('\r\n') + '\r\n';

  /* From disk not every browser gives the clipboard: an invisible field can be copied from everywhere. */
  async function copyText(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const field = element('textarea', {class: 'off-screen', 'aria-hidden': 'true'});
      field.value = text;
      document.body.append(field);
      field.select();
      const done = document.execCommand('copy');
      field.remove();
      return done;
    }
  }

  function copyButton(label, text) {
    const button = element('button', {type: 'button', onclick: async () => {
      button.textContent = await copyText(text()) ? 'Copied' : 'Not copied';
      setTimeout(() => { button.textContent = label; }, 1500);
    }}, label);
    return button;
  }

  function longText(text) {
    return element('details', {}, element('summary', {}, `${text.slice(0, 60)} …`), element('pre', {}, text));
  }

  /* Of what is called as the timeline calls a GPU: what it is, and where. */
  const OF_GPUS = new Set(['gpu', 'memory_of', 'src_device', 'dst_device', 'device']);
  const aboutGpu = (value) => {
    const group = rocpd.directory.groups.find((g) => g.name === value);
    return group?.about ? format.visible(`${group.name}\n${group.about}`) : '';
  };

  function textCell(td, name, value, columnKind) {
    const text = format.cell(name, value, columnKind);
    if (columnKind === 'sql' || text.length > LONG) td.append(text ? longText(text) : '');
    else td.textContent = text;
    if (columnKind !== 'value' && columnKind !== 'id' && columnKind !== 'sql' && value !== null) td.title = String(value);
    else if (text.length > 40 && text.length <= LONG) td.title = text;
    if (OF_GPUS.has(name)) td.title = aboutGpu(value) || td.title;
  }

  /* delta: its colour says which way it goes. */
  function bar(td, part, delta = false) {
    td.classList.add('bar');
    if (delta) td.classList.add('delta'), td.classList.toggle('less', part < 0);
    td.style.setProperty('--part', `${(100 * Math.min(delta ? Math.abs(part) : Math.max(part, 0), 1)).toFixed(2)}%`);
  }

  function goLink(row, lead, label) {
    const href = lead(row), what = /^#page=timeline/.test(href) ? 'on the timeline' : 'in the table that proves it';
    const of = lead.mark ? ` of ${lead.mark}` : '';
    return href && element('a', {class: 'go', href, 'aria-label': `Show ${label}${of} ${what}`, title: `Show${of ? ` the longest${of}` : ''} ${what}`}, `→${lead.mark ?? ''}`);
  }

  /* A name that can be opened: what there is to say of it stands in a row below. */
  function opener(view, tr, row, text) {
    const button = element('button', {type: 'button', class: 'opener', 'aria-expanded': 'false', title: `${text}\n${view.detail.title}`, onclick: async () => {
      const open = button.getAttribute('aria-expanded') === 'true';
      button.setAttribute('aria-expanded', String(!open));
      if (open) return tr.nextSibling?.classList.contains('detail') && tr.nextSibling.remove();
      const content = await view.detail.of(row), cell = element('td', {colspan: tr.cells.length}, content ?? 'There is nothing more of it.');
      if (button.getAttribute('aria-expanded') === 'true') tr.after(element('tr', {class: 'detail'}, cell));
      return undefined;
    }}, text);
    return button;
  }

  function oneRow(view, row) {
    const {columns, kinds, bars, lead} = view, tr = element('tr');
    if (lead) {
      const label = row.find((v, i) => typeof v === 'string' && kinds[i] === 'value') ?? '';
      tr.append(element('td', {class: 'lead'}, ...[lead, lead.other].map((one) => one && goLink(row, one, format.visible(String(label)).slice(0, 80)))));
    }
    columns.forEach((name, i) => {
      if (view.hidden[i]) return;
      const td = element('td', {class: view.numbers[i] ? 'number' : 'text'});
      textCell(td, name, row[i], kinds[i]);
      if (i === view.opens && td.textContent !== '' && !td.firstElementChild) td.replaceChildren(opener(view, tr, row, td.textContent));
      if (i === view.indented) td.style.paddingLeft = `${.55 + Math.min(row[view.depth], 40)}em`;
      if (bars.has(i) && row[i] !== null) bar(td, Number(row[i]) / bars.get(i), name === 'delta_ns');
      tr.append(td);
    });
    return tr;
  }

  function headingRow(view, sort) {
    const tr = element('tr'), names = view.columns.map((name) => format.heading(name));
    if (view.lead) tr.append(element('td', {class: 'lead'}));
    view.columns.forEach((name, i) => {
      if (view.hidden[i]) return;
      const button = element('button', {type: 'button', onclick: () => sort(i)}, names.indexOf(names[i]) === names.lastIndexOf(names[i]) ? names[i] : format.visible(name).replace(/_/g, ' ')); /* total_ns beside total_bytes */
      tr.append(element('th', {scope: 'col', class: view.numbers[i] ? 'number' : 'text', title: name, 'aria-sort': 'none', 'data-column': i}, button));
    });
    return tr;
  }

  /* One row of many columns is read as a list of facts. */
  function facts(view, row) {
    const body = element('tbody');
    view.columns.forEach((name, i) => {
      if (view.hidden[i]) return;
      const td = element('td', {class: 'text'});
      textCell(td, name, row[i], view.kinds[i]);
      if (view.bars.has(i)) bar(td, Number(row[i]) / view.bars.get(i));
      if (name === 'start' && view.lead) td.append(' ', goLink(row, view.lead, 'it') ?? '');
      body.append(element('tr', {}, element('th', {scope: 'row', title: name}, format.heading(name)), td));
    });
    return element('table', {class: 'facts'}, element('caption', {class: 'off-screen'}, view.title), body);
  }

  /* Columns that say nothing of any row are copied, too, and not shown. */
  function makeView(table, rows, {lead, detail}) {
    const {columns} = table, hidden = columns.map((c, i) => LEADS.test(c) || rows.every((r) => r[i] === null || r[i] === '')), kinds = columns.map((c) => format.kind(c));
    const numbers = columns.map((c, i) => kinds[i] !== 'sql' && rows.some((r) => r[i] !== null) && rows.every((r) => r[i] === null || format.numeric(r[i]) !== null));
    return {columns, kinds, numbers, hidden, rows, lead, detail, opens: detail ? columns.indexOf('name') : -1, bars: barsOf(columns, rows), depth: columns.indexOf('depth'),
      indented: columns.includes('depth') && columns.includes('parent_node') ? columns.indexOf('name') : -1, title: table.title};
  }

  function countText(view, found, shown, table) {
    const parts = [];
    if (shown < found) parts.push(`${format.count(shown)} of ${format.count(found)} rows shown`);
    else parts.push(`${format.count(found)} ${found === 1 ? 'row' : 'rows'}`);
    if (found < view.rows.length) parts.push(`${format.count(view.rows.length)} without the filter`);
    if (table.all > table.rows) parts.push(`the report has the first ${format.count(table.rows)} of ${format.count(table.all)}`);
    return parts.join('; ');
  }

  /* How it is sorted and filtered, as the address has it: sort.NAME=-column and filter.NAME=text. What is hidden has no heading to say that it is sorted by. */
  function kept(table, {columns, hidden}) {
    const shown = columns.map((c, i) => hidden[i] ? null : c), name = table.name.replace(/\.sql$/, ''), state = rocpd.state.get(), sort = state[`sort.${name}`] ?? '';
    return {
      column: shown.indexOf(sort.replace(/^-/, '')), down: sort.startsWith('-'), needle: state[`filter.${name}`] ?? '',
      keep: (column, down, text) => rocpd.state.set({[`sort.${name}`]: column < 0 ? null : `${down ? '-' : ''}${columns[column]}`, [`filter.${name}`]: text || null}),
    };
  }

  /* Of a table on the page: what makes it ready for paper, and back. */
  const onPaper = new WeakMap();
  for (const [event, paper] of [['beforeprint', true], ['afterprint', false]])
    addEventListener(event, () => document.querySelectorAll('.table-view').forEach((box) => onPaper.get(box)?.(paper)));

  /* The whole: tools above, the table, its SQL below. lead(row): an address. detail: {title, of(row)}: what there is more to say of a row. */
  rocpd.tableView = (table, rows, {lead = null, detail = null, total = ''} = {}) => {
    const view = makeView(table, rows, {lead, detail}), box = element('div', {class: 'table-view'});
    const sql = element('details', {class: 'sql'}, element('summary', {}, 'SQL'), element('pre', {}, table.sql), copyButton('Copy SQL', () => table.sql));
    if (rows.length === 1 && view.columns.length > 4) {
      box.append(facts(view, rows[0]), element('div', {class: 'tools'}, copyButton('Copy as CSV', () => csv(view.columns, rows))), sql);
      return box;
    }
    const body = element('tbody'), status = element('span', {class: 'count', role: 'status'});
    const was = kept(table, view);
    let order = rows, found = rows, {column, down} = was, limit = STEP, needle = was.needle.toLowerCase();
    const more = element('button', {type: 'button', onclick: () => show(limit * 5)}, 'Show more');
    const head = headingRow(view, (i) => {
      /* Numbers begin with the greatest, texts with A; once more turns it, a third time is as it was. */
      const first = view.numbers[i];
      if (column !== i) column = i, down = first;
      else if (down === first) down = !first;
      else column = -1;
      was.keep(column, down, filter.value);
      arrange();
    });
    const filter = element('input', {type: 'search', placeholder: 'Filter', value: was.needle, 'aria-label': `Filter ${table.title}`, oninput: () => {
      needle = filter.value.toLowerCase();
      was.keep(column, down, filter.value);
      arrange();
    }});

    /* What a row says, as it stands in the table and as it is shown: made at the first key, since most tables are only read. */
    let texts = null;
    const textOf = (row) => view.columns.map((name, i) => row[i] === null || view.hidden[i] ? '' : `${row[i]}\n${format.cell(name, row[i], view.kinds[i])}`).join('\n').toLowerCase();
    const matches = (row) => (texts ??= new Map(rows.map((r) => [r, textOf(r)]))).get(row).includes(needle);

    function show(most) {
      limit = most;
      const from = body.querySelectorAll(':scope > tr:not(.detail)').length;
      body.append(...found.slice(from, limit).map((row) => oneRow(view, row)));
      more.hidden = found.length <= limit;
      status.textContent = countText(view, found.length, Math.min(limit, found.length), table) + total;
    }

    function arrange() {
      order = column < 0 ? rows : sorted(rows, column, down);
      found = needle ? order.filter(matches) : order;
      for (const th of head.querySelectorAll('th')) th.setAttribute('aria-sort', 'none');
      if (column >= 0) head.querySelector(`[data-column="${column}"]`).setAttribute('aria-sort', down ? 'descending' : 'ascending');
      body.replaceChildren();
      show(STEP);
    }

    let onScreen = STEP;
    onPaper.set(box, (paper) => {
      if (paper) onScreen = limit;
      else for (const row of [...body.querySelectorAll(':scope > tr:not(.detail)')].slice(onScreen)) row.remove();
      show(paper ? Math.max(limit, PRINTED) : onScreen);
    });

    arrange();
    box.append(
      element('div', {class: 'tools'}, rows.length > 5 ? filter : null, status, copyButton('Copy as CSV', () => csv(view.columns, found))),
      element('div', {class: 'scroll', tabindex: 0, role: 'region', 'aria-label': table.title},
        element('table', {}, element('caption', {class: 'off-screen'}, table.title), element('thead', {}, head), body)),
      more, sql);
    return box;
  };
  rocpd.element = element;
  rocpd.tableView.csv = csv;
  rocpd.tableView.sorted = sorted;
}
