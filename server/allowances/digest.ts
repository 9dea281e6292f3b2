import { createHash } from 'node:crypto'

/** What stands for a key where others could read it: no name and no address. */
export function digestOf(key: string): string {
  return createHash('sha256').update(key).digest('base64url')
}
