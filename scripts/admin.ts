import { noArtist } from '#domain/accounts/account.ts'
import { ROLE_NAMES } from '#domain/accounts/operators.ts'
import type { DeedKind, Role } from '#domain/accounts/operators.ts'
import { findLogin } from '#server/modules/accounts/accounts.store.ts'
import { endSessions } from '#server/modules/accounts/tokens.service.ts'
import { saveRole } from '#server/modules/artists/artists.store.ts'
import { removeEveryKey } from '#server/modules/security/passkeys.store.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { rotateSecrets } from '#server/platform/db/secrets.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { logCommand } from './command-log.ts'
import { stop, withDatabase } from './own-database.ts'

const GRANTED: Readonly<Record<string, Role>> = {
  support: 'SUPPORT',
  moderator: 'MODERATOR',
  cashier: 'CASHIER',
  admin: 'ADMIN',
}
/** What each secret does, and what becomes of it: where the former one stays good, and where it leaked. */
const SECRETS = [
  {
    name: 'device',
    kept: 'Им подписаны cookie устройств. Прежние действуют, при следующем заказе слушатель получит новую.',
    lost: 'Им подписаны cookie устройств. Все устройства станут новыми: слушатели не увидят своих прежних заказов, но деньги и очередь останутся.',
  },
  {
    name: 'codes',
    kept: 'Им подписаны коды и ссылки в письмах. Ссылки отписки и «На память» действуют; коды последнего часа нужно запросить снова, счёт неверных паролей начнётся заново.',
    lost: 'Им подписаны коды и ссылки в письмах. Ссылки отписки и «На память» из прежних писем больше не откроются, коды нужно запросить снова, счёт неверных паролей начнётся заново.',
  },
  {
    name: 'limits',
    kept: 'Им названы счётчики частоты запросов. Они начнутся заново.',
    lost: 'Им названы счётчики частоты запросов. Они начнутся заново.',
  },
] as const
const PUSH_STAYS =
  "С другим ключом замолчали бы все подписки на уведомления. Если утёк и он: delete from instance_secrets where name = 'push'."

const USAGE =
  'Напишите, кому дать роль: npm run admin -- grant НИКНЕЙМ [support|moderator|cashier|admin] (без роли — администратор), или revoke НИКНЕЙМ. Оператор потерял все ключи: forget-keys НИКНЕЙМ. Сменить секреты, не во время концертов: rotate-secrets [--leaked].'

const [verb, username, asked = 'admin', ...rest] = process.argv.slice(2)

const log = (sql: Sql, kind: DeedKind, artistId: string | null, subject: string) =>
  logCommand(sql, 'admin', { kind, artistId, subject })

if (verb === 'rotate-secrets' && process.argv.slice(3).every((word) => word === '--leaked')) {
  const leaked = process.argv.includes('--leaked')
  await withDatabase(async ({ sql }) => {
    const names = SECRETS.map(({ name }) => name)
    const subject = leaked ? 'прежние больше не действуют' : 'прежние действуют'
    const noted = (inside: Sql) => log(inside, 'secrets', null, subject)
    await rotateSecrets(sql, names, { leaked, noted })
    for (const { name, kept, lost } of SECRETS)
      process.stdout.write(`${name}: сменён. ${leaked ? lost : kept}\n`)
    process.stdout.write(`push: прежний. ${PUSH_STAYS}\n`)
    process.stdout.write(
      'Теперь перезапустите все процессы: секреты читаются при запуске. Пока рядом работают прежние, новых cookie они не знают, поэтому меняйте секреты не во время концертов.\n',
    )
  })
  process.exit(0)
}

if (verb === 'forget-keys' && username !== undefined && process.argv.length === 4) {
  await withDatabase(async ({ sql }) => {
    const account = await findLogin(sql, username.toLowerCase())
    if (account === undefined) stop(`${noArtist().message}: ${username}.`)
    await inTransaction(sql, async (inside) => {
      await endSessions({ sql: inside, now: () => new Date() }, account.id)
      await removeEveryKey(inside, account.id)
      await log(inside, 'keys', account.id, account.username)
    })
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
  const account = await findLogin(sql, username.toLowerCase())
  if (account === undefined) stop(`${noArtist().message}: ${username}.`)
  if (account.blockedAt !== null && role !== 'ARTIST')
    stop(
      `Аккаунт ${account.username} заблокирован, /admin ему не откроется. Сначала разблокируйте его.`,
    )
  const named = await inTransaction(sql, async (inside) => {
    const saved = await saveRole(inside, account.username, role)
    if (saved !== undefined)
      await log(inside, 'role', saved.id, `${saved.username}: ${ROLE_NAMES[role]}`)
    return saved
  })
  if (named === undefined) stop(`${noArtist().message}: ${username}.`)
  const now =
    role === 'ARTIST' ? 'больше не оператор' : `теперь ${ROLE_NAMES[role]}: открыта страница /admin`
  process.stdout.write(`${named.username} ${now}.\n`)
})
