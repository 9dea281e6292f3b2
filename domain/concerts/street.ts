import type { CheckedDraft } from './announcement.ts'
import { checkPoint } from './announcement.ts'
import { endOf } from './concert.ts'

/** «Играю здесь»: a concert at this point that begins now. No planned end is told; a day stands where one is kept. Refuses VALIDATION at `latitude` and `longitude`. */
export function streetDraft(
  point: { readonly latitude: number; readonly longitude: number },
  now: Date,
): CheckedDraft {
  checkPoint(point)
  const place = { ...point, name: 'На улице', description: '' }
  return { startsAt: now, endsAt: endOf(now, 24, 0), title: 'Играем на улице', place }
}
