import { createHash, randomUUIDv7 } from 'node:crypto'
import { sql as raw } from 'kysely'
import { charged, held, released } from '#domain/payments/ledger.ts'
import { kopecks } from '#domain/money.ts'
import { post } from '#server/modules/ledger/ledger.store.ts'
import { tablesOf } from '#server/platform/backup/catalog.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'

/** Texts that some way of serializing rows gets wrong. */
const ODD = [
  '',
  ' ',
  'null',
  'NULL',
  '\\N',
  '\\',
  'Её «песня»: ёлка, 🎸👨‍👩‍👧, e\u0301',
  'two\nlines\r\nand a\ttab',
  '\u0001\u001F\u007F\u0085\u2028\u2029\uFEFF',
  `'quotes' "double" $body$ ; -- {"table":"songs"}`,
  '["a", null]',
  '{NULL,"a,b"}',
  'я'.repeat(20_000),
]
const JSONS = [
  'null',
  '[]',
  '{}',
  '"null"',
  '[null, 1e400, -0.0, 12345678901234567890]',
  '{"a": {"ё": ["\\u2028", "\\\\N"]}}',
]
const MOMENTS = [
  '1970-01-01 00:00:00+00',
  '2026-11-22 18:00:00.000001+00',
  '2026-03-29 02:30:00.999999+03',
  '0044-03-15 12:00:00+00 BC',
  '9999-12-31 23:59:59.999999+00',
  'infinity',
  '-infinity',
]
/** Whose money the books are about. */
export const ARTIST = '00000000-0000-7000-8000-00000000000a'
/** An integer that a JavaScript number (double) cannot represent. */
const LARGE = '9007199254740993'

async function oddTexts(sql: Sql): Promise<void> {
  for (const [at, odd] of ODD.entries()) {
    await raw`insert into mailbox_letters (id, recipient, subject, body, sent_at)
      values (${randomUUIDv7()}, ${odd}, ${odd}, ${odd}, ${MOMENTS[at % MOMENTS.length]}::timestamptz)`.execute(
      sql,
    )
    await raw`insert into artists (id, username, username_key, email, password_hash, account_type, name,
        image_urls, created_at)
      values (${at === 0 ? ARTIST : randomUUIDv7()}, ${`Odd-${at}`}, ${`odd-${at}`}, ${`odd-${at}@example.org`},
        ${odd}, 'GROUP', ${odd}, array[${odd}, null, ${odd}]::text[], now())`.execute(sql)
  }
  for (const [at, json] of JSONS.entries())
    await raw`insert into idempotency_keys (call, key, body_hash, answer, created_at)
      values ('odd', ${String(at)}, '', ${json}::jsonb, now())`.execute(sql)
}

async function oddNumbers(sql: Sql): Promise<void> {
  for (const place of ['5e-324', '-0', '37.617300000000004', '180'])
    await raw`insert into concerts (id, artist_id, title, starts_at, ends_at, place_name, time_zone, revision,
        longitude, latitude, created_at)
      values (${randomUUIDv7()}, ${ARTIST}, '', '2026-11-22 18:00:00.123456+03', '2026-11-22 21:00+03', '', 'Europe/Moscow',
        ${LARGE}::bigint, ${place}::float8, 1.1::float8 * 3, now())`.execute(sql)
  await raw`insert into registry_days (day, lines, matched, gross, fee, read_at)
    values ('2024-02-29', 0, 0, 9223372036854775807, -9223372036854775807 - 1, now())`.execute(sql)
}

/** Posts a song that was played and one that is held to the ledger. */
export async function writeBooks(sql: Sql): Promise<void> {
  const song = (amount: number) => ({
    id: randomUUIDv7(),
    kind: 'song' as const,
    artistId: ARTIST,
    amount: kopecks(amount),
    commission: kopecks(amount / 10),
  })
  const [played, waiting] = [song(12_300), song(50_050)]
  await inTransaction(sql, (tx) =>
    post(tx, [charged(played), released(played), held(waiting)], {}, new Date()),
  )
}

/** Inserts rows with everything that a backup may corrupt, and a ledger that balances. */
export async function writeOddContent(sql: Sql): Promise<void> {
  await oddTexts(sql)
  await oddNumbers(sql)
  await writeBooks(sql)
}

export type Fingerprint = Record<string, string>

/** Returns for each table its row count and a hash of all rows, whatever their order. */
export function fingerprintOf(sql: Sql): Promise<Fingerprint> {
  return sql.transaction().execute(async (tx) => {
    await raw`set local timezone = 'UTC'`.execute(tx)
    await raw`set local statement_timeout = 0`.execute(tx)
    const found: Fingerprint = {}
    for (const { name } of await tablesOf(tx)) {
      const { rows } = await raw<{ rows: number; hashes: string | null }>`
        select count(*) as rows, string_agg(hash, '' order by hash) as hashes
        from (select md5(t::text) as hash from ${raw.table(name)} t) hashed`.execute(tx)
      const hash = createHash('sha256').update(rows[0]?.hashes ?? '')
      found[name] = `${rows[0]?.rows} ${hash.digest('hex').slice(0, 16)}`
    }
    return found
  })
}
