import { createHmac } from 'node:crypto'

/**
 * What stands for a key where others could read it: no name and no address. There are few enough addresses
 * to try them all, which helps nobody who has not the secret.
 */
export function digestOf(key: string, secret: string): string {
  return createHmac('sha256', secret).update(key).digest('base64url')
}
