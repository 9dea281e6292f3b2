import { RESEND_SECONDS } from '#domain/accounts/account.ts'
import { LOST_KEYS_REST_MS } from '#domain/accounts/passkeys.ts'
import { Refusal } from '#domain/refusal.ts'
import { dayAndClock } from '#domain/russian.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { logSecurity } from '#server/platform/lifecycle/security-log.ts'
import { accountSafety } from '../accounts/accounts.service.ts'
import { checkCode, mailCode, signupCodeRefusal, spendCode } from '../accounts/codes.service.ts'
import { mailOwner } from '../accounts/mailer.service.ts'
import { endOtherSessions } from '../accounts/tokens.service.ts'
import { lostKeysCodeMail, lostKeysMail } from './key-mails.ts'
import { keyOwner, passkeysOf, removeEveryKey, restPayouts } from './passkeys.store.ts'
import type { Prover } from './prove.service.ts'

const PURPOSE = 'passkey'

/** Where operators need a key, a mailbox alone must not open their calls. */
async function admitLoss({ sql, operatorsNeedKey }: Context, artistId: string): Promise<void> {
  const { role } = await keyOwner(sql, artistId)
  if (operatorsNeedKey === true && role !== 'ARTIST')
    throw new Refusal(
      'ILLEGAL_STEP',
      'Ключи оператора убирает тот, кто запускает сервер: npm run admin -- forget-keys НИКНЕЙМ',
    )
  if ((await passkeysOf(sql, artistId)).length === 0)
    throw new Refusal('ILLEGAL_STEP', 'Ключей у аккаунта нет')
}

/** Mails a code to the owner who lost all keys. Refuses ILLEGAL_STEP, RESEND_TOO_SOON, TOO_MANY and MAIL_DOWN. */
export async function askLostCode(ctx: Context, artistId: string) {
  await admitLoss(ctx, artistId)
  const { email } = await accountSafety(ctx, artistId)
  await mailCode(ctx, { email, purpose: PURPOSE, message: lostKeysCodeMail })
  return { resendAfterSeconds: RESEND_SECONDS }
}

/**
 * Removes every key and code of an account by the code from the e-mail, and ends every other login, which a lost key may
 * have opened; nothing is paid out for LOST_KEYS_REST_MS. Refuses ILLEGAL_STEP and VALIDATION at `verificationCode`.
 */
export async function loseKeys(
  ctx: Context,
  { id: artistId, token }: Prover,
  { code, address }: { readonly code: string; readonly address: string },
): Promise<void> {
  await admitLoss(ctx, artistId)
  const { email } = await accountSafety(ctx, artistId)
  const tried = { email, purpose: PURPOSE, code, refuse: signupCodeRefusal } as const
  const codeId = await checkCode(ctx, tried)
  const until = new Date(ctx.now().getTime() + LOST_KEYS_REST_MS)
  await transaction(ctx, async (inside) => {
    await spendCode(inside, codeId, signupCodeRefusal)
    await endOtherSessions(inside, artistId, token.hash)
    await removeEveryKey(inside.sql, artistId)
    await restPayouts(inside.sql, artistId, until)
  })
  logSecurity(ctx, 'keys lost', { account: artistId, network: address })
  const shown = dayAndClock(until, 'Europe/Moscow', ctx.now())
  mailOwner(ctx, artistId, address, (circumstances) => lostKeysMail(shown, circumstances))
}
