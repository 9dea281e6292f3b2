import { createHash } from 'node:crypto'
import { sql as raw } from 'kysely'
import { Refusal } from '#domain/refusal.ts'
import type { Sql } from './open.ts'

/**
 * The answer stored for this key, or null where there is none (or no key). Look here before any lock
 * or limit, so that a repeat costs one read. Refuses IDEMPOTENCY_CONFLICT where the key came with
 * another body.
 */
export async function answerByKey<T>(
  sql: Sql,
  call: string,
  key: string | null,
  body: unknown,
): Promise<T | null> {
  if (key === null) return null
  const row = await sql
    .selectFrom('idempotency_keys')
    .select(['body_hash', 'answer'])
    .where('call', '=', call)
    .where('key', '=', key)
    .$castTo<{ body_hash: string; answer: T }>()
    .executeTakeFirst()
  if (row === undefined) return null
  if (row.body_hash !== hashOf(body)) {
    throw new Refusal('IDEMPOTENCY_CONFLICT', 'Этот запрос уже был отправлен с другим содержанием')
  }
  return row.answer
}

/**
 * Does `work` once for each key and gives every repeat the first answer (JSON). `sql` is an open
 * transaction: the answer is kept if and only if the work is, and a refused work leaves its key
 * unused. Refuses IDEMPOTENCY_CONFLICT where the key came with another body.
 */
export async function onceByKey<T>(
  sql: Sql,
  call: string,
  key: string | null,
  body: unknown,
  now: Date,
  work: (sql: Sql) => Promise<T>,
): Promise<T> {
  if (key === null) return work(sql)
  // The claim comes first: who asks with the same key at the same moment waits on it for our commit.
  const claim = await sql
    .insertInto('idempotency_keys')
    .values({ call, key, body_hash: hashOf(body), answer: 'null', created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('key')
    .executeTakeFirst()
  if (claim === undefined) {
    const first = await answerByKey<T>(sql, call, key, body)
    if (first === null) throw new Error(`the key of ${call} is taken and gone`)
    return first
  }
  const answer = await work(sql)
  await sql
    .updateTable('idempotency_keys')
    .set({ answer: JSON.stringify(answer) })
    .where('call', '=', call)
    .where('key', '=', key)
    .execute()
  return answer
}

/** Frees a key whose answer has come to nothing, so that the same question may be asked anew; a newer answer stays. */
export async function freeKey(
  sql: Sql,
  call: string,
  key: string | null,
  answer: unknown,
): Promise<void> {
  await sql
    .deleteFrom('idempotency_keys')
    .where('call', '=', call)
    .where('key', '=', key)
    .where(raw<boolean>`answer = ${JSON.stringify(answer)}::jsonb`)
    .execute()
}

/** Drops the keys older than `before`: after a day nobody sends an old question again. */
export async function forgetKeys(sql: Sql, before: Date): Promise<void> {
  await sql.deleteFrom('idempotency_keys').where('created_at', '<', before).execute()
}

/** One text for one meaning: the order of keys and those left undefined make no difference. */
function hashOf(body: unknown): string {
  const text = JSON.stringify(body, (_, value: unknown) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(text).digest('hex')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
