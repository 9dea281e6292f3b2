import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { sql as raw } from 'kysely'
import { checkBackup, writeBackup } from '#server/platform/backup/backup-file.ts'
import { restoreInto } from '#server/platform/backup/restore-into.ts'
import { migrate, migrationNames } from '#server/platform/db/migrate.ts'
import type { Database } from '#server/platform/db/open.ts'
import { openPostgres } from '#server/platform/db/open.ts'
import { ownDatabase } from '#test/support/database/database.ts'
import { writeHandmadeBackup } from '#test/support/database/handmade-backup.ts'
import type { HandmadeTable } from '#test/support/database/handmade-backup.ts'
import { fingerprintOf, writeBooks, writeOddContent } from '#test/support/inputs/odd-content.ts'
import { ownFolder } from '#test/support/product/product.ts'

const id = (nth: number) => `00000000-0000-7000-8000-${String(nth).padStart(12, '0')}`
const [EVENING, LATER] = ['2026-11-01 18:00:00.000001+00', '2026-11-01 18:05:00+00']

const ARTISTS: HandmadeTable = {
  table: 'artists',
  // In another order than in the schema.
  columns: [
    'username_key',
    'id',
    'username',
    'email',
    'password_hash',
    'account_type',
    'name',
    'created_at',
  ],
  rows: [['old', id(1), 'Old', 'old@example.org', '-', 'GROUP', 'Старые', EVENING]],
}
const SONGS: HandmadeTable = {
  table: 'songs',
  columns: ['id', 'title', 'artist_name', 'source', 'verified', 'song_key', 'created_at'],
  rows: [[id(2), 'Звезда', 'Кино', 'catalogue', 'true', 'k', EVENING]],
}
const CONCERTS: HandmadeTable = {
  table: 'concerts',
  columns: [
    'id',
    'artist_id',
    'title',
    'starts_at',
    'ends_at',
    'place_name',
    'time_zone',
    'created_at',
  ],
  rows: [[id(3), id(1), 'Было', EVENING, LATER, 'Подвал', 'Europe/Moscow', EVENING]],
}
const ENTRIES: HandmadeTable = {
  table: 'queue_entries',
  columns: ['id', 'concert_id', 'song_id', 'status', 'position', 'created_at'],
  rows: [[id(4), id(3), id(2), 'QUEUED', '1', EVENING]],
}
/** As after the first six migrations: without later columns. */
const ORDERS: HandmadeTable = {
  table: 'orders',
  columns: [
    'id',
    'concert_id',
    'entry_id',
    'device_id',
    'kind',
    'created_at',
    'payment_id',
    'dropped_at',
    'amount',
  ],
  rows: [[id(5), id(3), id(4), id(6), 'free', LATER, null, null, '0']],
}

const folder = ownFolder()
const file = (name: string) => join(folder.path, name)
let database: Database

before(async () => {
  // A restore makes the tables anew.
  ;({ asOwner: database } = await ownDatabase())
  await writeOddContent(database.sql)
})
after(async () => {
  await database.close()
  folder.remove()
})

async function restore(name: string): Promise<void> {
  const { head } = await checkBackup(file(name))
  await restoreInto(database, file(name), head)
}

/** A time that takes a while to write, as a large file takes to reach the disk. */
class SlowDate extends Date {
  override toISOString(): string {
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 500)
    return super.toISOString()
  }
}

test('a backup may ask the database for nothing while the disk is busy', async (t) => {
  if (database.url === null) return t.skip('PGlite ends no session that is silent')
  const own = await openPostgres(database.url, 1)
  await raw`set idle_in_transaction_session_timeout = '50ms'`.execute(own.sql)
  await writeBackup(own.sql, file('slow'), new SlowDate())
  assert.ok((await checkBackup(file('slow'))).rows > 0)
  await own.close()
})

