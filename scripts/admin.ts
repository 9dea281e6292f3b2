import { noArtist } from '#domain/accounts/account.ts'
import { saveRole } from '#server/modules/artists/artists.store.ts'
import { stop, withDatabase } from './own-database.ts'

const ROLES = { grant: 'ADMIN', revoke: 'ARTIST' } as const
const DONE = {
  grant: 'теперь администратор: ему открыта страница /admin',
  revoke: 'больше не администратор',
} as const

const [verb, username, ...rest] = process.argv.slice(2)
if ((verb !== 'grant' && verb !== 'revoke') || username === undefined || rest.length > 0)
  stop(
    'Напишите, кого назвать администратором: npm run admin -- grant НИКНЕЙМ (или revoke НИКНЕЙМ).',
  )

await withDatabase(async ({ sql }) => {
  const named = await saveRole(sql, username, ROLES[verb])
  if (named === undefined) stop(`${noArtist().message}: ${username}.`)
  process.stdout.write(`${named} ${DONE[verb]}.\n`)
})
