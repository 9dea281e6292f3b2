import type { Sql } from '#server/platform/db/open.ts'

/** What an answer is to. */
export type Answered = 'supportId' | 'complaintId'

export type AnsweredOne = { readonly [To in Answered]?: string }

type OperatorLetter = {
  readonly letter: string | null
  readonly at: Date
  readonly byName: string
  readonly text: string
  readonly failedAt: Date | null
}

/** The answers to these letters or complaints, the first one first. */
export async function answersOf(
  sql: Sql,
  to: Answered,
  ids: readonly string[],
): Promise<OperatorLetter[]> {
  if (ids.length === 0) return []
  return sql
    .selectFrom('operatorAnswers')
    .select(['at', 'byName', 'text', 'failedAt', `${to} as letter`])
    .where(to, 'in', ids)
    .orderBy('id')
    .execute()
}

/** How many answers there are to one letter or complaint. */
export async function countAnswers(
  sql: Sql,
  { supportId, complaintId }: AnsweredOne,
): Promise<number> {
  const { answers } = await sql
    .selectFrom('operatorAnswers')
    .select((of) => of.fn.countAll<number>().as('answers'))
    .$if(supportId !== undefined, (of) => of.where('supportId', '=', supportId ?? ''))
    .$if(complaintId !== undefined, (of) => of.where('complaintId', '=', complaintId ?? ''))
    .executeTakeFirstOrThrow()
  return answers
}

export async function addAnswer(
  sql: Sql,
  row: { id: string; at: Date; byName: string; text: string } & AnsweredOne,
): Promise<void> {
  await sql.insertInto('operatorAnswers').values(row).execute()
}

/** The mail server did not take it. */
export async function markFailed(sql: Sql, id: string, at: Date): Promise<void> {
  await sql.updateTable('operatorAnswers').set({ failedAt: at }).where('id', '=', id).execute()
}
