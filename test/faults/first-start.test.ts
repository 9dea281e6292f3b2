import assert from 'node:assert/strict'
import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { checkBackup } from '#server/platform/backup/backup-file.ts'
import { makeHourlyBackups } from '#server/platform/backup/schedule-backups.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openEmbedded } from '#server/platform/db/open.ts'
import { instanceSecret } from '#server/platform/db/secrets.ts'
import { copySeed, nameOfSeed } from '#server/seed.ts'
import { ownFolder } from '#test/support/product/product.ts'

const folder = ownFolder()
const at = (name: string) => join(folder.path, name)
const BUILD = process.env['BUILD_DIR'] ?? 'build'
after(() => folder.remove())

const silent = { info: () => {}, warn: () => {} }

test('the seed of a build holds the tables and the songs, and nothing that is somebody’s', async () => {
  await copySeed(BUILD, at('seeded'))
  const database = await openEmbedded(at('seeded'))
  assert.deepEqual(await migrate(database), [])
  const { sql } = database
  assert.ok((await sql.selectFrom('songs').select('id').execute()).length > 1000)
  assert.deepEqual(await sql.selectFrom('instanceSecrets').selectAll().execute(), [])
  assert.deepEqual(await sql.selectFrom('artists').selectAll().execute(), [])
  await database.close()
})

test('two houses that began with one seed have keys of their own', async () => {
  const keys: string[] = []
  for (const house of ['one', 'other']) {
    await copySeed(BUILD, at(house))
    const database = await openEmbedded(at(house))
    keys.push(await instanceSecret(database.sql, 'device'))
    await database.close()
  }
  assert.notEqual(keys[0], keys[1])
})

test('a seed of another version, or none, is no seed; a database that is there stays', async () => {
  mkdirSync(at('old/database-0123456789abcdef'), { recursive: true })
  await copySeed(at('old'), at('unseeded'))
  await copySeed(at('nowhere'), at('unseeded'))
  assert.equal(statSync(at('unseeded'), { throwIfNoEntry: false }), undefined)
  mkdirSync(at('kept'))
  writeFileSync(at('kept/mine'), '')
  await copySeed(BUILD, at('kept'))
  assert.deepEqual(readdirSync(at('kept')), ['mine'])
  assert.match(await nameOfSeed(), /^database-[\da-f]{16}$/u)
})

test('a backup beside a running server holds what was written before it, and the server goes on', async () => {
  await copySeed(BUILD, at('running'))
  const database = await openEmbedded(at('running'))
  const { sql } = database
  const mark = (name: string) =>
    sql.insertInto('moneyMarks').values({ name, value: '', at: new Date() }).execute()
  let now = new Date('2026-11-22T18:00:00Z')
  const from = { sql, database: at('running'), folder: at('backups'), log: silent }
  const hourly = makeHourlyBackups({ ...from, now: () => now })
  await mark('before')
  const making = hourly.tick()
  const done = making.then(() => true)
  let meanwhile = 0
  // A write every few milliseconds, as of a hall: written without a pause they hold the backup up for minutes.
  do await mark(`during ${meanwhile++}`)
  while (!(await Promise.race([done, sleep(5, false)])))
  assert.ok(meanwhile > 1)
  const [name = ''] = readdirSync(at('backups'))
  assert.equal(statSync(join(at('backups'), name)).mode & 0o077, 0)
  const rows = (await checkBackup(join(at('backups'), name))).rows
  await hourly.tick()
  assert.equal(readdirSync(at('backups')).length, 1, 'the last is not an hour old')
  // Leftovers of a killed backup are removed.
  mkdirSync(join(at('backups'), 'copy-of-database'))
  now = new Date('2026-11-22T19:00:00Z')
  const identity = await generateIdentity()
  const key = await identityToRecipient(identity)
  await makeHourlyBackups({ ...from, key, now: () => now }).tick()
  const names = readdirSync(at('backups')).toSorted()
  assert.equal(names.length, 2)
  const sealed = join(at('backups'), names[1] ?? '')
  await assert.rejects(checkBackup(sealed), /Копия зашифрована/u)
  const later = (await checkBackup(sealed, [identity])).rows
  assert.ok(later > rows, 'the second holds what was written during the first')
  await database.close()
})

test('a backup that could not be made is not tried each minute, and one of tomorrow holds none up', async () => {
  mkdirSync(at('strange'))
  writeFileSync(join(at('strange'), 'bis-2027-11-22T18-00-00Z.backup'), '')
  writeFileSync(join(at('strange'), 'bis-2026-99-99T99-99-99Z.backup'), '')
  const start = new Date('2026-11-22T18:00:00Z').getTime()
  // Each try fails with an error of its own, which lasts until the next one.
  const tries = new Map<unknown, number>()
  let time = start
  const broken = await openEmbedded(at('one'))
  await broken.close()
  const hourly = makeHourlyBackups({
    sql: broken.sql,
    database: at('running'),
    folder: at('strange'),
    now: () => new Date(time),
    log: silent,
  })
  for (const minutes of [0, 1, 2, 9, 10, 11]) {
    time = start + minutes * 60_000
    await hourly.tick().catch((failure: unknown) => {
      if (!tries.has(failure)) tries.set(failure, minutes)
    })
  }
  assert.deepEqual([...tries.values()], [0, 10])
})
