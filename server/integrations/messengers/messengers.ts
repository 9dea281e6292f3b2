import type { MessengersConfig } from '#server/config/messengers.ts'
import { maxMessenger } from './messenger.max.ts'
import type { Messenger, Messengers } from './messenger.ts'
import { telegramMessenger } from './messenger.telegram.ts'

/** The messengers that are configured. */
export function messengersOf({ max, telegram }: MessengersConfig): Messengers {
  const all: Messenger[] = []
  if (max !== undefined) all.push(maxMessenger(max))
  if (telegram !== undefined) all.push(telegramMessenger(telegram))
  return new Map(all.map((one) => [one.name, one]))
}
