import type { MessengersConfig } from '#server/config/messengers.ts'
import type { Messenger, Messengers } from './messenger.ts'
import { telegramMessenger } from './messenger.telegram.ts'

/** The messengers that are configured. */
export function messengersOf({ telegram }: MessengersConfig): Messengers {
  const all: Messenger[] = telegram === undefined ? [] : [telegramMessenger(telegram)]
  return new Map(all.map((one) => [one.name, one]))
}
