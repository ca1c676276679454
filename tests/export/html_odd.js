// Odd traces, odd browsers: reports of html_view.py.
'use strict';
const {fs, path, folder, check, run, openReport, quiet} = require('./browser.js');
const facts = JSON.parse(fs.readFileSync(path.join(folder, 'facts.json'), 'utf8'));
const sleep = (ms) => new Promise((done) => setTimeout(done, ms));
const drawn = (page) => page.waitForFunction(() => rocpd.draw.firstDrawn && !rocpd.store.busy(), {timeout: 20000});

async function oddTraces(browser) {
  for (const name of ['alone', 'one', 'days', 'wide', 'processes', 'timeless']) {
    const page = await openReport(browser, name, '#page=timeline');
    await drawn(page);
    const got = await page.evaluate(async () => {
      const rows = rocpd.tracks.rows.filter((r) => r.type === 'track'), events = rocpd.directory.tracks.flatMap((t, i) => rocpd.lanes(i)).reduce((n, l) => n + l.events, 0), t = performance.now();
      rocpd.draw.now();
      return {rows: rows.length, events, tracks: rocpd.directory.tracks.length, lanes: rocpd.directory.tracks.reduce((n, t) => n + t.lanes.length, 0), span: rocpd.directory.span, visible: (await rocpd.timeline.visible()).length, frame: performance.now() - t, lines: rocpd.minimap.lines.length};
    });
    check(`${name}: all events and lanes`, got.events === facts[name].events && got.lanes === facts[name].tracks && got.visible > 0 && (name !== 'wide' || got.tracks >= 200), [got, facts[name]]);
    if (name === 'alone') check('without tables: the time line is the only page', await page.$$eval('#tabs a', (links) => links.map((a) => a.textContent).join()) === 'Timeline');
    if (name === 'one') {
      await page.keyboard.press('.'), await sleep(500);
      const e = await page.evaluate(() => rocpd.details.selected && {...rocpd.details.selected, text: document.querySelector('.tl-panel').textContent});
      check('one event of 0 ns is found, selected and said', got.events === 1 && e?.duration === 0 && e.text.includes('0 ns'), e);
    }
    if (name === 'days') check('ten days are shown to the ns', got.span[1] - got.span[0] >= 864000e9 && await page.evaluate(() => {
      rocpd.camera.set(rocpd.directory.span[1] - 20, rocpd.directory.span[1]);
      return rocpd.camera.to - rocpd.camera.from === 20;
    }), got.span);
    if (name === 'days') check('a name of two lines is found', await page.evaluate(async () => {
      rocpd.directory.strings[rocpd.directory.heads[1]] = 'two\nlines';
      await rocpd.search.set('"two\nlines"', false);
      return rocpd.search.count;
    }) > 0);
    if (name === 'processes') check('the minimap has some of all lanes', got.lines === 40, got.lines);
    quiet(page, name);
    await page.close();
  }
}

// Each is to draw the same, or to say what is missing.
async function oddBrowsers(browser) {
  const picture = (page) => page.evaluate(async () => {
    rocpd.draw.now();
    return document.querySelector('.tl-tracks').toDataURL();
  });
  const shown = {};
  for (const [what, prepare] of Object.entries({
    usual: () => {},
    'no worker starts': () => { self.Worker = class { constructor() { throw new Error('not here'); } }; },
    'workers fail': () => {
      const Real = self.Worker;
      self.Worker = class extends Real { constructor() { super(URL.createObjectURL(new Blob(['throw 1']))); } };
    },
  })) {
    const page = await openReport(browser, 'given', '#page=timeline', (p) => p.evaluateOnNewDocument(prepare));
    await drawn(page), await sleep(200), await drawn(page);
    shown[what] = await picture(page);
    check(`${what}: the same is drawn, and nobody complains`, shown[what] === shown.usual && await page.$eval('#message', (m) => m.hidden), await page.$eval('#message', (m) => m.textContent));
    await page.close();
  }
  const old = await openReport(browser, 'given', '', (p) => p.evaluateOnNewDocument(() => { delete self.DecompressionStream; }));
  check('without DecompressionStream it says what is needed', await old.$eval('#message', (m) => m.textContent.includes('too old')));
  await old.close();
  const bad = await openReport(browser, 'damaged', '#page=timeline');
  await bad.evaluate(async () => {
    for (const track of rocpd.directory.tracks.keys()) for (const lane of rocpd.lanes(track)) for (let c = 0; c < lane.chunks; c++) await Promise.allSettled([lane.times(c), lane.fields(c), lane.stats(), lane.pyramid()]);
    await Promise.allSettled(rocpd.directory.tables.map((t) => rocpd.table(t.name)));
  });
  check('a damaged part is said', await bad.$eval('#message', (m) => !m.hidden && m.textContent.includes('cannot be read')), await bad.$eval('#message', (m) => m.textContent));
  await bad.close();
}

