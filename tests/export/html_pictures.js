// Main views against pictures that somebody has looked at (reference/): coarse, since fonts are other ones elsewhere, but a page that is broken differs by far.
// `html_pictures.js FOLDER [new]`: new: writes them again, to be looked at. SOAK=1: it is also seen that a page is broken, and not that fonts are others.
'use strict';
const {spawnSync} = require('child_process');
const {fs, path, folder, check, run, openReport} = require('./browser.js');
const REFERENCE = path.join(__dirname, 'reference'), fresh = process.argv[3] === 'new';
const SIZE = {width: 1000, height: 640}, KEPT = {width: 200, height: 128}, BLOCKS = {width: 40, height: 32};
const MEAN = 3.3, FAR = 40, SHARE = .04; /* of 255: on average; a block that is as far is another one; so many of them may be */

const VIEWS = {
  timeline: {report: 'given', fragment: '#page=timeline'},
  dark: {report: 'everything', fragment: '#page=timeline', dark: true},
  kernels: {report: 'given', fragment: '#page=top'},
  flame: {report: 'given', fragment: '#page=calls', at: '.flame'},
};

// In a page: a picture as means of as many boxes, three numbers each.
const BOXES = `async (url, {width, height}) => {
  const image = await createImageBitmap(await (await fetch(url)).blob()), context = new OffscreenCanvas(image.width, image.height).getContext('2d'), out = new Array(3 * width * height).fill(0);
  context.drawImage(image, 0, 0);
  const {data} = context.getImageData(0, 0, image.width, image.height), wide = image.width / width, high = image.height / height;
  for (let y = 0; y < image.height; y++) for (let x = 0; x < image.width; x++) for (let k = 0; k < 3; k++) out[3 * (Math.floor(y / high) * width + Math.floor(x / wide)) + k] += data[4 * (y * image.width + x) + k];
  return out.map((sum) => sum / (wide * high));
}`;
const boxes = (page, url, size) => page.evaluate(`(${BOXES})(${JSON.stringify(url)}, ${JSON.stringify(size)})`);

function apart(p, q) {
  let sum = 0, far = 0;
  for (let i = 0; i < p.length; i += 3) {
    const most = Math.max(...[0, 1, 2].map((k) => Math.abs(p[i + k] - q[i + k])));
    sum += most, far += most > FAR;
  }
  return {mean: sum / (p.length / 3), far: far / (p.length / 3)};
}

async function shrink(page, url, size) {
  return page.evaluate(async (means, {width, height}) => {
    const canvas = new OffscreenCanvas(width, height), context = canvas.getContext('2d'), image = context.createImageData(width, height);
    for (let i = 0; i < width * height; i++) for (let k = 0; k < 4; k++) image.data[4 * i + k] = k < 3 ? Math.round(means[3 * i + k]) : 255;
    context.putImageData(image, 0, 0);
    return btoa(String.fromCharCode(...new Uint8Array(await (await canvas.convertToBlob()).arrayBuffer())));
  }, await boxes(page, url, size), size);
}

const url = (png) => `data:image/png;base64,${png}`;
const same = (got) => got.mean <= MEAN && got.far <= SHARE;

async function show(browser, {report, fragment, dark, at}) {
  const page = await openReport(browser, report, fragment, async (p) => {
    await p.setViewport(SIZE);
    await p.emulateMediaFeatures([{name: 'prefers-color-scheme', value: dark ? 'dark' : 'light'}]);
  });
  await page.waitForFunction((key) => key === 'timeline' ? rocpd.draw.firstDrawn && !rocpd.store.busy() : document.getElementById('page').getAttribute('data-ready') === key, {timeout: 20000}, fragment.split('=')[1]);
  if (at) await page.evaluate((selector) => document.querySelector(selector).scrollIntoView({block: 'center'}), at);
  await new Promise((done) => setTimeout(done, 400));
  return page;
}

// What may differ, and what may not.
const OTHER_FONT = '* { font-family: serif !important }';
const BROKEN = {
  timeline: ['.tl-tracks { visibility: hidden }', '.tl-names { display: none }'], dark: [':root { --back: #fff !important; --panel: #fff !important }', '.tl-tracks { visibility: hidden }'],
  kernels: ['table { display: none }', 'td, th { display: block }'], flame: ['.flame { display: none }', '.flame button { background: none !important }'],
};

// As somebody makes pictures without a driver: no frame is asked for until the picture is taken, and time is made to pass.
const taken = (...options) => {
  const file = path.join(folder, 'taken.png');
  spawnSync('chromium', ['--headless', '--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage', `--user-data-dir=${path.join(folder, 'alone')}`, `--window-size=${SIZE.width},${SIZE.height}`, `--screenshot=${file}`, ...options,
    `file://${path.join(folder, 'given.html')}#page=timeline`], {timeout: 60000, stdio: 'ignore'});
  return fs.readFileSync(file).toString('base64');
};

async function alone(blank) {
  const wanted = await boxes(blank, url(fs.readFileSync(path.join(REFERENCE, 'timeline.png')).toString('base64')), BLOCKS);
  const got = apart(await boxes(blank, url(taken('--virtual-time-budget=1000')), BLOCKS), wanted);
  check('a picture that is taken at once has the timeline', same(got), got);
}

run(async (browser) => {
  const blank = await browser.newPage();
  await alone(blank);
  for (const [name, view] of Object.entries(VIEWS)) {
    const page = await show(browser, view), file = path.join(REFERENCE, `${name}.png`), picture = () => page.screenshot({encoding: 'base64'});
    const tabs = await page.$eval('#tabs', (nav) => ({need: nav.scrollWidth, have: nav.clientWidth}));
    check(`${name}: all tabs are to be seen`, tabs.need <= tabs.have, tabs);
    const now = await picture();
    if (fresh) {
      fs.writeFileSync(file, Buffer.from(await shrink(blank, url(now), KEPT), 'base64'));
      fs.writeFileSync(`${file}.large.png`, Buffer.from(now, 'base64'));
    }
    const kept = fs.readFileSync(file).toString('base64'), wanted = await boxes(blank, url(kept), BLOCKS), of = async (png) => apart(await boxes(blank, url(png), BLOCKS), wanted), got = await of(now);
    check(`${name} looks as it did`, same(got), got);
    for (const [i, css] of (process.env.SOAK ? [OTHER_FONT, ...BROKEN[name]] : []).entries()) {
      const style = await page.addStyleTag({content: css});
      await new Promise((done) => setTimeout(done, 150));
      const other = await of(await picture());
      if (process.env.VERBOSE) console.log(`# ${name}: ${css}: ${JSON.stringify(other)}`);
      if (i) check(`${name}: it is seen that it is broken (${css})`, !same(other), other);
      else check(`${name}: another font is no matter`, same(other), other);
      await style.evaluate((s) => s.remove());
    }
    await page.close();
  }
});
