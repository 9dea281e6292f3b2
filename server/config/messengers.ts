import type { MessengerName } from '#domain/messengers.ts'
import { together } from './variables.ts'
import type { Variables } from './variables.ts'

/** `bot`: how people find it; `url` without a slash at the end. */
export type BotConfig = { readonly url: string; readonly token: string; readonly bot: string }
export type MessengersConfig = { readonly [name in MessengerName]?: BotConfig }

/** The bots of this installation; a messenger without a token is left out. */
export function readMessengers(read: Variables): MessengersConfig {
  const telegram = together(read, ['TELEGRAM_TOKEN', 'TELEGRAM_BOT'])
  return {
    ...(telegram && {
      telegram: {
        url: read.TELEGRAM_URL,
        token: telegram.TELEGRAM_TOKEN,
        bot: telegram.TELEGRAM_BOT,
      },
    }),
  }
}
