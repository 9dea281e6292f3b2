import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import { answering } from '#test/support/database/answering.ts'
import type { Sql } from '../db/open.ts'
import {
  nameOfBackup,
  expiredBackups,
  makeHourlyBackups,
  secondsSinceBackup,
  timeOfBackup,
} from './schedule-backups.ts'

const LAST = new Date('2026-11-22T21:30:15.250Z')

function hourly(hours: number): string[] {
  return Array.from({ length: hours }, (_, ago) =>
    nameOfBackup(new Date(LAST.getTime() - ago * HOUR_MS)),
  )
}

test('a name tells its second', () => {
  assert.equal(nameOfBackup(LAST), 'bis-2026-11-22T21-30-15Z.backup')
  assert.deepEqual(timeOfBackup(nameOfBackup(LAST)), new Date('2026-11-22T21:30:15Z'))
  assert.equal(timeOfBackup('notes.txt'), null)
})

test('of a month of hours the last 24 are kept and the last of each of 7 days', () => {
  const names = hourly(30 * 24)
  const expired = new Set(expiredBackups(names))
  const retained = names.filter((name) => !expired.has(name))
  assert.deepEqual(retained.slice(0, 24), names.slice(0, 24))
  // The 22nd and the evening of the 21st are among the hourly ones already.
  assert.deepEqual(
    retained.slice(24).map((name) => name.slice(4, 17)),
    ['20', '19', '18', '17', '16'].map((day) => `2026-11-${day}T23`),
  )
})

test('files that are none of ours stay', () => {
  assert.deepEqual(expiredBackups([...hourly(24), 'notes.txt', 'bis-old.backup', 'copy']), [])
})

test('a hall that plays once a month keeps its last evenings', () => {
  const evenings = Array.from({ length: 40 }, (_, ago) =>
    nameOfBackup(new Date(LAST.getTime() - ago * 30 * 24 * HOUR_MS)),
  )
  assert.deepEqual(expiredBackups(evenings), evenings.slice(24))
})

test('a failure lasts until the next try: no clock takes the pause for a backup', async (t) => {
  const parent = mkdtempSync(join(tmpdir(), 'backups-'))
  t.after(() => rmSync(parent, { recursive: true }))
  const folder = join(parent, 'file')
  writeFileSync(folder, '')
  let now = LAST
  const log = { info() {}, warn() {} }
  const backups = makeHourlyBackups({
    sql: {} as Sql,
    database: parent,
    folder,
    now: () => now,
    log,
  })
  for (const minutes of [0, 1, 11]) {
    now = new Date(LAST.getTime() + minutes * MINUTE_MS)
    await assert.rejects(backups.tick(), /EEXIST/u, `after ${minutes} minutes`)
  }
})

test('on a full disk the last copy of each day stays, and the others give way', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'backups-'))
  t.after(() => rmSync(folder, { recursive: true }))
  for (const name of hourly(30)) writeFileSync(join(folder, name), '')
  const warnings: string[] = []
  const log = { info() {}, warn: (_: object, sentence: string) => void warnings.push(sentence) }
  const sql = answering([{ bytes: Number.MAX_SAFE_INTEGER }])
  const backups = makeHourlyBackups({ sql, database: folder, folder, now: () => LAST, log })
  assert.equal(await backups.make(), false)
  assert.deepEqual(readdirSync(folder).toSorted(), [hourly(30)[22], hourly(30)[0]])
  assert.equal(warnings.length, 1)
})

test('the age is that of the last copy, whatever lies beside it', (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'backups-'))
  t.after(() => rmSync(folder, { recursive: true }))
  const now = new Date(LAST.getTime() + HOUR_MS)
  assert.ok(secondsSinceBackup(folder, now) < 3600, 'none yet: since this process began')
  const ofTomorrow = nameOfBackup(new Date(LAST.getTime() + 24 * HOUR_MS))
  for (const name of [...hourly(3), ofTomorrow, 'notes.txt']) writeFileSync(join(folder, name), '')
  assert.equal(Math.floor(secondsSinceBackup(folder, now)), 3600)
})
