import type { MessengersConfig } from '#server/config/messengers.ts'
import { maxMessenger } from './messenger.max.ts'
import type { Messenger, Messengers } from './messenger.ts'
import { telegramMessenger } from './messenger.telegram.ts'
import { vkMessenger } from './messenger.vk.ts'

/** The messengers that are configured. */
export function messengersOf({ max, telegram, vk }: MessengersConfig): Messengers {
  const all: Messenger[] = []
  if (max !== undefined) all.push(maxMessenger(max))
  if (telegram !== undefined) all.push(telegramMessenger(telegram))
  if (vk !== undefined) all.push(vkMessenger(vk))
  return new Map(all.map((one) => [one.name, one]))
}