// As a browser saves it, with all that its scripts have made of it.
async function savedAgain(browser) {
  const page = await openReport(browser, 'one', '#page=timeline');
  await drawn(page);
  const count = () => page.evaluate(() => ['#tabs a', '.tl', '#page section', '#list-body *', '#message *'].map((what) => document.querySelectorAll(what).length));
  const before = await count();
  await page.evaluate(() => { rocpd.say('something'), document.getElementById('list').open = true; }), await sleep(200);
  fs.writeFileSync(path.join(folder, 'saved.html'), await page.content());
  await page.goto(`file://${folder}/saved.html#page=timeline`);
  await drawn(page);
  check('a page that was saved from a browser is the same', String(await count()) === String(before) && before[0] > 5, [before, await count()]);
  quiet(page, 'saved'), await page.close();
}

async function noNetwork(browser) {
  const page = await openReport(browser, 'given', '#page=timeline');
  const got = await page.evaluate(async () => {
    const refused = [];
    addEventListener('securitypolicyviolation', (e) => refused.push(e.effectiveDirective));
    const failed = await fetch('http://127.0.0.1:9/').then(() => false, () => true);
    new Image().src = 'http://127.0.0.1:9/x.png';
    const frame = document.createElement('iframe'), style = document.createElement('link');
    frame.src = 'http://127.0.0.1:9/', style.rel = 'stylesheet', style.href = 'http://127.0.0.1:9/x.css';
    document.body.append(frame, style);
    try {
      new WebSocket('ws://127.0.0.1:9/');
    } catch { /* some throw */ }
    await new Promise((done) => setTimeout(done, 300));
    return {failed, refused: [...new Set(refused)].sort().join()};
  });
  check('the page may ask for nothing', got.failed && got.refused === 'connect-src,frame-src,img-src,style-src-elem', got);
  await page.close();
}

// What hands do: fast wheels, pinches, while it loads, at several resolutions, while the window changes.
async function hands(browser) {
  const page = await openReport(browser, 'much', '#page=timeline', (p) => p.setViewport({width: 1000, height: 700})), session = await page.createCDPSession();
  const view = () => page.evaluate(() => rocpd.timeline.view()), size = (v) => v.to - v.from;
  for (let i = 0; i < 40; i++) session.send('Input.dispatchMouseEvent', {type: 'mouseWheel', x: 600, y: 300, deltaX: 0, deltaY: i % 4 ? -900 : 1200, modifiers: 2}).catch(() => {}); /* Ctrl, before anything is there */
  await page.mouse.move(600, 300), await drawn(page), await sleep(300);
  let now = await view();
  check('a fast wheel while it loads', size(now) >= 10 && Number.isFinite(now.from), now);
  await page.keyboard.press('0'), await sleep(400), now = await view();
  const touch = (type, ...points) => session.send('Input.dispatchTouchEvent', {type, touchPoints: points.map(([x, y], id) => ({x, y, id}))});
  await touch('touchStart', [500, 300], [600, 300]);
  for (let i = 1; i <= 5; i++) await touch('touchMove', [500 - 20 * i, 300], [600 + 20 * i, 300]);
  await touch('touchEnd'), await sleep(300);
  const pinched = await view();
  check('two fingers apart zoom in', size(pinched) < .7 * size(now), [now, pinched]);
  await touch('touchStart', [500, 300]);
  for (let i = 1; i <= 5; i++) await touch('touchMove', [500 - 30 * i, 300]);
  await touch('touchEnd'), await sleep(300);
  const moved = await view();
  check('one finger moves', moved.from > pinched.from && Math.abs(size(moved) - size(pinched)) < 2, [pinched, moved]);
  for (const [width, height, ratio] of [[360, 640, 3], [900, 500, 1.5], [1600, 900, 2], [1000, 700, 1]]) {
    await page.setViewport({width, height, deviceScaleFactor: ratio}), await sleep(250), await drawn(page);
    const got = await page.evaluate(() => {
      const canvas = document.querySelector('.tl-tracks'), box = canvas.getBoundingClientRect(), copy = new OffscreenCanvas(canvas.width, 200).getContext('2d', {willReadFrequently: true});
      copy.drawImage(canvas, 0, 0);
      return {wide: canvas.width / box.width, right: box.right, pixels: new Set(new Uint32Array(copy.getImageData(0, 0, canvas.width, 200).data.buffer)).size, page: document.documentElement.scrollWidth};
    });
    check(`${width} px, ${ratio} pixels each: it fills its place`, Math.abs(got.wide - ratio) < .05 && got.right <= width && got.page <= width && got.pixels > 5, got);
  }
  await page.setViewport({width: 1200, height: 500}), await sleep(300);
  const low = await page.evaluate(async () => {
    document.querySelector('.tl-body').scrollTop = 0, rocpd.timeline.whole();
    await new Promise((done) => setTimeout(done, 400));
    const {tracks, draw} = rocpd, seen = tracks.placed.filter((p) => p.row.type === 'track' && tracks.screenY(p, draw.scroll) + 20 < draw.height).at(-1).row, before = draw.height;
    await rocpd.details.select(await rocpd.events.at(rocpd.lane(seen.track, 0), 0, 0));
    const place = () => draw.place(rocpd.details.selected), bottom = () => place().y + place().h;
    for (let i = 0; i < 100 && (draw.height >= before || bottom() > draw.height); i++) await new Promise((done) => setTimeout(done, 50)); /* the page may be slow */
    return {before, height: draw.height, bottom: bottom()};
  });
  check('the panel does not cover what was clicked', low.height < low.before && low.bottom <= low.height, low);
  quiet(page, 'hands');
  await page.close();
}

