import assert from 'node:assert/strict'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { kopecks } from '#domain/money.ts'
import { endRestored, mark, RESTORED } from '#server/modules/ledger/ledger.service.ts'
import { addPayment } from '#server/modules/payments/payments.store.ts'
import { checkBackup } from '#server/platform/backup/backup-file.ts'
import { removeUnfinishedRestores } from '#server/platform/backup/unfinished-restore.ts'
import { migrate, migrationNames } from '#server/platform/db/migrate.ts'
import { lockDirectory } from '#server/platform/lifecycle/data-directory.ts'
import { writeHandmadeBackup } from '#test/support/database/handmade-backup.ts'
import { openEmbedded } from '#server/platform/db/open.ts'
import type { Sql } from '#server/platform/db/open.ts'
import {
  ARTIST,
  fingerprintOf,
  writeBooks,
  writeOddContent,
} from '#test/support/inputs/odd-content.ts'
import { asProcess, migratedPostgres, SERVER_URL } from '#test/support/database/database.ts'
import { ownFolder, runCommand } from '#test/support/product/product.ts'
import { copySeed } from '#test/support/product/seed.ts'

const own = ownFolder()
after(() => own.remove())
const DATA_DIR = own.path
const file = join(own.path, 'first.backup')
copySeed(join(DATA_DIR, 'database'))

const PAYMENT = {
  id: '00000000-0000-7000-8000-0000000000ff',
  kind: 'tip',
  artistId: ARTIST,
  amount: kopecks(10_000),
  commissionBps: 500,
  mode: 'charge',
  expiresAt: new Date(),
  receipt: 'none',
  receiptTo: '',
} as const

const deedsOf = (sql: Sql) =>
  sql.selectFrom('deeds').select(['byName', 'kind', 'subject']).orderBy('id').execute()
/** How far each messenger is read. */
const cursorsOf = async (sql: Sql) => {
  const rows = await sql
    .selectFrom('messengerPolls')
    .select('cursor')
    .orderBy('messenger')
    .execute()
  return rows.map(({ cursor }) => cursor)
}
/** A module that sends its process SIGTERM as soon as there is something in `folder`. */
const stopperAt = (folder: string) =>
  `data:text/javascript,import fs from 'node:fs'; const look = setInterval(() => {
    if (!fs.existsSync('${folder}/database/PG_VERSION')) return;
    clearInterval(look); process.kill(process.pid, 'SIGTERM') }, 5); look.unref()`
const DELIVERED = 'at https://bis.example/messenger/max 0123456789abcdef'
const madeAtOf = (sql: Sql) => mark(sql, RESTORED)

async function insideOwn<T>(work: (sql: Sql) => Promise<T>): Promise<T> {
  const database = await openEmbedded(join(DATA_DIR, 'database'))
  try {
    await migrate(database)
    return await work(database.sql)
  } finally {
    await database.close()
  }
}

test('a trial restore checks the copy and its books, asks no server of the environment, and leaves nothing', async () => {
  const before = await insideOwn(async (sql) => {
    await writeOddContent(sql)
    await writeBooks(sql)
    await addPayment(sql, PAYMENT, new Date())
    const leasedUntil = new Date(0)
    const polls = [
      { messenger: 'max bis_bot', cursor: DELIVERED, leasedUntil },
      { messenger: 'telegram @bis_bot', cursor: '17', leasedUntil },
    ]
    await sql.insertInto('messengerPolls').values(polls).execute()
    return fingerprintOf(sql)
  })
  assert.equal((await runCommand({ DATA_DIR }, 'scripts/backup.ts', file)).code, 0)
  let asked = 0
  const world = createServer((socket) => {
    asked += 1
    socket.destroy()
  })
  await new Promise<void>((resolve) => world.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(world.address() as AddressInfo).port}`
  const real = {
    DATA_DIR,
    DATABASE_URL: `postgres://bis:x@${host}/bis`,
    REDIS_URL: `redis://${host}`,
    SMTP_URL: `smtp://${host}`,
    TBANK_URL: `http://${host}`,
    TBANK_TERMINAL_KEY: 'RealTerminal',
    TBANK_PASSWORD: 'secret',
  }
  const trial = await runCommand(real, 'scripts/restore.ts', file, '--trial')
  world.close()
  assert.deepEqual([trial.code, asked], [0, 0], trial.output)
  assert.match(trial.output, /Проба прошла[\s\S]*Книги сходятся/u)
  assert.equal(existsSync(join(DATA_DIR, 'trial')), false)
  assert.deepEqual(await insideOwn(fingerprintOf), before)

  assert.equal(await insideOwn(madeAtOf), undefined)

  const both = await runCommand(real, 'scripts/restore.ts', file, '--trial', '--replace')
  assert.equal(both.code, 1)
  const none = await runCommand(real, 'scripts/restore.ts', join(own.path, 'none'), '--trial')
  assert.equal(none.code, 1)
  assert.match(none.output, /не открывается \(ENOENT\)\. База не тронута/u)
})

