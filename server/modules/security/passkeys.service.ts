import { randomUUIDv7 } from 'node:crypto'
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import { decodeClientDataJSON } from '@simplewebauthn/server/helpers'
import type { BodyOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import type { NewKey } from '#contract/passkeys.ts'
import {
  admitKeyRemoval,
  CHALLENGE_MS,
  KEY_ALGORITHMS,
  checkKeyName,
  KEYS_MOST,
  LAST_KEY_STAYS,
} from '#domain/accounts/passkeys.ts'
import { Refusal } from '#domain/refusal.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { brokeUnique, lockArtistRow } from '#server/platform/db/tx.ts'
import { logSecurity } from '#server/platform/lifecycle/security-log.ts'
import { openLogin } from '../accounts/accounts.service.ts'
import type { LoginCaller } from '../accounts/accounts.service.ts'
import { mailOwner } from '../accounts/mailer.service.ts'
import {
  endLoginsOfKey,
  hashToken,
  lockLogin,
  markProved,
  newToken,
} from '../accounts/tokens.service.ts'
import { hashTypedCode, newRecoveryCodes, spendRecoveryCode } from './recovery-codes.service.ts'
import { keyAddedMail, keyRemovedMail } from './key-mails.ts'
import {
  addChallenge,
  addPasskey,
  countUse,
  dropChallenges,
  keyOwner,
  passkeyOf,
  passkeysOf,
  removeEveryKey,
  removeKeysSince,
  removePasskey,
  takeChallenge,
} from './passkeys.store.ts'
import type { PasskeyRow, Purpose } from './passkeys.store.ts'
import { provePerson } from './prove.service.ts'
import type { Prover } from './prove.service.ts'

type Added = BodyOf<typeof api.security.addKey>
type Signed = BodyOf<typeof api.security.prove>

const wrongKey = () =>
  new Refusal('WRONG_KEY', 'Ключ не подошёл. Попробуйте ещё раз или войдите с паролем.')

/** Where keys of this site work. A site without an address of its own is opened on this machine alone. */
function siteOfKeys({ publicUrl }: Context) {
  const { hostname, origin } = new URL(publicUrl)
  return { expectedOrigin: origin, expectedRPID: hostname }
}

async function newChallenge(
  { sql, now }: Context,
  purpose: Purpose,
  artistId: string | null,
): Promise<string> {
  const challenge = newToken()
  const expiresAt = new Date(now().getTime() + CHALLENGE_MS)
  await addChallenge(sql, { hash: hashToken(challenge), artistId, purpose }, expiresAt)
  return challenge
}

function challengeIn(clientDataJSON: string): string | null {
  try {
    const { challenge } = decodeClientDataJSON(clientDataJSON)
    return typeof challenge === 'string' ? challenge : null
  } catch {
    return null
  }
}

const knownOf = (keys: readonly PasskeyRow[]) =>
  keys.map(({ credentialId: id, transports }) => ({ id, transports }))

/** Begins the adding of a key. Refuses ILLEGAL_STEP where there are enough, and what `provePerson` refuses. */
export async function newKey(
  ctx: Context,
  artist: Prover,
  currentPassword: string | undefined,
): Promise<NewKey> {
  const keys = await passkeysOf(ctx.sql, artist.id)
  if (keys.length >= KEYS_MOST)
    throw new Refusal('ILLEGAL_STEP', `Ключей не больше ${KEYS_MOST}: уберите лишний`)
  await provePerson(ctx, artist, currentPassword)
  const { username, name } = await keyOwner(ctx.sql, artist.id)
  return {
    challenge: await newChallenge(ctx, 'add', artist.id),
    userId: Buffer.from(artist.id).toString('base64url'),
    userName: username,
    displayName: name,
    known: knownOf(keys),
  }
}

/** Adds the key that a browser made; it proves who holds this login. Refuses VALIDATION at `name`, WRONG_KEY, and ILLEGAL_STEP for a key that is known. */
export async function addKey(
  ctx: Context,
  artist: Prover,
  { name: typed, address, ...made }: Added & { address: string },
): Promise<void> {
  const { id: artistId, token } = artist
  const name = checkKeyName(typed)
  const { id, clientDataJSON, attestationObject, transports } = made
  const expectedChallenge = challengeIn(clientDataJSON)
  if (expectedChallenge === null) throw wrongKey()
  const challenge = { hash: hashToken(expectedChallenge), purpose: 'add', artistId } as const
  const verified = await verifyRegistrationResponse({
    supportedAlgorithmIDs: KEY_ALGORITHMS,
    ...siteOfKeys(ctx),
    expectedChallenge,
    response: {
      id,
      rawId: id,
      type: 'public-key',
      response: { clientDataJSON, attestationObject },
      clientExtensionResults: {},
    },
  }).catch(() => null)
  if (verified?.verified !== true) {
    await takeChallenge(ctx.sql, challenge, ctx.now())
    throw wrongKey()
  }
  const { credential } = verified.registrationInfo
  await transaction(ctx, async (inside) => {
    const { sql, now } = inside
    await lockLogin(inside, artist)
    if (!(await takeChallenge(sql, challenge, now()))) throw wrongKey()
    await addPasskey(sql, {
      id: randomUUIDv7(),
      artistId,
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports,
      name,
      createdAt: now(),
      usedAt: null,
    })
    await markProved(inside, token)
  }).catch((error: unknown) => {
    if (brokeUnique(error, 'passkeys_credential'))
      throw new Refusal('ILLEGAL_STEP', 'Этот ключ уже добавлен')
    throw error
  })
  logSecurity(ctx, 'key added', { account: artistId, network: address })
  mailOwner(ctx, artistId, address, (circumstances) => keyAddedMail(name, circumstances))
}

/** Removes a key, and ends the other logins that it opened. Refuses NOT_FOUND, ILLEGAL_STEP for the last one of an operator, and PASSKEY_NEEDED. */
export async function removeKey(
  ctx: Context,
  artist: Prover,
  { id, address }: { id: string; address: string },
): Promise<void> {
  await provePerson(ctx, artist, undefined)
  const name = await transaction(ctx, async (inside) => {
    const { sql } = inside
    // Two keys must not be removed at once.
    await lockArtistRow(sql, artist.id)
    const keys = await passkeysOf(sql, artist.id)
    const key = keys.find((one) => one.id === id)
    if (key === undefined) throw new Refusal('NOT_FOUND', 'Этого ключа уже нет')
    const { role } = await keyOwner(sql, artist.id)
    admitKeyRemoval({ operates: role !== 'ARTIST', keys: keys.length })
    // The codes stand in for keys, and none is left.
    if (keys.length === 1) await removeEveryKey(sql, artist.id)
    else await removePasskey(sql, artist.id, id)
    await endLoginsOfKey(inside, artist, id)
    return key.name
  })
  logSecurity(ctx, 'key removed', { account: artist.id, network: address })
  mailOwner(ctx, artist.id, address, (circumstances) => keyRemovedMail(name, circumstances))
}

/**
 * Removes what else may log in whoever held the account since then: the keys that were added, and every code. Returns
 * what a letter says of it.
 */
export async function undoKeysSince(
  { sql }: Context,
  artistId: string,
  since: Date,
): Promise<string[]> {
  if (!(await removeKeysSince(sql, artistId, since))) return []
  return [
    'Ключи для входа, добавленные за это время, и все коды на случай потери больше не действуют.',
  ]
}

/** The keys of an account as its owner sees them. */
export async function keysOf({ sql }: Context, artistId: string) {
  const [keys, { role }] = await Promise.all([passkeysOf(sql, artistId), keyOwner(sql, artistId)])
  return {
    passkeys: keys.map(({ id, name, createdAt, usedAt }) => ({
      id,
      name,
      createdAt: createdAt.toISOString(),
      usedAt: usedAt?.toISOString() ?? null,
    })),
    lastKeyStays: keys.length === 1 && role !== 'ARTIST' ? LAST_KEY_STAYS : null,
  }
}

/** Begins a proof by a key of the account. Refuses NOT_FOUND where it has none. */
export async function challengeOf(ctx: Context, artistId: string) {
  const keys = await passkeysOf(ctx.sql, artistId)
  if (keys.length === 0) throw new Refusal('NOT_FOUND', 'Ключей у аккаунта нет')
  return { challenge: await newChallenge(ctx, 'prove', artistId), known: knownOf(keys) }
}

type CheckedKey = {
  readonly key: PasskeyRow
  /** Takes the challenge and counts the use, in the transaction of what the key opens. Refuses WRONG_KEY. */
  readonly spend: (inside: Context) => Promise<void>
}

/** Checks the answer of a key; a wrong answer costs its challenge. Refuses WRONG_KEY. */
async function checkedKey(
  ctx: Context,
  signed: Signed,
  given: { purpose: 'login' | 'prove'; artistId: string | null },
): Promise<CheckedKey> {
  const { id, ...response } = signed
  const expectedChallenge = challengeIn(response.clientDataJSON)
  if (expectedChallenge === null) throw wrongKey()
  const challenge = { hash: hashToken(expectedChallenge), ...given }
  const key = await passkeyOf(ctx.sql, id)
  const isOwn = key !== undefined && (given.artistId === null || given.artistId === key.artistId)
  const checked = isOwn
    ? await verifyAuthenticationResponse({
        ...siteOfKeys(ctx),
        expectedChallenge,
        response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
        credential: {
          id: key.credentialId,
          publicKey: new Uint8Array(Buffer.from(key.publicKey, 'base64url')),
          counter: key.counter,
        },
      }).catch(() => null)
    : null
  if (!isOwn || checked?.verified !== true) {
    await takeChallenge(ctx.sql, challenge, ctx.now())
    if (isOwn) logSecurity(ctx, 'key refused', { account: key.artistId })
    throw wrongKey()
  }
  const counter = checked.authenticationInfo.newCounter
  return {
    key,
    async spend({ sql, now }) {
      const isGiven = await takeChallenge(sql, challenge, now())
      if (!isGiven || !(await countUse(sql, key, { counter, at: now() }))) throw wrongKey()
    },
  }
}

/** Proves by a key who holds this login. Refuses WRONG_KEY. */
export async function proveByKey(ctx: Context, { id, token }: Prover, signed: Signed) {
  const { spend } = await checkedKey(ctx, signed, { purpose: 'prove', artistId: id })
  await transaction(ctx, async (inside) => {
    await spend(inside)
    await markProved(inside, token)
  })
  logSecurity(ctx, 'key used', { account: id })
}

export const loginChallenge = (ctx: Context) => newChallenge(ctx, 'login', null)

/** Opens a login for whoever holds a key. As `openLogin`, and refuses WRONG_KEY. */
export async function loginByKey(ctx: Context, signed: Signed, from: LoginCaller) {
  const { key, spend } = await checkedKey(ctx, signed, { purpose: 'login', artistId: null })
  const { artistId } = key
  const { blockedAt } = await keyOwner(ctx.sql, artistId)
  return openLogin(ctx, { id: artistId, blockedAt }, from, {
    proved: true,
    openedBy: key.id,
    admit: spend,
  })
}

/** Gives the owner of keys ten new codes. Refuses ILLEGAL_STEP where the account has no key, and PASSKEY_NEEDED. */
export async function giveRecoveryCodes(ctx: Context, artist: Prover): Promise<string[]> {
  const keys = await passkeysOf(ctx.sql, artist.id)
  if (keys.length === 0) throw new Refusal('ILLEGAL_STEP', 'Сначала добавьте ключ')
  await provePerson(ctx, artist, undefined)
  logSecurity(ctx, 'recovery codes given', { account: artist.id })
  return newRecoveryCodes(ctx, artist)
}

/** Proves by a recovery code, once, who holds this login. Refuses VALIDATION at `code`. */
export async function proveByCode(
  ctx: Context,
  { id, token }: Prover,
  typed: string,
): Promise<void> {
  const hash = await hashTypedCode(typed, id)
  await transaction(ctx, async (inside) => {
    if (hash === null || !(await spendRecoveryCode(inside, id, hash)))
      throw new Refusal('VALIDATION', 'Код не подошёл или уже использован', 'code')
    await markProved(inside, token)
  })
  logSecurity(ctx, 'recovery code used', { account: id })
}

/** Forgets the challenges that no key answered in time. */
export const forgetChallenges = ({ sql, now }: Context) => dropChallenges(sql, now())
