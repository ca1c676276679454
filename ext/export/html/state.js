/* The current view in the URL's fragment: #page=timeline&from=1000&to=2000. It can be sent to a colleague who has the same file. */
'use strict';
{
  const rocpd = self.rocpd ??= {};
  const WAIT_MS = 300; /* browsers refuse to write the fragment too often */
  let state = {}, timer = 0;
  const listeners = [];

  function parse(fragment) {
    const out = {};
    for (const [key, value] of new URLSearchParams(fragment.replace(/^#/, ''))) out[key] = value;
    return out;
  }

  /* Keys in order of insertion: the page first. */
  function text(values) {
    const query = new URLSearchParams();
    for (const [key, value] of Object.entries(values)) if (value !== null && value !== undefined && value !== '') query.set(key, String(value));
    return `#${query}`;
  }

  function write() {
    clearTimeout(timer), timer = 0;
    const fragment = text(state);
    if (fragment !== location.hash) history.replaceState(null, '', fragment);
  }

  /* The fragment was changed by a link, the user, or the back button: notifies everybody. Our own changes cause no such event. */
  addEventListener('hashchange', () => {
    clearTimeout(timer), timer = 0;
    state = parse(location.hash);
    for (const f of listeners) f(state);
  });
  /* Coming back restores the view that was left. */
  addEventListener('click', (event) => {
    if (timer && event.target instanceof Element && event.target.closest('a[href^="#"]')) write();
  }, true);
  addEventListener('pagehide', () => timer && write());

  /* Keys made of a letter and a number as a text; consecutive ones are combined: t3-9.t12. */
  function pack(keys) {
    const parts = [];
    for (const [letter, n] of keys.map((key) => [key[0], Number(key.slice(1))]).sort(([a, m], [b, n]) => (a > b) - (a < b) || m - n)) {
      const last = parts.at(-1);
      if (last && last.letter === letter && last.to === n - 1) last.to = n;
      else parts.push({letter, from: n, to: n});
    }
    return parts.map(({letter, from, to}) => letter + (from === to ? from : `${from}-${to}`)).join('.');
  }

  /* Only keys that exist: the text may come from anywhere. */
  function unpack(packed, has) {
    const out = [];
    for (const part of String(packed ?? '').split('.')) {
      const [, letter, from, to = from] = /^([a-z])(\d+)(?:-(\d+))?$/.exec(part) ?? [];
      for (let n = Number(from); n <= Number(to) && has(letter + n); n++) out.push(letter + n);
    }
    return out;
  }

  rocpd.state = {
    read: () => (state = parse(location.hash)),
    get: () => state,
    set(values) {
      state = {...state, ...values};
      timer ||= setTimeout(write, WAIT_MS);
    },
    link: (values) => text(values),
    go(values) {
      if (timer) write();
      location.hash = text(values);
    },
    on: (f) => listeners.push(f),
    parse, text, pack, unpack,
  };
}
