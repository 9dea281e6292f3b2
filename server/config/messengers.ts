import type { MessengerName } from '#domain/messengers.ts'
import { together } from './variables.ts'
import type { Variables } from './variables.ts'

/** `bot`: how people find it; `url` without a slash at the end. */
type BotConfig = { readonly url: string; readonly token: string; readonly bot: string }
export type MessengersConfig = { readonly [name in MessengerName]?: BotConfig }

/** The bots of this installation; a messenger without a token is left out. */
export function readMessengers(read: Variables): MessengersConfig {
  const max = together(read, ['MAX_TOKEN', 'MAX_BOT'])
  const telegram = together(read, ['TELEGRAM_TOKEN', 'TELEGRAM_BOT'])
  const vk = together(read, ['VK_TOKEN', 'VK_BOT'])
  return {
    ...(vk && { vk: { url: read.VK_URL, token: vk.VK_TOKEN, bot: vk.VK_BOT } }),
    ...(max && { max: { url: read.MAX_URL, token: max.MAX_TOKEN, bot: max.MAX_BOT } }),
    ...(telegram && {
      telegram: {
        url: read.TELEGRAM_URL,
        token: telegram.TELEGRAM_TOKEN,
        bot: telegram.TELEGRAM_BOT,
      },
    }),
  }
}
