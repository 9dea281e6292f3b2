import { createHash } from 'node:crypto'
import { sql as raw } from 'kysely'
import type { RawBuilder } from 'kysely'
import { isRecord } from '#domain/record.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Sql } from './open.ts'

/**
 * Returns the answer stored for this key, or null where there is none (or no key). Call it before any lock or limit, so
 * that a repeat costs one read. Refuses IDEMPOTENCY_CONFLICT where the key came with another body.
 */
export async function answerByKey<T>(
  sql: Sql,
  call: string,
  key: string | null,
  body: unknown,
): Promise<T | null> {
  if (key === null) return null
  const [stored] = await storedAnswers<T>(sql, call, [key])
  return stored === undefined ? null : answerFor(stored, hashOf(body))
}

/** Returns the answers stored for these keys of a call, in any order; a key without one is left out. */
async function storedAnswers<T>(
  sql: Sql,
  call: string,
  keys: readonly string[],
): Promise<readonly StoredAnswer<T>[]> {
  return (await raw<StoredAnswer<T>>`${answersOf(call, keys)}`.execute(sql)).rows
}

/** The stored answer of a key, and the hash of its request. */
export type StoredAnswer<T> = {
  readonly key: string
  readonly bodyHash: string
  readonly answer: T
}

/** The answers stored for these keys of a call, as a part of a larger query: rows of `key`, `body_hash` and `answer`. */
export function answersOf(call: string, keys: readonly string[]): RawBuilder<unknown> {
  return raw`select key, body_hash, answer from idempotency_keys
    where call = ${call}::text and key = any(${keys}::text[])`
}

/** Returns the stored answer, where it was to the same request. Refuses IDEMPOTENCY_CONFLICT where it was to another one. */
export function answerFor<T>(stored: StoredAnswer<T>, bodyHash: string): T {
  if (stored.bodyHash === bodyHash) return stored.answer
  throw new Refusal('IDEMPOTENCY_CONFLICT', 'Этот запрос уже был отправлен с другим содержанием')
}

/** Saves answers, as a part of the statement that does their work. Violates KEYS_UNIQUE where one of the keys got its answer meanwhile. */
export function insertAnswers(
  call: string,
  answers: readonly StoredAnswer<unknown>[],
  now: Date,
): RawBuilder<unknown> {
  return raw`insert into idempotency_keys (call, key, body_hash, answer, created_at)
    select ${call}::text, k.key, k.hash, k.answer::jsonb, ${now}::timestamptz
    from unnest(
      ${answers.map(({ key }) => key)}::text[],
      ${answers.map(({ bodyHash }) => bodyHash)}::text[],
      ${answers.map(({ answer }) => JSON.stringify(answer))}::text[]
    ) as k (key, hash, answer)`
}

/** Allows one answer for a key of a call. */
export const KEYS_UNIQUE = 'idempotency_keys_pkey'

/**
 * Does `work` once for each key and returns the first answer (JSON) to every repeat. `sql` is an open transaction: the
 * answer is saved if and only if the work is, and a refused work leaves its key unused. Refuses IDEMPOTENCY_CONFLICT
 * where the key came with another body.
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
  // The key is claimed first: a concurrent request with the same key waits on it for our commit.
  const claim = await sql
    .insertInto('idempotencyKeys')
    .values({ call, key, bodyHash: hashOf(body), answer: 'null', createdAt: now })
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
    .updateTable('idempotencyKeys')
    .set({ answer: JSON.stringify(answer) })
    .where('call', '=', call)
    .where('key', '=', key)
    .execute()
  return answer
}

/** Deletes a key whose answer has come to nothing, so that the same request may be repeated; a newer answer stays. */
export async function freeKey(
  sql: Sql,
  call: string,
  key: string | null,
  answer: unknown,
): Promise<void> {
  await sql
    .deleteFrom('idempotencyKeys')
    .where('call', '=', call)
    .where('key', '=', key)
    .where(raw<boolean>`answer = ${JSON.stringify(answer)}::jsonb`)
    .execute()
}

/** Deletes the keys older than `before`: after a day no client repeats an old request. */
export async function forgetKeys(sql: Sql, before: Date): Promise<void> {
  await sql.deleteFrom('idempotencyKeys').where('createdAt', '<', before).execute()
}

/** The hash by which bodies are compared. Equal bodies give equal text: the order of keys and undefined ones make no difference. */
export function hashOf(body: unknown): string {
  const text = JSON.stringify(body, (_, value: unknown) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
  return createHash('sha256').update(text).digest('hex')
}
