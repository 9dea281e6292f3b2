/**
 * Loaded before the product (NODE_OPTIONS=--import …): the process believes the clock and the disk that the
 * file named by OTHER_MACHINE tells of: `{ "clockMs": -3600000, "freeBytes": 1000 }`.
 */
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import process from 'node:process'

const file = process.env['OTHER_MACHINE'] ?? ''
const LOOK_MS = 50
let told = { clockMs: 0, freeBytes: null }

function look() {
  try {
    told = { clockMs: 0, freeBytes: null, ...JSON.parse(fs.readFileSync(file, 'utf8')) }
  } catch {
    // Half written: the next look reads it whole.
  }
}
look()
setInterval(look, LOOK_MS).unref()

const RealDate = Date
globalThis.Date = class Date extends RealDate {
  constructor(...given) {
    super(...(given.length === 0 ? [RealDate.now() + told.clockMs] : given))
  }

  static now() {
    return RealDate.now() + told.clockMs
  }
}

const seen = (stats) =>
  told.freeBytes === null
    ? stats
    : { ...stats, bavail: Math.floor(told.freeBytes / Number(stats.bsize)), bsize: stats.bsize }
const { statfsSync } = fs
const { statfs } = fs.promises
fs.statfsSync = (...given) => seen(statfsSync(...given))
fs.promises.statfs = async (...given) => seen(await statfs(...given))
syncBuiltinESMExports()