test('a restore knows of itself, and so does one by another tool once it is told', async () => {
  const replaced = await runCommand({ DATA_DIR }, 'scripts/restore.ts', file, '--replace')
  assert.equal(replaced.code, 0, replaced.output)
  assert.match(replaced.output, /Выплаты ждут/u)
  const { head } = await checkBackup(file)
  assert.equal((await insideOwn(madeAtOf))?.value, head.madeAt)
  const subject = `копия от ${head.madeAt}, first.backup`
  const deed = { byName: 'npm run restore', kind: 'restored', subject }
  assert.deepEqual(await insideOwn(deedsOf), [deed])
  // Whom an address was told may have had another secret since.
  assert.deepEqual(await insideOwn(cursorsOf), [null, '17'])
  await insideOwn((sql) =>
    sql
      .updateTable('messengerPolls')
      .set({ cursor: DELIVERED })
      .where('cursor', 'is', null)
      .execute(),
  )

  const wrong = await runCommand({ DATA_DIR }, 'scripts/ledger.ts', 'restored', 'yesterday')
  assert.equal(wrong.code, 1)
  const earlier = '2026-01-02T03:00:00+03:00'
  const told = await runCommand({ DATA_DIR }, 'scripts/ledger.ts', 'restored', earlier)
  assert.equal(told.code, 0, told.output)
  assert.deepEqual(await insideOwn(cursorsOf), [null, '17'])
  // What was not compared with the bank yet stays as old as it was.
  assert.equal((await insideOwn(madeAtOf))?.value, '2026-01-02T00:00:00.000Z')
  const byHand = { byName: 'npm run ledger', kind: 'restored' }
  assert.deepEqual(await insideOwn(deedsOf), [
    deed,
    { ...byHand, subject: 'копия от 2026-01-02T00:00:00.000Z' },
  ])
  const later = new Date().toISOString()
  await runCommand({ DATA_DIR }, 'scripts/ledger.ts', 'restored', later)
  assert.equal((await insideOwn(madeAtOf))?.value, '2026-01-02T00:00:00.000Z')
  await insideOwn(endRestored)
  await runCommand({ DATA_DIR }, 'scripts/ledger.ts', 'restored', later)
  assert.equal((await insideOwn(madeAtOf))?.value, later)
})

test('a restore that fails or is stopped leaves nothing beside the old database', async () => {
  const broken = join(own.path, 'broken.backup')
  const plans = { table: 'plans', columns: ['id'], rows: [] }
  writeHandmadeBackup(broken, await migrationNames(), [plans])
  const was = readdirSync(DATA_DIR).toSorted()
  const failed = await runCommand({ DATA_DIR }, 'scripts/restore.ts', broken, '--replace')
  assert.equal(failed.code, 1)
  assert.match(
    failed.output,
    /^\s*Восстановить не удалось, база не тронута\.[^\n]+plans[^\n]+\s*$/u,
  )
  assert.deepEqual(readdirSync(DATA_DIR).toSorted(), was)

  const stopper = stopperAt(join(DATA_DIR, 'trial'))
  const stopped = await runCommand(
    { DATA_DIR },
    '--import',
    stopper,
    'scripts/restore.ts',
    file,
    '--trial',
  )
  const sentence = 'Восстановление прервано. База не тронута.'
  assert.deepEqual([stopped.code, stopped.output.trim()], [1, sentence])
  assert.deepEqual(readdirSync(DATA_DIR).toSorted(), was)
})

