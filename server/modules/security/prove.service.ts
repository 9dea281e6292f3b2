import { PROOF_MS } from '#domain/accounts/passkeys.ts'
import { Refusal } from '#domain/refusal.ts'
import type { Context } from '#server/context.ts'
import { provePassword } from '../accounts/new-password.service.ts'
import type { CallerToken, LoggedIn } from '../accounts/tokens.service.ts'
import { passkeysOf } from './passkeys.store.ts'

export type Prover = LoggedIn

const keyNeeded = () => new Refusal('PASSKEY_NEEDED', 'Подтвердите ключом, что это вы')

/** Whether a key, or a code in its place, proved the holder of this login just now. */
function isProved({ now }: Context, { provedAt }: CallerToken): boolean {
  return provedAt !== null && now().getTime() - provedAt.getTime() < PROOF_MS
}

/** Whether the account has a key, which then proves the person in place of the password. */
export async function ownsKey({ sql }: Context, artistId: string): Promise<boolean> {
  return (await passkeysOf(sql, artistId)).length > 0
}

/**
 * Who is behind a login: by a key just now where the account has one, else by its password. Refuses PASSKEY_NEEDED, and
 * what `provePassword` refuses. The caller limits the rate.
 */
export async function provePerson(
  ctx: Context,
  { id, token }: Prover,
  currentPassword: string | undefined,
): Promise<void> {
  if (!(await ownsKey(ctx, id))) await provePassword(ctx, id, currentPassword)
  else if (!isProved(ctx, token)) throw keyNeeded()
}
