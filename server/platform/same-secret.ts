import { timingSafeEqual } from 'node:crypto'

/** Whether two texts are equal; how long it takes depends on their lengths alone. */
export function sameSecret(given: string, wanted: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(wanted)]
  return one.length === other.length && timingSafeEqual(one, other)
}