// Texts and what they stand on, as WCAG reckons: 4.5, and 3 for large ones.
async function contrast(browser) {
  for (const scheme of ['light', 'dark']) {
    const page = await openReport(browser, 'given', '#page=timeline', (p) => p.emulateMediaFeatures([{name: 'prefers-color-scheme', value: scheme}]));
    await drawn(page);
    const measure = () => page.evaluate(() => {
      const part = (c) => (c /= 255) <= .04045 ? c / 12.92 : ((c + .055) / 1.055) ** 2.4, light = ([r, g, b]) => .2126 * part(r) + .7152 * part(g) + .0722 * part(b);
      const ratio = (a, b) => (Math.max(light(a), light(b)) + .05) / (Math.min(light(a), light(b)) + .05), rgb = (css) => css.match(/[\d.]+/g).map(Number), poor = new Map();
      const behind = (e) => {
        for (let p = e; p; p = p.parentElement) {
          const c = rgb(getComputedStyle(p).backgroundColor);
          if (c[3] === undefined || c[3] > .9) return c;
        }
        return [255, 255, 255];
      };
      let n = 0;
      for (const e of document.querySelectorAll('body *')) {
        const own = [...e.childNodes].some((c) => c.nodeType === 3 && c.data.trim()), style = getComputedStyle(e);
        if (!own || !e.checkVisibility() || /^(script|style|option)$/i.test(e.tagName) || e.closest('svg')) continue;
        const got = ratio(rgb(style.color), behind(e)), needed = parseFloat(style.fontSize) >= 24 || (parseFloat(style.fontSize) >= 18.6 && style.fontWeight >= 700) ? 3 : 4.5;
        n++;
        if (got < needed) poor.set(`${e.tagName}.${e.className}`, [got.toFixed(2), style.color, behind(e).join()]);
      }
      const {css, ink} = rocpd.color, bars = css.map((c, i) => ratio(rgb(c), ink[i] === '#000' ? [0, 0, 0] : [255, 255, 255]));
      return {n, poor: [...poor], bars: bars.length, worst: Math.min(...bars)};
    });
    for (const key of ['timeline', 'summary', 'top', 'gpu', 'calls', 'advice']) {
      await page.evaluate((k) => { location.hash = `#page=${k}`; }, key), await sleep(400);
      const got = await measure();
      check(`${scheme}: ${key}: ${got.n} texts stand out`, got.n > 15 && got.poor.length === 0, got.poor);
      if (key === 'timeline') check(`${scheme}: names in bars stand out`, got.bars > 50 && got.worst >= 4.5, got);
    }
    if (scheme === 'dark') {
      await (await page.createCDPSession()).send('Emulation.setEmulatedMedia', {features: [{name: 'forced-colors', value: 'active'}]});
      const lines = await page.$$eval('nav a', (links) => links.map((a) => [a.hasAttribute('aria-current'), getComputedStyle(a).borderBottomColor]));
      check('with colours of the user only the current tab has a line', new Set(lines.map(String)).size === 2 && new Set(lines.map(([, color]) => color)).size === 2, lines);
      await page.evaluate(() => { location.hash = '#page=timeline'; }), await sleep(300);
      const backs = await page.evaluate(() => ['beforeprint', 'afterprint'].map((event) => {
        dispatchEvent(new Event(event));
        return rocpd.color.theme.back;
      }));
      check('on paper the timeline is light', backs[0] === '#fff' && backs[1] === '#16181c', backs);
    }
    await page.close();
  }
}

run(async (chromium) => {
  await oddTraces(chromium);
  await oddBrowsers(chromium);
  await savedAgain(chromium);
  await noNetwork(chromium);
  await hands(chromium);
  await contrast(chromium);
});
