/** A value that stops the start, in one sentence that says what to fix. */
export class BadConfig extends Error {
  override readonly name = 'BadConfig'
}

const YES = new Set(['on', '1', 'true', 'yes'])
const NO = new Set(['off', '0', 'false', 'no'])

export type Environment = Readonly<Record<string, string | undefined>>

export function text(env: Environment, name: string): string | undefined {
  const value = env[name]?.trim()
  return value === undefined || value === '' ? undefined : value
}

export function whole(env: Environment, name: string, otherwise: number, min: number, max: number) {
  const value = text(env, name)
  if (value === undefined) return otherwise
  const number = Number(value)
  if (!Number.isInteger(number) || number < min || number > max)
    throw new BadConfig(
      `${name} должно быть целым числом от ${min} до ${max}, а задано «${value}».`,
    )
  return number
}

export function onOff(env: Environment, name: string, otherwise: boolean): boolean {
  const value = text(env, name)?.toLowerCase()
  if (value === undefined) return otherwise
  if (YES.has(value)) return true
  if (NO.has(value)) return false
  throw new BadConfig(`${name} принимает on или off, а задано «${value}».`)
}

export function address(
  env: Environment,
  name: string,
  protocols: readonly string[],
): URL | undefined {
  const value = text(env, name)
  if (value === undefined) return undefined
  const url = URL.canParse(value) ? new URL(value) : undefined
  if (url === undefined || !protocols.includes(url.protocol) || url.hostname === '')
    throw new BadConfig(
      `${name} должно быть адресом вида ${protocols[0]}//…, а задано «${withoutPassword(value)}».`,
    )
  return url
}

/** Either all of these variables are set or none. */
export function together<const N extends string>(
  env: Environment,
  names: readonly N[],
): Record<N, string> | null {
  const values = names.map((name) => [name, text(env, name)] as const)
  const missing = values.filter(([, value]) => value === undefined).map(([name]) => name)
  if (missing.length === names.length) return null
  if (missing.length > 0)
    throw new BadConfig(`Не хватает ${missing.join(', ')}: ${names.join(', ')} задают вместе.`)
  return Object.fromEntries(values) as Record<N, string>
}

/** An address without a slash at the end; a name and a password in it would stand in what a failure says. */
export function base(env: Environment, name: string): string | null {
  const url = address(env, name, ['https:', 'http:'])
  if (url !== undefined && `${url.username}${url.password}${url.search}${url.hash}` !== '')
    throw new BadConfig(`${name} должно быть адресом без имени, пароля и параметров.`)
  return url === undefined ? null : url.href.replace(/\/$/u, '')
}

/** The pages and the calls stand at the root of their site, so a path or a query here would break every link. */
export function site(env: Environment, name: string): string | undefined {
  const url = address(env, name, ['http:', 'https:'])
  if (url === undefined) return undefined
  if (url.pathname !== '/' || url.search !== '' || url.hash !== '')
    throw new BadConfig(
      `${name} должно быть адресом сайта без пути и параметров, а задано «${text(env, name)}».`,
    )
  return url.origin
}

const SENDER = /^(?:[^<>@]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/u

export function sender(env: Environment, name: string, otherwise: string): string {
  const value = text(env, name)
  if (value === undefined) return otherwise
  if (!SENDER.test(value))
    throw new BadConfig(
      `${name} должно быть вида «Бис <no-reply@example.ru>», а задано «${value}».`,
    )
  return value
}

// A wrong address may still hold a right password.
function withoutPassword(value: string): string {
  return value.replace(/\/\/([^:@/]*):[^@/]*@/, '//$1:…@')
}
