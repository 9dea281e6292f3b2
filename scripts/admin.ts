import { randomUUIDv7 } from 'node:crypto'
import { noArtist } from '#domain/accounts/account.ts'
import { ROLE_NAMES } from '#domain/accounts/operators.ts'
import type { Role } from '#domain/accounts/operators.ts'
import { saveRole } from '#server/modules/artists/artists.store.ts'
import { addDeed } from '#server/modules/operator/deeds.store.ts'
import { stop, withDatabase } from './own-database.ts'

const GRANTED: Readonly<Record<string, Role>> = {
  support: 'SUPPORT',
  moderator: 'MODERATOR',
  cashier: 'CASHIER',
  admin: 'ADMIN',
}
const USAGE =
  'Напишите, кому дать роль: npm run admin -- grant НИКНЕЙМ [support|moderator|cashier|admin] (без роли — администратор), или revoke НИКНЕЙМ.'

const [verb, username, asked = 'admin', ...rest] = process.argv.slice(2)
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
  await addDeed(sql, {
    id: randomUUIDv7(),
    at: new Date(),
    byId: null,
    byName: 'npm run admin',
    role: '',
    kind: 'role',
    artistId: named.id,
    subject: `${named.username}: ${role}`,
    reason: '',
    words: '',
  })
  const now =
    role === 'ARTIST' ? 'больше не оператор' : `теперь ${ROLE_NAMES[role]}: открыта страница /admin`
  process.stdout.write(`${named.username} ${now}.\n`)
})
