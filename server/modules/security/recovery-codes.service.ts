import { randomInt, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import {
  RECOVERY_CODES,
  RECOVERY_SIGNS,
  recoverySigns,
  shownRecoveryCode,
} from '#domain/accounts/passkeys.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { lockLogin } from '../accounts/tokens.service.ts'
import type { LoggedIn } from '../accounts/tokens.service.ts'
import { countRecoveryCodes, saveRecoveryCodes, useRecoveryCode } from './passkeys.store.ts'

const LENGTH = 8
const newSigns = () =>
  Array.from({ length: LENGTH }, () => RECOVERY_SIGNS[randomInt(RECOVERY_SIGNS.length)]).join('')

const derived = promisify<string, string, number, Buffer>(scrypt)

/** Slow, since 41 bits are soon tried; without a key of the installation, so that no rotation voids what is on paper. */
async function hashOf(signs: string, artistId: string): Promise<string> {
  return (await derived(signs, artistId, 32)).toString('base64url')
}

/** Gives an artist ten new codes; those of before no longer work. */
export async function newRecoveryCodes(ctx: Context, artist: LoggedIn): Promise<string[]> {
  const codes = new Set<string>()
  while (codes.size < RECOVERY_CODES) codes.add(newSigns())
  const hashes = await Promise.all([...codes].map((signs) => hashOf(signs, artist.id)))
  await transaction(ctx, async (inside) => {
    await lockLogin(inside, artist)
    await saveRecoveryCodes(inside.sql, artist.id, hashes)
  })
  return [...codes].map(shownRecoveryCode)
}

/** The hash of a text that looks like a code, to be spent; null for any other. It costs the same for an unknown account. */
export async function hashTypedCode(typed: string, account: string): Promise<string | null> {
  const signs = recoverySigns(typed)
  return signs === null ? null : hashOf(signs, account)
}

/** Uses up a code of an artist in the caller's transaction; false where it is none of his. */
export const spendRecoveryCode = ({ sql, now }: Context, artistId: string, codeHash: string) =>
  useRecoveryCode(sql, artistId, { codeHash, at: now() })

export const recoveryCodesLeft = ({ sql }: Context, artistId: string) =>
  countRecoveryCodes(sql, artistId)