describe('a restore', () => {
  test('that comes to no end leaves everything as it was', async () => {
    const known = await migrationNames()
    writeHandmadeBackup(file('orphans'), known, [SONGS, CONCERTS])
    writeHandmadeBackup(file('strangers'), known, [{ table: 'plans', columns: ['id'], rows: [] }])
    writeHandmadeBackup(file('nonsense'), known, [
      { ...SONGS, rows: [['seven', ...(SONGS.rows[0] ?? []).slice(1)]] },
    ])
    const was = await fingerprintOf(database.sql)
    await assert.rejects(restore('orphans'), /concerts_artist_id_fkey/u)
    await assert.rejects(restore('strangers'), /таблица plans, которой нет/u)
    await assert.rejects(restore('nonsense'), /uuid/u)
    assert.deepEqual(await fingerprintOf(database.sql), was)
  })

  test('puts back what was there, and the books go on', async () => {
    await writeBackup(database.sql, file('whole'), new Date())
    const was = await fingerprintOf(database.sql)
    await database.sql.deleteFrom('mailboxLetters').execute()
    await writeBooks(database.sql)
    await restore('whole')
    assert.deepEqual(await fingerprintOf(database.sql), was)
    await writeBooks(database.sql)
  })

  test('of an encrypted backup needs its key, and puts back the same', async () => {
    const [identity, other] = [await generateIdentity(), await generateIdentity()]
    const name = file('sealed')
    await writeBackup(database.sql, name, new Date(), await identityToRecipient(identity))
    const was = await fingerprintOf(database.sql)
    const bytes = readFileSync(name)
    assert.equal(bytes.includes('"bis":"backup"'), false)
    await assert.rejects(checkBackup(name), /Копия зашифрована: добавьте файл/u)
    await assert.rejects(checkBackup(name, [other]), /Этот ключ копию не открывает/u)
    const { head } = await checkBackup(name, [other, identity])
    await database.sql.deleteFrom('mailboxLetters').execute()
    await restoreInto(database, name, head, { identities: [identity] })
    assert.deepEqual(await fingerprintOf(database.sql), was)
    for (const at of [200, Math.floor(bytes.length / 2), bytes.length - 1]) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      writeFileSync(name, changed)
      await assert.rejects(checkBackup(name, [identity]), /повреждён/u)
    }
    writeFileSync(name, bytes.subarray(0, -30))
    await assert.rejects(checkBackup(name, [identity]), /повреждён/u)
  })

  test('takes its time to look at large tables in the end', async () => {
    await writeBackup(database.sql, file('large'), new Date())
    const { head } = await checkBackup(file('large'))
    await restoreInto(database, file('large'), head, {
      // Its index is read in each look at it, which fails where a statement has no hour.
      async restored(sql) {
        await raw`create function unhurried(sign text) returns text immutable language plpgsql as $$ begin
          if current_setting('statement_timeout') not in ('0', '1h') then raise 'in a hurry'; end if;
          return sign; end $$`.execute(sql)
        await raw`create table looked_at as select 'x' as sign`.execute(sql)
        await raw`create index on looked_at (unhurried(sign))`.execute(sql)
      },
    })
  })

  test('of an older version brings it up to date', async () => {
    const known = await migrationNames()
    const then = known.filter((name) => name < '0006')
    assert.ok(then.length > 0 && then.length < known.length)
    writeHandmadeBackup(file('older'), then, [ARTISTS, CONCERTS, ENTRIES, ORDERS, SONGS])
    await restore('older')
    const orders = await database.sql.selectFrom('orders').selectAll().execute()
    // Ordered later than its entry: it joined a waiting song, as 0006 computed.
    assert.deepEqual(
      orders.map(({ id: order, joined, takenOff }) => [order, joined, takenOff]),
      [[id(5), true, false]],
    )
    assert.deepEqual(await migrate(database), [])
    const letters = await database.sql.selectFrom('mailboxLetters').select('id').execute()
    assert.deepEqual(letters, [], 'nothing of before is left')
  })
})
