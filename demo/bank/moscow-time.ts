import { MOSCOW_OFFSET_MS, moscowDay } from '#domain/time.ts'

/** 31.12.2026 in Moscow. */
export function moscowDate(at: Date): string {
  return moscowDay(at).split('-').toReversed().join('.')
}

/** 23:59:59 in Moscow. */
export function moscowTime(at: Date): string {
  return new Date(at.getTime() + MOSCOW_OFFSET_MS).toISOString().slice(11, 19)
}
