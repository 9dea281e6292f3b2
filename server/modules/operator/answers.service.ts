import { randomUUIDv7 } from 'node:crypto'
import type { OperatorAnswer } from '#contract/operator.ts'
import { checkAnswer } from '#domain/accounts/operators.ts'
import { Refusal } from '#domain/refusal.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { addAnswer, answersOf, countAnswers, markFailed } from './answers.store.ts'
import { mailLater } from '../accounts/mailer.service.ts'
import type { Answered, AnsweredOne } from './answers.store.ts'
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

const ANSWERED_TEXT = 'На это уже ответили. Прочитайте тот ответ, прежде чем отправить свой.'

type Letter = {
  readonly to: string
  readonly subject: string
  /** The account that it is about, where it is about one. */
  readonly artistId: string | null
}

type Answer = {
  readonly letter: Letter
  /** What the log, which is never erased, says of it. */
  readonly logged: string
  readonly to: AnsweredOne
  readonly typed: string
  /** How many answers the operator saw; undefined where any may have come since. */
  readonly answered: number | undefined
}

/**
 * Mails an operator's answer to whoever wrote, and keeps it with what it answers. `settle` marks that as answered, or
 * with false, where the letter could not be sent, as waiting again. Refuses VALIDATION at `text`, ILLEGAL_STEP where
 * another answer was sent meanwhile, and MAIL_DOWN.
 */
export async function answerByMail(
  ctx: Context,
  by: Doer,
  { letter, logged, to, typed, answered }: Answer,
  settle: (inside: Context, done: boolean) => Promise<unknown>,
): Promise<true> {
  const text = checkAnswer(typed)
  await ctx.mail.ready()
  const id = randomUUIDv7()
  await transaction(ctx, async (inside) => {
    // It locks what is answered: no other answer comes before the commit.
    await settle(inside, true)
    if (answered !== undefined && (await countAnswers(inside.sql, to)) !== answered)
      throw new Refusal('ILLEGAL_STEP', ANSWERED_TEXT)
    await addAnswer(inside.sql, { id, at: inside.now(), byName: by.username, text, ...to })
    const { artistId } = letter
    await logDeed(inside, by, { kind: 'answer', artistId, subject: logged })
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
