import { randomUUIDv7 } from 'node:crypto'
import { noArtist } from '#domain/accounts/account.ts'
import { ROLE_NAMES } from '#domain/accounts/operators.ts'
import type { DeedKind, Role } from '#domain/accounts/operators.ts'
import { findLogin } from '#server/modules/accounts/accounts.store.ts'
import { removeTokens } from '#server/modules/accounts/tokens.store.ts'
import { saveRole } from '#server/modules/artists/artists.store.ts'
import { addDeed } from '#server/modules/operator/deeds.store.ts'
import { removeEveryKey } from '#server/modules/security/passkeys.store.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { stop, withDatabase } from './own-database.ts'

const GRANTED: Readonly<Record<string, Role>> = {
  support: 'SUPPORT',
  moderator: 'MODERATOR',
  cashier: 'CASHIER',
  admin: 'ADMIN',
}
const USAGE =
  'Напишите, кому дать роль: npm run admin -- grant НИКНЕЙМ [support|moderator|cashier|admin] (без роли — администратор), или revoke НИКНЕЙМ. Оператор потерял все ключи: forget-keys НИКНЕЙМ.'

const [verb, username, asked = 'admin', ...rest] = process.argv.slice(2)

/** Writes what was done into the log of operators. */
const log = (sql: Sql, kind: DeedKind, artistId: string, subject: string) =>
  addDeed(sql, {
    id: randomUUIDv7(),
    at: new Date(),
    byId: null,
    byName: 'npm run admin',
    role: '',
    kind,
    artistId,
    subject,
    reason: '',
    words: '',
  })

if (verb === 'forget-keys' && username !== undefined && process.argv.length === 4) {
  await withDatabase(async ({ sql }) => {
    const account = await findLogin(sql, username.toLowerCase())
    if (account === undefined) stop(`${noArtist().message}: ${username}.`)
    await removeEveryKey(sql, account.id)
    await removeTokens(sql, account.id)
    await log(sql, 'keys', account.id, account.username)
    process.stdout.write(
      `Ключи, коды и входы ${account.username} больше не действуют. Пусть войдёт с паролем и добавит новый ключ.\n`,
    )
  })
  process.exit(0)
}

const role = verb === 'revoke' ? 'ARTIST' : GRANTED[asked]
if (
  (verb !== 'grant' && verb !== 'revoke') ||
  username === undefined ||
  role === undefined ||
  rest.length > 0
)
  stop(USAGE)

await withDatabase(async ({ sql }) => {
  const named = await saveRole(sql, username, role)
  if (named === undefined) stop(`${noArtist().message}: ${username}.`)
  await log(sql, 'role', named.id, `${named.username}: ${role}`)
  const now =
    role === 'ARTIST' ? 'больше не оператор' : `теперь ${ROLE_NAMES[role]}: открыта страница /admin`
  process.stdout.write(`${named.username} ${now}.\n`)
})
