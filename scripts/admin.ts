import { Refusal } from '#domain/refusal.ts'
import { makeArtists } from '#server/modules/artists/artists.service.ts'
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
  try {
    const named = await makeArtists({ sql, takesTips: false }).setRole(username, ROLES[verb])
    process.stdout.write(`${named} ${DONE[verb]}.\n`)
  } catch (error) {
    if (error instanceof Refusal) stop(`${error.message}: ${username}.`)
    throw error
  }
})
