import type { Config } from './config.ts'

const URLS = {
  max: 'https://platform-api2.max.ru',
  telegram: 'https://api.telegram.org',
  vk: 'https://api.vk.ru',
}
const OWN = 'https://bots.example'
const TOKEN = '1:swordfish'
const BOT = 'bis_bot'

type Name = keyof typeof URLS
const bot = (name: Name, url = URLS[name]): Pick<Config, 'messengers'> => ({
  messengers: { [name]: { url, token: TOKEN, bot: BOT } },
})

/** The variables of the messengers, each with the value that is given, what it changes and what is given beside it. */
export const BOTS_GIVEN: Record<string, [string, Pick<Config, 'messengers'>, object]> = {
  MAX_TOKEN: [TOKEN, bot('max'), { MAX_BOT: BOT }],
  MAX_BOT: [BOT, bot('max'), { MAX_TOKEN: TOKEN }],
  MAX_URL: [OWN, bot('max', OWN), { MAX_BOT: BOT, MAX_TOKEN: TOKEN }],
  TELEGRAM_TOKEN: [TOKEN, bot('telegram'), { TELEGRAM_BOT: BOT }],
  TELEGRAM_BOT: [BOT, bot('telegram'), { TELEGRAM_TOKEN: TOKEN }],
  TELEGRAM_URL: [OWN, bot('telegram', OWN), { TELEGRAM_BOT: BOT, TELEGRAM_TOKEN: TOKEN }],
  VK_TOKEN: [TOKEN, bot('vk'), { VK_BOT: BOT }],
  VK_BOT: [BOT, bot('vk'), { VK_TOKEN: TOKEN }],
  VK_URL: [OWN, bot('vk', OWN), { VK_BOT: BOT, VK_TOKEN: TOKEN }],
}
