import { MINUTE_MS } from './time.ts'

/** The messengers in the order in which people are offered them. */
export const MESSENGERS = ['max', 'telegram', 'vk'] as const
export type MessengerName = (typeof MESSENGERS)[number]

/** «в Telegram» */
export const IN_MESSENGER: Readonly<Record<MessengerName, string>> = {
  max: 'в MAX',
  telegram: 'в Telegram',
  vk: 'ВКонтакте',
}

/** How long a code of a channel, or the link of a listener, waits to be used. */
export const CODE_KEPT_MS = 30 * MINUTE_MS
/** Chats and channels of one artist. */
export const CHANNELS_MOST = 20

/** Without signs that look alike. */
export const CODE_SIGNS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
export const CODE_LENGTH = 8
const CODE = new RegExp(`\\bBIS-([${CODE_SIGNS}]{${CODE_LENGTH}})\\b`, 'u')

/** The code of a channel in a message; null where there is none. */
export function channelCodeIn(text: string): string | null {
  return CODE.exec(text.toUpperCase())?.[1] ?? null
}

/** «стоп», «Стоп!», «/stop» */
export function isStop(text: string): boolean {
  return /^[\s/«"']*(?:стоп|stop)[\s»"'.!]*$/iu.test(text)
}

/** A chat as an address, in the column where a browser's has its endpoint. */
export const chatAddress = (messenger: MessengerName, chat: string) => `${messenger}://chat/${chat}`

const ADDRESS = new RegExp(`^(${MESSENGERS.join('|')})://chat/(.+)$`, 'u')

/** The chat behind an address; null for a browser's. */
export function chatAt(address: string): { messenger: MessengerName; chat: string } | null {
  const [, messenger, chat] = ADDRESS.exec(address) ?? []
  return messenger === undefined || chat === undefined
    ? null
    : { messenger: messenger as MessengerName, chat }
}
