import type { SupportRequest } from '#domain/feedback.ts'
import type { Sql } from '#server/platform/db/open.ts'

/** Rows after the row of `cursor`, newest first. */
type FeedbackPage = { cursor: string | undefined; limit: number }

type StoredFeedback = { id: string; message: string; createdAt: Date }

export type StoredSupport = SupportRequest & {
  id: string
  createdAt: Date
  doneAt: Date | null
  doneBy: string | null
}

export async function addFeedback(sql: Sql, row: StoredFeedback): Promise<void> {
  await sql.insertInto('feedbackMessages').values(row).execute()
}

export async function addSupport(
  sql: Sql,
  row: SupportRequest & { id: string; createdAt: Date },
): Promise<void> {
  await sql
    .insertInto('supportRequests')
    .values({ ...row, doneAt: null, doneBy: null })
    .execute()
}

export async function feedbackPart(
  sql: Sql,
  { cursor, limit }: FeedbackPage,
): Promise<StoredFeedback[]> {
  return sql
    .selectFrom('feedbackMessages')
    .select(['id', 'message', 'createdAt'])
    .$if(cursor !== undefined, (rows) => rows.where('id', '<', cursor ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

export function supportById(
  sql: Sql,
  id: string,
): Promise<Pick<SupportRequest, 'email' | 'topic'> | undefined> {
  return sql
    .selectFrom('supportRequests')
    .select(['email', 'topic'])
    .where('id', '=', id)
    .executeTakeFirst()
}

/** `done`: only the answered ones, or only the others. */
export async function supportPart(
  sql: Sql,
  { cursor, limit, done }: FeedbackPage & { done: boolean | undefined },
): Promise<StoredSupport[]> {
  return sql
    .selectFrom('supportRequests as request')
    .leftJoin('artists as admin', 'admin.id', 'request.doneBy')
    .select([
      'request.id',
      'request.name',
      'request.email',
      'request.topic',
      'request.message',
      'request.createdAt',
      'request.doneAt',
      'admin.username as doneBy',
    ])
    .$if(cursor !== undefined, (rows) => rows.where('request.id', '<', cursor ?? ''))
    .$if(done === true, (rows) => rows.where('request.doneAt', 'is not', null))
    .$if(done === false, (rows) => rows.where('request.doneAt', 'is', null))
    .orderBy('request.id', 'desc')
    .limit(limit)
    .execute()
}

/** The first admin to answer stays; null reopens the request. False when there is none. */
export async function markSupport(
  sql: Sql,
  id: string,
  done: { at: Date; by: string } | null,
): Promise<boolean> {
  const marked = await sql
    .updateTable('supportRequests')
    .set((row) => ({
      doneAt: done === null ? null : row.fn.coalesce('doneAt', row.val(done.at)),
      doneBy: done === null ? null : row.fn.coalesce('doneBy', row.val(done.by)),
    }))
    .where('id', '=', id)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Deletes what was written before then, answered or not. */
export async function forgetWritten(sql: Sql, before: Date): Promise<void> {
  await sql.deleteFrom('feedbackMessages').where('createdAt', '<', before).execute()
  await sql.deleteFrom('supportRequests').where('createdAt', '<', before).execute()
}
