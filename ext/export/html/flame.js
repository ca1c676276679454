/* The call tree as a flame graph: a box for each call at its place. Its width is its time, or its number of calls or sampled stacks; that of sampled stacks can
** show one thread, and the time in one state. A click or Enter zooms
** in, Escape zooms out; arrow keys go from box to box. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const ROW = 20;          /* px */
  const NARROW = .0006;    /* share of the whole: narrower boxes are left out until an enclosing one is zoomed in */

  function hue(text) {
    let h = 0;
    for (let i = 0; i < text.length; i++) h = (Math.imul(h, 31) + text.charCodeAt(i)) >>> 0;
    return 10 + h % 50; /* colours of flames */
  }

  const STATES = ['running', 'runnable', 'blocked'];
  /* Rows come depth first, each tree's root before its nodes. */
  function treeOf(table, rows) {
    const at = (name) => table.columns.indexOf(name), byNode = new Map(), roots = [];
    for (const r of rows) {
      const node = {name: rocpd.format.visible(String(r[at('name')] ?? '(unknown)')), time: Number(r[at('inclusive_ns')]) || 0, own: Number(r[at('exclusive_ns')]) || 0, calls: r[at('calls')], depth: r[at('depth')], children: [], parent: null, value: 0};
      for (const state of STATES) node[state] = Number(r[at(`${state}_ns`)]) || 0;
      const parent = r[at('depth')] > 0 ? byNode.get(r[at('parent_node')]) : null;
      byNode.set(r[at('node')], node);
      node.parent = parent ?? null;
      (parent ? parent.children : roots).push(node);
    }
    const root = roots.length === 1 ? roots[0] : {name: 'all processes', time: roots.reduce((n, r) => n + r.time, 0), own: 0, calls: null, depth: -1, children: roots, parent: null, value: 0};
    if (roots.length !== 1) for (const state of STATES) root[state] = roots.reduce((n, r) => n + r[state], 0);
    if (roots.length > 1) for (const r of roots) r.parent = root;
    return root;
  }

  /* Nodes as one: their children of one name are one. */
  const SUMS = ['time', 'own', 'calls', ...STATES];
  function merged(name, nodes, parent, depth) {
    const node = {name, depth, parent, children: [], value: 0}, byName = new Map();
    for (const sum of SUMS) node[sum] = nodes.reduce((n, x) => n + (Number(x[sum]) || 0), 0);
    for (const c of nodes.flatMap((x) => x.children)) byName.set(c.name, [...byName.get(c.name) ?? [], c]);
    node.children = [...byName].map(([of, list]) => merged(of, list, node, depth + 1)).sort((a, b) => b.time - a.time);
    return node;
  }

  /* The trees that can be shown: all threads together, and each. Below a process are its threads. */
  function threadsOf(root) {
    const processes = root.depth < 0 ? root.children : [root], all = {...root, children: [], parent: null};
    const each = processes.flatMap((p) => p.children.map((t) => ({label: processes.length > 1 ? `${t.name} of ${p.name}` : t.name, root: {...t, parent: null}})));
    const one = (p, parent) => merged(p.name, [{...p, children: p.children.flatMap((t) => t.children)}], parent, p.depth);
    for (const {root: thread} of each) for (const c of thread.children) c.parent = thread;
    if (root.depth < 0) all.children = processes.map((p) => one(p, all));
    return [{label: 'all threads', root: root.depth < 0 ? all : one(root, null)}, ...each.sort((a, b) => b.root.time - a.root.time)];
  }

  /* What the width of boxes means. A sampled stack is a call of each of its frames; those that do not continue in a child end in the node. */
  const MEASURES = {
    time: {label: 'by time', of: (node) => node.time},
    calls: {label: 'by number of calls', of: (node) => own(node) + below(node)},
    samples: {label: 'by sampled stacks', of: (node) => node.depth > 0 ? Math.max(own(node), below(node)) : below(node)},
  };
  /* Of the tree of sampled stacks. */
  const SAMPLED = {
    time: {label: 'by time', of: (node) => node.time},
    running: {label: 'by CPU time', of: (node) => node.running},
    runnable: {label: 'by waiting for a CPU', of: (node) => node.runnable},
    blocked: {label: 'by time blocked', of: (node) => node.blocked},
  };
  const own = (node) => node.depth > 0 ? Number(node.calls) || 0 : 0;
  const below = (node) => node.children.reduce((n, c) => n + c.value, 0);

  function weigh(root, measure) {
    const order = [root];
    for (let i = 0; i < order.length; i++) order.push(...order[i].children);
    for (const node of order.reverse()) node.value = measure.of(node); /* children come first */
  }

  /* Ranges that overlap may add up to more than their parent: they then share its width. */
  function place(node, left, width, depth, out) {
    out.push({node, left, width, depth});
    const sum = Math.max(node.children.reduce((n, c) => n + c.value, 0), node.value) || 1;
    for (const child of node.children) {
      const wide = width * child.value / sum;
      if (wide >= NARROW) place(child, left, wide, depth + 1, out);
      left += wide;
    }
  }

  function boxesOf(zoomed) {
    const above = [], out = [];
    for (let n = zoomed.parent; n; n = n.parent) above.unshift(n);
    for (const [depth, node] of above.entries()) out.push({node, left: 0, width: 1, depth, above: true});
    place(zoomed, 0, 1, above.length, out);
    return out;
  }

  rocpd.flame = (table, rows) => {
    const {element, format} = rocpd, everything = treeOf(table, rows), threads = table.columns.includes('tid') ? threadsOf(everything) : [{label: '', root: everything}];
    let {root} = threads[0];
    const sampled = table.columns.includes('running_ns'), measures = sampled ? SAMPLED : MEASURES, what = sampled ? 'samples' : 'calls';
    let zoomed = root, boxes = [], by = 'time';
    weigh(root, MEASURES.calls);
    if (!root.time && !sampled) by = 'calls';
    if (!root.time && (sampled || !root.value)) return null;
    const board = element('div', {class: 'flame', role: 'group', 'aria-label': 'Flame graph of the call tree; the table below has the same'});
    const note = element('p', {class: 'note'}, '\u00a0');
    const search = element('input', {type: 'search', placeholder: 'Find a call', 'aria-label': 'Find a call in the flame graph', oninput: () => mark()});
    const whole = element('button', {type: 'button', onclick: () => zoom(root)}, 'Whole');

    const thread = element('select', {'aria-label': 'Threads', onchange: () => {
      ({root} = threads[thread.selectedIndex]);
      weigh(root, measures[by]);
      zoom(root);
    }}, ...threads.map(({label}) => element('option', {}, label)));

    const measure = element('select', {'aria-label': 'Width of boxes', onchange: () => {
      by = measure.value;
      weigh(root, measures[by]);
      zoom(zoomed);
    }}, ...Object.entries(measures).map(([value, {label}]) => element('option', {value, selected: value === by}, label)));

    const counted = {time: () => '', calls: (node) => `, ${format.count(node.value)} calls with those in it`, samples: (node) => `, ${format.count(node.value)} sampled stacks`};
    for (const state of STATES) counted[state] = (node) => `, ${format.span(node.value)} ${state}`;
    const about = (node) => `${node.name}: ${format.span(node.time)}, ${format.share(node.time / root.time)} of all, itself ${format.span(node.own)}${node.calls === null ? '' : `, ${format.count(node.calls)} ${what}`}${counted[by](node)}`;

    function mark() {
      const text = search.value.toLowerCase();
      for (const b of boxes) b.button.classList.toggle('found', text !== '' && b.node.name.toLowerCase().includes(text));
    }

    function zoom(node) {
      const focused = board.contains(document.activeElement);
      zoomed = node;
      boxes = boxesOf(node);
      const deepest = boxes.reduce((d, b) => Math.max(d, b.depth), 0);
      board.style.height = `${(deepest + 1) * ROW + 2}px`;
      for (const b of boxes) {
        const button = b.button = element('button', {type: 'button', class: b.above ? 'above' : null, tabindex: b.node === node ? 0 : -1, title: about(b.node), onclick: () => zoom(b.node),
          onfocus: () => { note.textContent = about(b.node); }, onpointerenter: () => { note.textContent = about(b.node); }}, b.width > .015 ? b.node.name : '');
        button.setAttribute('aria-label', about(b.node));
        button.style.left = `${(100 * b.left).toFixed(4)}%`;
        button.style.width = `${(100 * b.width).toFixed(4)}%`;
        button.style.top = `${b.depth * ROW}px`;
        button.style.setProperty('--hue', hue(b.node.name));
      }
      board.replaceChildren(...boxes.map((b) => b.button));
      mark();
      if (focused) boxes.find((b) => b.node === node).button.focus();
    }

    /* Left and right: the neighbour at this depth; up and down: the parent or a child. */
    function step(from, key) {
      const same = boxes.filter((b) => b.depth === from.depth);
      switch (key) {
        case 'ArrowLeft': return same[same.indexOf(from) - 1];
        case 'ArrowRight': return same[same.indexOf(from) + 1];
        case 'ArrowUp': return boxes.find((b) => b.node === from.node.parent);
        case 'ArrowDown': return boxes.find((b) => b.node.parent === from.node);
        default: return null;
      }
    }
    board.addEventListener('keydown', (event) => {
      const from = boxes.find((b) => b.button === document.activeElement);
      if (event.key === 'Escape') zoom(root);
      const next = from && step(from, event.key);
      if (!next) return;
      event.preventDefault();
      from.button.tabIndex = -1;
      next.button.tabIndex = 0;
      next.button.focus();
    });
    weigh(root, measures[by]);
    zoom(root);
    return element('div', {class: 'chart'}, element('div', {class: 'tools'}, ...threads.length > 1 ? [thread] : [], measure, search, whole), board, note);
  };
}
