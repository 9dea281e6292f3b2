import { rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { sql as raw } from 'kysely'
import { trialBalance } from '#server/modules/ledger/ledger.store.ts'
import { auditBooks } from '#server/modules/reconciliation/audit.service.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { openEmbedded, openPostgres } from '#server/platform/db/open.ts'
import { fingerprintOf, writeBooks, writeOddContent } from '#test/support/inputs/odd-content.ts'
import type { Fingerprint } from '#test/support/inputs/odd-content.ts'
import { ownFolder, runCommand, startProduct } from '#test/support/product/product.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const SONGS = { short: 500, long: 100_000 }

type Place = Readonly<Record<string, string>>

async function inDatabase<T>(place: Place, work: (sql: Sql) => Promise<T>): Promise<T> {
  const { DATABASE_URL: url, DATA_DIR: folder = '' } = place
  const database =
    url === undefined ? await openEmbedded(join(folder, 'database')) : await openPostgres(url, 2)
  try {
    await migrate(database)
    return await work(database.sql)
  } finally {
    await database.close()
  }
}

async function fill(sql: Sql, songs: number): Promise<void> {
  await writeOddContent(sql)
  await raw`insert into songs (id, title, artist_name, source, verified, song_key, created_at)
    select gen_random_uuid(), 'Песня ' || n, 'Группа ' || n % 977, 'catalogue', true, 'key of ' || n, now()
    from generate_series(1, ${songs}::integer) n`.execute(sql)
  await raw`insert into song_words (word, song_id)
    select word, id from songs, lateral (values ('песня'), ('группа'), (song_key)) words (word)`.execute(
    sql,
  )
}

/** What must be the same afterwards: every row, and the balance of the books. */
type State = { rows: Fingerprint; trial: unknown }

async function stateOf(sql: Sql): Promise<State> {
  // A restore writes itself into the log.
  const { deeds: _log, ...rows } = await fingerprintOf(sql)
  return { rows, trial: await trialBalance(sql) }
}

async function wipe(place: Place): Promise<void> {
  const { DATABASE_URL: url, DATA_DIR: folder = '' } = place
  if (url === undefined) return rm(join(folder, 'database'), { recursive: true })
  const database = await openPostgres(url, 1)
  await database.script('drop schema public cascade; create schema public')
  await database.close()
}

/** Checks that keys, guards and counters are restored, not the rows alone. */
async function stillGuarded(sql: Sql): Promise<string[]> {
  const broken: string[] = []
  const refused = async (what: string, work: Promise<unknown>) => {
    const accepted = await work.then(
      () => true,
      () => false,
    )
    if (accepted) broken.push(`after the restore ${what}`)
  }
  await refused(
    'a word of no song is taken',
    raw`insert into song_words values ('x', gen_random_uuid())`.execute(sql),
  )
  await refused(
    'a line of the books can be changed',
    raw`update ledger_lines set amount = amount + 1`.execute(sql),
  )
  if ((await auditBooks({ sql, now: () => new Date() })).length > 0)
    broken.push('after the restore the audit finds faults')
  await writeBooks(sql).catch((error: unknown) =>
    broken.push(`after the restore the books take nothing: ${String(error)}`),
  )
  return broken
}

function differences(before: State, after: State, where: string): string[] {
  const names = new Set([...Object.keys(before.rows), ...Object.keys(after.rows)])
  const rows = [...names]
    .filter((name) => before.rows[name] !== after.rows[name])
    .map((name) => `${where}: ${name} was ${before.rows[name]} and is ${after.rows[name]}`)
  return isDeepStrictEqual(before.trial, after.trial)
    ? rows
    : [...rows, `${where}: the books say something else`]
}

async function run({
  engine,
  short,
  environment,
  logProgress,
}: ScenarioContext): Promise<ScenarioFinding> {
  const [files, elsewhere] = [ownFolder(), ownFolder()]
  const broken: string[] = []
  const must = async (what: string, wanted: number, doing: ReturnType<typeof runCommand>) => {
    const done = await doing
    if (done.code !== wanted) broken.push(`${what} ended with ${done.code}: ${done.output}`)
    return done.ms
  }
  const backup = (place: Place, name: string) =>
    runCommand(place, 'scripts/backup.ts', join(files.path, name))
  const restore = (place: Place, name: string, ...more: string[]) =>
    runCommand(place, 'scripts/restore.ts', join(files.path, name), ...more)

  const before = await inDatabase(environment, async (sql) => {
    await fill(sql, short ? SONGS.short : SONGS.long)
    return stateOf(sql)
  })
  logProgress('filled')
  const backupMs = await must('backup', 0, backup(environment, 'first'))
  const { size, mode } = await stat(join(files.path, 'first'))
  if ((mode & 0o077) !== 0) broken.push('others may read the backup')
  await must('a restore over data', 1, restore(environment, 'first'))
  await wipe(environment)
  const restoreMs = await must('restore', 0, restore(environment, 'first'))
  const after = await inDatabase(environment, stateOf)
  broken.push(...differences(before, after, 'restored'))
  logProgress('restored')
  if (engine === 'postgres') {
    const embeddedCopy = { DATA_DIR: elsewhere.path }
    await must('restore elsewhere', 0, restore(embeddedCopy, 'first'))
    broken.push(
      ...differences(before, await inDatabase(embeddedCopy, stateOf), 'in an embedded database'),
    )
    await must('backup elsewhere', 0, backup(embeddedCopy, 'second'))
    await must('restore in place', 0, restore(environment, 'second', '--replace'))
    broken.push(
      ...differences(before, await inDatabase(environment, stateOf), 'back on the server'),
    )
    logProgress('moved there and back')
  }
  broken.push(...(await inDatabase(environment, stillGuarded)))
  const product = await startProduct(environment)
  if ((await product.kill('SIGTERM')).code !== 0) broken.push('the server does not start on it')
  files.remove()
  elsewhere.remove()
  const rows = Object.values(before.rows).reduce((sum, told) => sum + Number(told.split(' ')[0]), 0)
  return {
    figures: { rows, 'backup ms': backupMs, 'restore ms': restoreMs, 'backup bytes': size },
    broken,
    slow: [],
  }
}

export const scenario: Scenario = {
  number: 28,
  title: 'Backup, wipe, restore',
  pass: 'row counts and ledger hash equal',
  engines: ['embedded', 'postgres'],
  inTests: [],
  run,
}
