import { createHmac, randomBytes, randomInt } from 'node:crypto'
import {
  CODES_PER_HOUR,
  CODE_LENGTH,
  RESEND_SECONDS,
  codeVerdict,
} from '#domain/accounts/account.ts'
import { RECOVERY_LINK_LENGTH, RECOVERY_LINK_MS } from '#domain/accounts/recovery.ts'
import { mailboxOf } from '#domain/fields.ts'
import type { MailText } from '#domain/letter.ts'
import { Refusal } from '#domain/refusal.ts'
import { counted } from '#domain/russian.ts'
import { DAY_MS, HOUR_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import { transaction } from '#server/context.ts'
import { sameSecret } from '#server/platform/same-secret.ts'
import type { CodePurpose } from './codes.store.ts'
import {
  addCode,
  codeOfLink,
  codesSince,
  countWrongTry,
  lockCodes,
  newestCode,
  removeCode,
  removeCodesBefore,
  useCode,
} from './codes.store.ts'

/** A code of CODE_LENGTH digits. */
function newCode(): string {
  return String(randomInt(10 ** CODE_LENGTH)).padStart(CODE_LENGTH, '0')
}

/** Strips the spaces of a pasted code: «123 456». */
export function normalizeCode(typed: string): string {
  return typed.replace(/\s/gu, '')
}

/** 132 bits, as the link of an e-mail holds them. */
function newLink(): string {
  return randomBytes(RECOVERY_LINK_LENGTH).toString('base64url').slice(0, RECOVERY_LINK_LENGTH)
}

function hashText(secret: string, kind: 'device' | 'link', text: string): string {
  return createHmac('sha256', secret).update(`${kind} ${text}`).digest('base64url')
}

/** The stored hash of a code. Keyed, because a bare hash of a million possible codes is soon brute-forced. */
function hashCode(
  secret: string,
  sent: { email: string; purpose: CodePurpose; code: string },
): string {
  return createHmac('sha256', secret)
    .update(JSON.stringify([sent.purpose, sent.email, sent.code]))
    .digest('hex')
}

/**
 * Refuses RESEND_TOO_SOON inside RESEND_SECONDS and TOO_MANY after CODES_PER_HOUR, each with the seconds to wait.
 * `sent`: when the codes of the last hour were sent, newest first.
 */
function checkSendLimits(sent: readonly Date[], now: Date): void {
  const newest = sent[0]
  const oldest = sent[CODES_PER_HOUR - 1]
  const tooSoon = newest === undefined ? 0 : secondsLeft(newest, RESEND_SECONDS, now)
  if (tooSoon > 0) {
    const wait = counted(tooSoon, 'секунду', 'секунды', 'секунд')
    throw new Refusal('RESEND_TOO_SOON', `Новый код можно запросить через ${wait}.`, undefined, {
      retryAfterSeconds: tooSoon,
    })
  }
  const tooMany = oldest === undefined ? 0 : secondsLeft(oldest, HOUR_MS / 1000, now)
  if (tooMany > 0) {
    const wait = counted(Math.ceil(tooMany / 60), 'минуту', 'минуты', 'минут')
    throw new Refusal(
      'TOO_MANY',
      `Слишком много кодов за час. Попробуйте через ${wait}.`,
      undefined,
      {
        retryAfterSeconds: tooMany,
      },
    )
  }
}

// Never more than the whole wait, even when the clock was set back since.
function secondsLeft(since: Date, wait: number, now: Date): number {
  const passed = (now.getTime() - since.getTime()) / 1000
  return Math.min(wait, Math.ceil(wait - passed))
}

/** Why a code is refused: `last` is the wrong try after which the code is dead. */
type CodeFault = 'dead' | 'wrong' | 'last'

const CODE_FAULTS: Record<CodeFault, string> = {
  dead: 'Код больше не действует. Запросите новый.',
  wrong: 'Неверный код. Проверьте цифры из письма.',
  last: 'Неверный код, попытки кончились. Запросите новый.',
}

/** Why the code of an e-mail that becomes the account's is refused. */
export const signupCodeRefusal = (fault: CodeFault) =>
  new Refusal('VALIDATION', CODE_FAULTS[fault], 'verificationCode')

type Refuse = (fault: CodeFault) => Refusal

type Tried = {
  email: string
  purpose: CodePurpose
  code: string
  /** The device, or the account, that tries it. */
  device?: string | null
  refuse: Refuse
}

type Issued = {
  email: string
  purpose: CodePurpose
  device?: string
  /** The waits of all known askers together, or of all others: without it they are each device's own. */
  known?: boolean
}

const RETENTION_MS = DAY_MS

export function forgetOldCodes({ sql, now }: Pick<Context, 'sql' | 'now'>): Promise<void> {
  return removeCodesBefore(sql, new Date(now().getTime() - RETENTION_MS))
}

/**
 * Counts a letter with a code: nobody may flood a mailbox, and no network alone may use up the codes of others. Refuses
 * TOO_MANY.
 */
export async function countCode(
  { limits }: Pick<Context, 'limits'>,
  email: string,
  address: string,
): Promise<void> {
  const mailbox = mailboxOf(email.trim())
  await limits.spend('codeOfMailboxAndAddress', `${mailbox} ${address}`)
  await limits.spend('codeOfMailbox', mailbox)
}

/**
 * Sends a new code and voids the one before it. Refuses RESEND_TOO_SOON, TOO_MANY, and MAIL_DOWN, after which nothing
 * counts as sent.
 */
export async function mailCode(
  ctx: Context,
  sent: Issued & { message: (code: string) => MailText },
): Promise<void> {
  const { id, code } = await issueCode(ctx, sent)
  try {
    await ctx.mail.send({ to: sent.email, ...sent.message(code) })
  } catch (error) {
    await removeCode(ctx.sql, id)
    throw error
  }
}

/**
 * Creates a code and voids the one before it of the same device; with `device`, or an account as one, it works there
 * alone, and has a link that works anywhere. Refuses RESEND_TOO_SOON and TOO_MANY.
 */
export async function issueCode(
  ctx: Context,
  sent: Issued,
): Promise<{ id: string; code: string; link: string }> {
  const { email, purpose, device, known } = sent
  const [code, link] = [newCode(), newLink()]
  const at = ctx.now()
  const id = await transaction(ctx, async ({ sql }) => {
    await lockCodes(sql, email)
    const since = new Date(at.getTime() - HOUR_MS)
    const of = (kind: 'device' | 'link', text: string) =>
      device === undefined ? null : hashText(ctx.codeSecret, kind, text)
    const deviceHash = of('device', device ?? '')
    const by = known === undefined ? { deviceHash } : { known }
    checkSendLimits(await codesSince(sql, { email, purpose, by, since }), at)
    return addCode(sql, {
      email,
      purpose,
      hash: hashCode(ctx.codeSecret, { email, purpose, code }),
      deviceHash,
      linkHash: of('link', link),
      known: known ?? false,
      at,
    })
  })
  return { id, code, link }
}

/**
 * Checks a code and returns the id to spend it by; throws what `refuse` makes of a fault. A wrong try counts even when
 * the caller fails, so that guessing ends after a few.
 */
export async function checkCode(
  ctx: Context,
  { email, purpose, code, device = null, refuse }: Tried,
): Promise<string> {
  const deviceHash = device && hashText(ctx.codeSecret, 'device', device)
  const outcome = await transaction(ctx, async ({ sql, now }) => {
    const sent = await newestCode(sql, { email, purpose, deviceHash })
    if (sent === undefined) return 'dead'
    const typed = hashCode(ctx.codeSecret, { email, purpose, code: normalizeCode(code) })
    const verdict = codeVerdict(sent, sameSecret(sent.codeHash, typed), now())
    if (verdict === 'dead') return verdict
    if (verdict === 'ok') return { id: sent.id }
    await countWrongTry(sql, sent.id)
    const next = codeVerdict({ ...sent, tries: sent.tries + 1 }, true, now())
    return next === 'dead' ? 'last' : 'wrong'
  })
  if (typeof outcome === 'string') throw refuse(outcome)
  return outcome.id
}

/** Checks the link of an e-mail and returns the id to spend it by; it is too long to be guessed, so wrong ones do not count. */
export async function checkLink(
  ctx: Context,
  { email, purpose, code, refuse }: Tried,
): Promise<string> {
  const linkHash = hashText(ctx.codeSecret, 'link', code)
  const since = new Date(ctx.now().getTime() - RECOVERY_LINK_MS)
  const id = await codeOfLink(ctx.sql, { email, purpose, linkHash, since })
  if (id === undefined) throw refuse('dead')
  return id
}

/** Spends a checked code, inside the caller's transaction; the second of two is refused. */
export async function spendCode(ctx: Context, id: string, refuse: Refuse): Promise<void> {
  if (!(await useCode(ctx.sql, id, ctx.now()))) throw refuse('dead')
}
