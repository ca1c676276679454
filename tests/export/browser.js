// What tests of reports in browsers share. They are run as `TEST.js FOLDER`.
'use strict';
const state = {failed: 0};
function check(what, ok, detail) {
  console.log(ok ? `ok ${what}` : `not ok ${what}: ${JSON.stringify(detail)?.slice(0, 700)}`);
  state.failed += !ok;
}
module.exports = {fs: require('fs'), path: require('path'), puppeteer: require('puppeteer-core'), folder: process.argv[2], check, state};
