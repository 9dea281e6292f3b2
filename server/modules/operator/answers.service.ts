import { randomUUIDv7 } from 'node:crypto'
import type { OperatorAnswer } from '#contract/operator.ts'
import { checkAnswer } from '#domain/accounts/operators.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { addAnswer, answersOf, markFailed } from './answers.store.ts'
import { mailLater } from '../accounts/mailer.service.ts'
import type { Answered } from './answers.store.ts'
import { logDeed } from './deeds.service.ts'
import type { Doer } from './deeds.service.ts'

/** The answers to each of these letters or complaints, the first one first. */
export async function answersTo(
  { sql }: Context,
  to: Answered,
  ids: readonly string[],
): Promise<(id: string) => OperatorAnswer[]> {
  const byLetter = Map.groupBy(await answersOf(sql, to, ids), ({ letter }) => letter)
  return (id) =>
    (byLetter.get(id) ?? []).map(({ at, byName, text, failedAt }) => ({
      at: at.toISOString(),
      by: byName,
      text,
      failed: failedAt !== null,
    }))
}

type Letter = {
  readonly to: string
  readonly subject: string
  /** The account that it is about, where it is about one. */
  readonly artistId: string | null
}

/**
 * Mails an operator's answer to whoever wrote, and keeps it with what it answers. `settle` marks that as answered, or
 * with false, where the letter could not be sent, as waiting again. Refuses VALIDATION at `text`, and MAIL_DOWN.
 */
export async function answerByMail(
  ctx: Context,
  by: Doer,
  { letter, to, typed }: { letter: Letter; to: { [To in Answered]?: string }; typed: string },
  settle: (inside: Context, done: boolean) => Promise<unknown>,
): Promise<true> {
  const text = checkAnswer(typed)
  await ctx.mail.ready()
  const id = randomUUIDv7()
  await transaction(ctx, async (inside) => {
    await addAnswer(inside.sql, { id, at: inside.now(), byName: by.username, text, ...to })
    await settle(inside, true)
    const { artistId, subject } = letter
    await logDeed(inside, by, { kind: 'answer', artistId, subject })
  })
  const message = { to: letter.to, subject: letter.subject, text: `${text}\n\n«Бис», поддержка` }
  mailLater(
    ctx,
    () => message,
    () =>
      transaction(ctx, async (inside) => {
        await markFailed(inside.sql, id, inside.now())
        await settle(inside, false)
      }),
  )
  return true
}
