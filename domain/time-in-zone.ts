import { fromMoscow, timeAndDay } from './russian.ts'

/** «суббота, 21 нояб., 21:30 (МСК)», for who reads it by another clock. */
export function timeInZone(at: Date, zone: string, now: Date): string {
  return `${timeAndDay(at, zone, now)} (${fromMoscow(zone, at)})`
}
