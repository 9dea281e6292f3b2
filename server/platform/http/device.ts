import { createHmac, randomUUID } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { YEAR_SECONDS } from '#domain/time.ts'
import { sameSecret } from '../same-secret.ts'
import type { Limits } from './limits.ts'
import type { Device } from './route.ts'

export const DEVICE_COOKIE = 'bis_device'
/** Over https a cookie with this prefix cannot be set from another host of the site, or without Secure. */
const ONLY_OF_THIS_HOST = '__Host-'

/** The value of one cookie of a Cookie header, or null. */
export function readCookie(header: string | undefined, name: string): string | null {
  for (const part of header?.split(';') ?? []) {
    const [key, ...value] = part.split('=')
    if (key?.trim() === name) return value.join('=').trim()
  }
  return null
}

function sign(id: string, secret: string): string {
  return createHmac('sha256', secret).update(id).digest('base64url').slice(0, 22)
}

function verified(value: string | null, secrets: readonly string[]): string | null {
  const [id, signature] = value?.split('.') ?? []
  if (id === undefined || signature === undefined) return null
  return secrets.some((secret) => sameSecret(signature, sign(id, secret))) ? id : null
}

/** Reads and sets the signed anonymous cookie by which free orders are counted. */
export function deviceOf(
  request: FastifyRequest,
  reply: FastifyReply,
  deps: { secret: string; former: readonly string[]; secure: boolean; limits: Limits },
): Device {
  const name = deps.secure ? `${ONLY_OF_THIS_HOST}${DEVICE_COOKIE}` : DEVICE_COOKIE
  let id: string | null | undefined
  let isFormer = false
  let isMade = false
  const { secret, former } = deps
  /** The device of a cookie, signed by this secret or a former one. */
  function own(value: string | null): string | null {
    const found = verified(value, [secret])
    if (found !== null) return found
    const before = verified(value, former)
    isFormer = before !== null
    return before
  }
  // The signature is checked only for the calls that ask for the device.
  const known = () => (id === undefined ? (id = own(readCookie(request.headers.cookie, name))) : id)

  function become(fresh: string): string {
    id = fresh
    isFormer = false
    void reply.header(
      'set-cookie',
      `${name}=${id}.${sign(id, deps.secret)}; Path=/; Max-Age=${YEAR_SECONDS}; HttpOnly; SameSite=Lax${deps.secure ? '; Secure' : ''}`,
    )
    return fresh
  }

  return {
    known,
    async ensure() {
      const device = known()
      // Only here: a process that has not read the new secret yet would not know the device by another cookie.
      if (device !== null) return isFormer ? become(device) : device
      await deps.limits.spend('newDeviceOfAddress', request.ip)
      isMade = true
      return become(randomUUID())
    },
    become(owner) {
      if (known() !== null && !isMade) return
      // The framework would send both cookies.
      void reply.removeHeader('set-cookie')
      become(owner)
    },
  }
}
