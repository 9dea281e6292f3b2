import type { Role } from '#domain/accounts/operators.ts'
import { randomUUIDv7 } from 'node:crypto'
import { sql as raw } from 'kysely'
import type { AccountType, Signup } from '#domain/accounts/account.ts'
import { CONSENT } from '#domain/documents.ts'
import { DAY_MS } from '#domain/time.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { Schema } from '#server/platform/db/schema.ts'

/** A device cookie expires after a year: a device that was not seen for longer comes back as a new one. */
const DEVICE_RETENTION_MS = 400 * DAY_MS

/** A device by the current secret, and by those before it. */
type HashedDevice = { readonly hash: string; readonly former: readonly string[] }

/** Saves that an artist logged in with this device, by the current secret alone. `first`: he had no known device before; `new`: he had others. */
export async function rememberDevice(
  sql: Sql,
  { artistId, hash, former, at }: HashedDevice & { artistId: string; at: Date },
): Promise<'known' | 'new' | 'first'> {
  const before = await sql
    .selectFrom('knownDevices')
    .select('deviceHash as hash')
    .where('artistId', '=', artistId)
    .execute()
  await sql
    .insertInto('knownDevices')
    .values({ artistId, deviceHash: hash, seenAt: at })
    .onConflict((on) => on.columns(['artistId', 'deviceHash']).doUpdateSet({ seenAt: at }))
    .execute()
  await sql
    .deleteFrom('knownDevices')
    .where('artistId', '=', artistId)
    .where(raw<boolean>`device_hash = any(${former}::text[])`)
    .execute()
  if (before.some((device) => [hash, ...former].includes(device.hash))) return 'known'
  return before.length === 0 ? 'first' : 'new'
}

export async function dropUnseenDevices(sql: Sql, now: Date): Promise<void> {
  await sql
    .deleteFrom('knownDevices')
    .where('seenAt', '<', new Date(now.getTime() - DEVICE_RETENTION_MS))
    .execute()
}

// PostgreSQL rejects the zero character; no stored value contains the character that replaces it here.
function asked(text: string): string {
  return text.replaceAll('\0', '\uFFFD')
}

/** Returns which of the two are already taken; `asker`: the account that may have its own. `usernameKey` and `email` are in lower case. */
export async function findTaken(
  sql: Sql,
  wanted: { usernameKey: string; email: string; asker?: string | undefined },
): Promise<{ username: boolean; email: boolean }> {
  const usernameKey = asked(wanted.usernameKey)
  const email = asked(wanted.email)
  const rows = await sql
    .selectFrom('artists')
    .select(['usernameKey', 'email', 'emailBefore'])
    .where((where) =>
      where.or([
        where('usernameKey', '=', usernameKey),
        where('email', '=', email),
        // Its owner may still undo that he left it.
        where('emailBefore', '=', email),
      ]),
    )
    .where(raw<boolean>`id is distinct from ${wanted.asker ?? null}::uuid`)
    .execute()
  return {
    username: rows.some((row) => row.usernameKey === usernameKey),
    email: rows.some((row) => row.email === email || row.emailBefore === email),
  }
}

/** Finds the account by a nickname or an address in lower case; a nickname contains no @, so they cannot be confused. */
export async function findLogin(
  sql: Sql,
  login: string,
): Promise<
  | { id: string; username: string; email: string; passwordHash: string; blockedAt: Date | null }
  | undefined
> {
  const name = asked(login)
  return sql
    .selectFrom('artists')
    .select(['id', 'username', 'email', 'passwordHash', 'blockedAt'])
    .where((where) => where.or([where('usernameKey', '=', name), where('email', '=', name)]))
    .executeTakeFirst()
}

export async function addArtist(
  sql: Sql,
  artist: Signup & { passwordHash: string; partnerId: string | null; at: Date },
): Promise<string> {
  const id = randomUUIDv7()
  await sql
    .insertInto('artists')
    .values({
      id,
      username: artist.username,
      usernameKey: artist.username.toLowerCase(),
      email: artist.email,
      passwordHash: artist.passwordHash,
      accountType: artist.accountType,
      name: artist.name,
      partnerId: artist.partnerId,
      consentEdition: CONSENT.date,
      createdAt: artist.at,
    })
    .execute()
  return id
}

export async function accountOf(
  sql: Sql,
  artistId: string,
): Promise<{ username: string; accountType: AccountType; role: Role }> {
  return sql
    .selectFrom('artists')
    .select(['username', 'accountType', 'role'])
    .where('id', '=', artistId)
    .executeTakeFirstOrThrow()
}

/** Undoes the deletion of an account; one that an operator hid stays hidden. Returns whether it was being deleted. */
export async function bringBack(sql: Sql, artistId: string): Promise<boolean> {
  const { rows } = await raw`
    update artists
    set closing_at = null, hidden_by_leaving = false,
      hidden_at = case when hidden_by_leaving then null else hidden_at end
    where id = ${artistId}::uuid and closing_at is not null and erased_at is null
    returning id`.execute(sql)
  return rows.length > 0
}

