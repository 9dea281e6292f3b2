import { address, BadConfig, text } from './values.ts'
import type { Environment } from './values.ts'

const NUMBER_OF_DATABASE = /^\/?\d{0,4}$/u

/** Where the processes of one installation hear each other, instead of over the database they share. */
export function readRedis(env: Environment): string | undefined {
  const url = address(env, 'REDIS_URL', ['redis:', 'rediss:'])
  if (url === undefined) return undefined
  if (!NUMBER_OF_DATABASE.test(url.pathname) || `${url.search}${url.hash}` !== '')
    throw new BadConfig(
      'REDIS_URL должно быть вида redis://:пароль@адрес:6379/0: после адреса стоит только номер базы.',
    )
  if (text(env, 'DATABASE_URL') === undefined)
    throw new BadConfig(
      'REDIS_URL задают вместе с DATABASE_URL: встроенная база обслуживает один процесс, и слышать ему некого.',
    )
  return text(env, 'REDIS_URL')
}
