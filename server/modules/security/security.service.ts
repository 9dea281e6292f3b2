import type { Security } from '#contract/security.ts'
import { CONSENT } from '#domain/documents.ts'
import type { Context } from '#server/context.ts'
import { accountSafety } from '../accounts/accounts.service.ts'
import type { CallerToken } from '../accounts/tokens.service.ts'
import { openLogins } from '../accounts/tokens.service.ts'
import { copyState } from './data-copy.service.ts'
import { keysOf } from './passkeys.service.ts'
import { recoveryCodesLeft } from './recovery-codes.service.ts'

/** All that the owner of an account sees of its safety. */
export async function securityOf(
  ctx: Context,
  artist: { readonly id: string; readonly token: CallerToken },
): Promise<Security> {
  const { email, passwordChangedAt, consentEdition } = await accountSafety(ctx, artist.id)
  const logins = await openLogins(ctx, artist)
  return {
    email,
    agreed: consentEdition === CONSENT.date,
    passwordChangedAt: passwordChangedAt?.toISOString() ?? null,
    ...(await keysOf(ctx, artist.id)),
    recoveryCodes: await recoveryCodesLeft(ctx, artist.id),
    copy: await copyState(ctx, artist.id),
    logins: logins.map(({ seenAt, ...login }) => ({ ...login, seenAt: seenAt.toISOString() })),
  }
}
