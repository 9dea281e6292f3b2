import { Refusal } from '../refusal.ts'
import { readMoment } from './announcement.ts'

/** Whether strangers do not know of a concert yet, also on a page that has been open since before. `publishAt`: ISO 8601. */
export const isUnpublished = (
  { publishAt }: { readonly publishAt?: string | undefined },
  now: Date,
): boolean => publishAt !== undefined && new Date(publishAt) > now

/** Returns when a concert is shown; null: at once. Refuses VALIDATION at `publishAt`. */
export function checkPublication(
  typed: string | null | undefined,
  concert: { readonly startsAt: Date },
  now: Date,
): Date | null {
  if (typed == null) return null
  const at = readMoment(typed, 'publishAt')
  if (at <= now) throw new Refusal('VALIDATION', 'Выберите время в будущем', 'publishAt')
  if (at >= concert.startsAt) throw tooLate('publishAt')
  return at
}

/** Refuses VALIDATION where a concert would begin before it is shown. */
export function admitMove(startsAt: Date, publishAt: Date | null): void {
  if (publishAt !== null && startsAt <= publishAt) throw tooLate('dateTimeStart')
}

const tooLate = (field: string) =>
  new Refusal('VALIDATION', 'Концерт надо опубликовать до его начала', field)

/** Refuses ILLEGAL_STEP for a concert that everybody sees already. */
export function admitPublication(concert: { readonly publishAt: Date | null }): void {
  if (concert.publishAt === null) throw new Refusal('ILLEGAL_STEP', 'Этот концерт уже опубликован')
}
