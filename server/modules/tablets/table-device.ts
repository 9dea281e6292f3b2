import { createHmac } from 'node:crypto'
import type { Context } from '#server/context.ts'

/**
 * The device that all orders of a table's tablets are of: the limits and the turn then count the table as one person.
 * Derived, not stored: whoever has a tablet learns no other table's.
 */
export function tableDevice(
  { codeSecret }: Pick<Context, 'codeSecret'>,
  concertId: string,
  table: number,
): string {
  const digits = createHmac('sha256', codeSecret)
    .update(`table ${concertId} ${table}`)
    .digest('hex')
  return digits.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/u, '$1-$2-4$3-a$4-$5')
}