/** What the owner sees of an account's safety, and the letters that he wants. */
export function ownAccount(sql: Sql, artistId: string) {
  return sql
    .selectFrom('artists')
    .select(['email', 'passwordChangedAt', 'consentEdition', 'payoutLetters', 'closingAt'])
    .where('id', '=', artistId)
    .executeTakeFirstOrThrow()
}

export async function accountEmail(sql: Sql, artistId: string): Promise<string> {
  const { email } = await sql
    .selectFrom('artists')
    .select('email')
    .where('id', '=', artistId)
    .executeTakeFirstOrThrow()
  return email
}

/** The current password hash, and the account's names. */
export async function passwordOf(
  sql: Sql,
  artistId: string,
): Promise<{ passwordHash: string; username: string; email: string; name: string }> {
  return sql
    .selectFrom('artists')
    .select(['passwordHash', 'username', 'email', 'name'])
    .where('id', '=', artistId)
    .executeTakeFirstOrThrow()
}

/** Whether the password is still current; locks it until the end of the transaction. */
export async function isPasswordUnchanged(
  sql: Sql,
  account: { id: string; passwordHash: string },
): Promise<boolean> {
  const found = await sql
    .selectFrom('artists')
    .select('id')
    .where('id', '=', account.id)
    .where('passwordHash', '=', account.passwordHash)
    .forShare()
    .executeTakeFirst()
  return found !== undefined
}

/** Saves a new password, changed at `at` (without it only its hash is another one), and deletes the unused reset codes. Its row lock makes logins wait until the transaction ends. */
export async function savePassword(
  sql: Sql,
  artistId: string,
  passwordHash: string,
  at?: Date,
): Promise<{ email: string }> {
  const saved = await sql
    .updateTable('artists')
    .set({ passwordHash, ...(at && { passwordChangedAt: at }) })
    .where('id', '=', artistId)
    .returning('email')
    .executeTakeFirstOrThrow()
  await sql
    .deleteFrom('emailCodes')
    .where('email', '=', saved.email)
    .where('purpose', '=', 'reset')
    .where('usedAt', 'is', null)
    .execute()
  return saved
}

type ConsentDocument = Schema['consents']['document']

/** Saves that the owner of an address agreed to a document; the same agreement is stored once, and given anew. */
export async function saveConsent(
  sql: Sql,
  consent: { email: string; document: ConsentDocument; version: string; at: Date },
): Promise<void> {
  await raw`
    with again as (
      update consents set given_at = ${consent.at}::timestamptz
      where email = ${consent.email} and document = ${consent.document}
        and version = ${consent.version} and artist_id is null
      returning id)
    insert into consents (id, email, document, version, given_at)
    select ${randomUUIDv7()}::uuid, ${consent.email}, ${consent.document}, ${consent.version},
      ${consent.at}::timestamptz
    where not exists (select from again)`.execute(sql)
}

/** Deletes what the owner of an address agreed to before he had an account. */
export async function dropConsent(
  sql: Sql,
  consent: { email: string; document: ConsentDocument },
): Promise<void> {
  await sql
    .deleteFrom('consents')
    .where('email', '=', consent.email)
    .where('document', '=', consent.document)
    .where('artistId', 'is', null)
    .execute()
}

/** Saves that the owner of an account agreed to the present edition of the consent. */
export async function saveAgreement(sql: Sql, artistId: string, at: Date): Promise<void> {
  await sql
    .updateTable('artists')
    .set({ consentEdition: CONSENT.date })
    .where('id', '=', artistId)
    .execute()
  await saveOwnConsent(sql, artistId, { document: 'consent', version: CONSENT.date, at })
}

/** Saves that the owner of an account agreed to a document. */
export async function saveOwnConsent(
  sql: Sql,
  artistId: string,
  { document, version, at }: { document: ConsentDocument; version: string; at: Date },
): Promise<void> {
  const email = await accountEmail(sql, artistId)
  await sql
    .insertInto('consents')
    .values({ id: randomUUIDv7(), email, artistId, document, version, givenAt: at })
    .execute()
}

/** Gives a new account what its address agreed to. */
export async function linkConsents(sql: Sql, email: string, artistId: string): Promise<void> {
  await raw`
    with linked as (
      update consents set artist_id = ${artistId}::uuid
      where email = ${email} and artist_id is null
      returning document)
    update artists set payout_letters = true
    where id = ${artistId}::uuid and exists (select from linked where document = 'notifications')`.execute(
    sql,
  )
}

/** Deletes consents before then of addresses that became no account. */
export async function forgetLooseConsents(sql: Sql, before: Date): Promise<void> {
  await sql
    .deleteFrom('consents')
    .where('artistId', 'is', null)
    .where('givenAt', '<', before)
    .execute()
}