test('what a killed restore has left is removed at a start, unless one is at work', () => {
  const [restored, trial] = [join(DATA_DIR, 'database.restored'), join(DATA_DIR, 'trial')]
  for (const folder of [restored, trial]) mkdirSync(join(folder, 'database'), { recursive: true })
  const locks = [lockDirectory(DATA_DIR), lockDirectory(trial)]
  assert.deepEqual(removeUnfinishedRestores(DATA_DIR), [])
  assert.deepEqual([restored, trial].map(existsSync), [true, true])
  for (const unlock of locks) unlock()
  assert.deepEqual(removeUnfinishedRestores(DATA_DIR), [])
  assert.deepEqual([restored, trial].map(existsSync), [false, false])
})

test(
  'a role that owns no table is told whose restores',
  { skip: SERVER_URL === undefined },
  async () => {
    const server = await migratedPostgres(SERVER_URL ?? '')
    const env = { DATABASE_URL: asProcess(server.url) }
    try {
      const denied = await runCommand(env, 'scripts/restore.ts', file, '--replace')
      assert.equal(denied.code, 1)
      assert.match(denied.output, /^\s*[А-Я][^\n]+restore с DATABASE_OWNER_URL\.\s*$/u)
    } finally {
      await server.drop()
    }
  },
)

test('a backup or a key in a folder that is not there is refused in a sentence', async () => {
  const wrong = join(own.path, 'nope', 'file')
  for (const words of [[wrong], ['--new-key', wrong]]) {
    const { code, output } = await runCommand({ DATA_DIR }, 'scripts/backup.ts', ...words)
    assert.deepEqual([code, output.trim().split(': ')[0]], [1, `Папки «${join(wrong, '..')}» нет`])
  }
})

test('songs that a command adds stand in the log', async () => {
  const songs = join(own.path, 'new.csv')
  writeFileSync(songs, 'title,artistName\nВесна,Никто и Нигде\nОсень,Никто и Нигде\n')
  const added = await runCommand({ DATA_DIR }, 'scripts/songs.ts', 'import', songs)
  assert.equal(added.code, 0, added.output)
  assert.deepEqual((await insideOwn(deedsOf)).at(-1), {
    byName: 'npm run songs',
    kind: 'songs',
    subject: 'new.csv: строк 2, новых песен 2',
  })
})

test('a backup is encrypted to the key of BACKUP_KEY and restored with the other half', async () => {
  const key = join(own.path, 'key.txt')
  const made = await runCommand({}, 'scripts/backup.ts', '--new-key', key)
  const [, BACKUP_KEY = ''] = /BACKUP_KEY=(\S+)/u.exec(made.output) ?? []
  const sealed = join(own.path, 'sealed.backup')
  const written = await runCommand({ DATA_DIR, BACKUP_KEY }, 'scripts/backup.ts', sealed)
  assert.match(written.output, /откроет её только закрытый ключ/u)
  const without = await runCommand({ DATA_DIR }, 'scripts/restore.ts', sealed, '--trial')
  assert.match(without.output, /Копия зашифрована[^.]*--key ФАЙЛ\. База не тронута/u)
  const empty = await runCommand({ DATA_DIR }, 'scripts/restore.ts', sealed, '--key', sealed)
  assert.match(empty.output, /нет закрытого ключа/u)
  const trial = await runCommand(
    { DATA_DIR },
    'scripts/restore.ts',
    sealed,
    '--trial',
    '--key',
    key,
  )
  assert.match(trial.output, /Проба прошла/u)
})
