// See bench_report.sh. `bench_report.js FILE FRAMES ROUNDS`: least of the rounds.
'use strict';
const {execSync} = require('child_process');
const puppeteer = require('puppeteer-core');
const [file, frames, rounds] = [process.argv[2], ...process.argv.slice(3).map(Number)];

// In the page: so many frames of a movement, f(0) to f(1); ms of script, and between frames.
const measure = async (frames) => {
  const {camera, draw} = rocpd, [a, b] = camera.whole(), span = b - a, middle = a + span * .23;
  const part = (all, p) => [...all].sort((m, n) => m - n)[Math.min(all.length - 1, Math.floor(all.length * p))] || 0;
  const run = async (f) => {
    const between = [];
    let last = 0;
    draw.cost.length = 0;
    await new Promise((done) => {
      let i = 0;
      const tick = (now) => {
        if (last) between.push(now - last);
        last = now;
        if (i++ >= frames) return done();
        f(i / frames);
        requestAnimationFrame(tick);
      };
      requestAnimationFrame(tick);
    });
    return {script: part(draw.cost, .95), between: part(between, .95)};
  };
  const show = (power, moved) => {
    const size = span * 2 ** -power, at = middle + moved * size;
    camera.set(at - size / 2, at + size / 2);
  };
  const out = {zoom: await run((t) => show((t < .5 ? t : 1 - t) * 40, 0))};
  for (const power of [1, 6, 10, 15]) out[`pan at 1/${2 ** power}`] = await run((t) => show(power, (t - .5) * 6));
  camera.set(a, b);
  out.top = 0;
  for (const [x, y] of [[.1, .3], [.02, .9], [.2, .21], [.111, .333], [0, 1]]) {
    await rocpd.timeline.select(a + x * span, a + y * span, null);
    out.top = Math.max(out.top, rocpd.selection.cost);
  }
  return out;
};

async function round() {
  const browser = await puppeteer.launch({executablePath: '/usr/bin/chromium', headless: true, args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'], protocolTimeout: 300000});
  try {
    const page = await browser.newPage();
    await page.setViewport({width: 1400, height: 900});
    await page.goto(`file://${file}#page=timeline`, {waitUntil: 'load', timeout: 120000});
    await page.waitForFunction('self.rocpd && rocpd.draw && rocpd.draw.firstDrawn', {timeout: 60000});
    const drawn = await page.evaluate('rocpd.draw.firstDrawn');
    const out = {drawn, ...await page.evaluate(measure, frames)};
    // Of this browser's processes the one that draws the page.
    const sizes = execSync('ps -eo rss,args').toString().split('\n').filter((l) => l.includes('--type=renderer')).map((l) => parseInt(l, 10));
    return {...out, megabytes: Math.max(...sizes) / 1024};
  } finally {
    await browser.close();
  }
}

(async () => {
  const all = [];
  for (let i = 0; i < rounds; i++) all.push(await round());
  const least = (f) => Math.min(...all.map(f)).toFixed(1);
  console.log(`first drawn          ${least((r) => r.drawn)} ms`);
  for (const name of Object.keys(all[0]).filter((n) => all[0][n].between)) console.log(`${name.padEnd(20)} 95 % of frames: script ${least((r) => r[name].script)} ms, from one to the next ${least((r) => r[name].between)} ms`);
  console.log(`top of an area       ${least((r) => r.top)} ms`);
  console.log(`memory of the page   ${least((r) => r.megabytes)} MB`);
})().catch((e) => {
  console.error(e);
  process.exit(1);
});
