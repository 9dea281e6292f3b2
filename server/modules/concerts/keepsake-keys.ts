import { createDecipheriv, createHmac } from 'node:crypto'
import { uuidOf } from '#domain/uuid.ts'
import type { Context } from '#server/context.ts'
import { sameSecret } from '#server/platform/same-secret.ts'

// A keepsake's key names its device to us alone, and nothing is stored for it: sixteen bytes by which it is known to be
// ours (an HMAC of concert and device), and the device, hidden by an HMAC of those.

const BYTES = 16

function secretOf(codeSecret: string, concertId: string): Buffer {
  return createHmac('sha256', codeSecret).update(`keepsake ${concertId}`).digest()
}

function half(secret: Buffer, purpose: string, of: Buffer): Buffer {
  return createHmac('sha256', secret).update(purpose).update(of).digest().subarray(0, BYTES)
}

const hidden = (device: Buffer, by: Buffer) => device.map((byte, at) => byte ^ (by[at] ?? 0))

/** The key of a device's page about a concert: 43 characters, the same each time. */
export function keepsakeKey(
  ctx: Pick<Context, 'codeSecret'>,
  concertId: string,
  deviceId: string,
): string {
  const secret = secretOf(ctx.codeSecret, concertId)
  const device = Buffer.from(deviceId.replaceAll('-', ''), 'hex')
  const mark = half(secret, 'mark', device)
  return Buffer.concat([mark, hidden(device, half(secret, 'device', mark))]).toString('base64url')
}

/** The device of a key; null for one that is not ours. */
export function keepsakeDevice(
  { codeSecret, formerCodeSecrets }: Pick<Context, 'codeSecret' | 'formerCodeSecrets'>,
  concertId: string,
  key: string,
): string | null {
  const bytes = Buffer.from(key, 'base64url')
  const secrets = [codeSecret, ...formerCodeSecrets]
  // Such a link was made before any rotation.
  if (bytes.length === BYTES) return deviceOfOld(secretOf(secrets.at(-1) ?? '', concertId), bytes)
  for (const secret of secrets) {
    const device = deviceBy(secretOf(secret, concertId), bytes)
    if (device !== null) return device
  }
  return null
}

function deviceBy(secret: Buffer, bytes: Buffer): string | null {
  const mark = bytes.subarray(0, BYTES)
  const device = hidden(bytes.subarray(BYTES), half(secret, 'device', mark))
  const own = half(secret, 'mark', Buffer.from(device))
  if (!sameSecret(own.toString('hex'), mark.toString('hex'))) return null
  return uuidOf(Buffer.from(device).toString('hex'))
}

/** Links of before hold the device as one block of AES, so that a made-up one is a device that nobody has. */
function deviceOfOld(secret: Buffer, block: Buffer): string {
  const cipher = createDecipheriv('aes-256-ecb', secret, null).setAutoPadding(false)
  return uuidOf(cipher.update(block).toString('hex'))
}
