import { channelCodeIn, chatAddress, isStop } from '#domain/messengers.ts'
import type { MessengerName } from '#domain/messengers.ts'
import type { FollowedOnWire } from '#domain/follows.ts'
import { checkFollowed } from '#domain/follows.ts'
import { Refusal } from '#domain/refusal.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import type { Incoming, Messenger } from '#server/integrations/messengers/messenger.ts'
import { admitFollowed, followByChat, wishWhatFollows } from '../notifications/follows.service.ts'
import {
  admitChatOfOrder,
  forgetChat,
  isChatBound,
  renameChat,
  setChatOfOrder,
} from '../notifications/listeners.service.ts'
import { bindChannel, hashOfCode, newPayload, storeCode } from './channels.service.ts'
import { isCodeOf, takeCode } from './messengers.store.ts'

type Asked = FollowedOnWire & {
  readonly messenger: MessengerName
  readonly orderId?: string | undefined
  readonly timeZone?: string | undefined
}

/** The link that opens the chat with our bot and binds it to this order of the device, or to what it follows. */
export async function linkOfListener(
  ctx: Context,
  { messenger: name, orderId, timeZone, ...followed }: Asked,
  device: { known(): string | null; ensure(): Promise<string> },
): Promise<{ url: string }> {
  const messenger = ctx.messengers.get(name)
  if (messenger === undefined) throw new Refusal('NOT_FOUND', 'Такого мессенджера здесь нет')
  const payload = newPayload()
  if (orderId !== undefined) {
    const deviceId = await admitChatOfOrder(ctx, orderId, device.known())
    await storeCode(ctx, payload, { deviceId, orderId })
  } else {
    await admitFollowed(ctx, followed)
    const deviceId = await device.ensure()
    const asked = { followed: checkFollowed(followed), timeZone: timeZone ?? null }
    await storeCode(ctx, payload, { deviceId, ...asked })
  }
  return { url: messenger.link(payload) }
}

const NOT_AN_ADMIN = 'Код принимаем от того, кто ведёт этот чат: пришлите его от администратора.'
const BOUND = 'Подключено. Здесь будем писать о концертах.'
const IN_A_CHANNEL = 'Отправьте этот код в канал или группу, куда добавили бота.'
const ENDED = 'Больше не пишем.'
const OVER = 'Эта ссылка больше не действует. Откройте страницу и нажмите ещё раз.'
const TURN = 'Напишем, когда ваша песня станет следующей. Одно слово «стоп», и больше не напишем.'
const FOLLOWS =
  'Вы подписаны: напишем о концертах, не чаще раза в день и не ночью. Одно слово «стоп», и больше не напишем.'

/** Does what people asked for in a messenger. */
export async function receive(ctx: Context, messenger: Messenger, said: Incoming): Promise<void> {
  const endpoint = chatAddress(messenger.name, said.chat)
  switch (said.what) {
    case 'left':
      return forgetChat(ctx, endpoint)
    case 'moved':
      return renameChat(ctx, endpoint, chatAddress(messenger.name, said.to))
    case 'stopped':
      await forgetChat(ctx, endpoint)
      await messenger.confirm(said.chat, said.press)
      return answer(messenger, said.chat, ENDED)
    case 'started': {
      const reply = await orRefusal(() => bindListener(ctx, said.payload, endpoint))
      return reply === null ? undefined : answer(messenger, said.chat, reply)
    }
    case 'said':
      return hear(ctx, messenger, said)
  }
}

async function hear(
  ctx: Context,
  messenger: Messenger,
  { chat, where, text, sender, title }: Extract<Incoming, { what: 'said' }>,
): Promise<void> {
  const endpoint = chatAddress(messenger.name, chat)
  const code = channelCodeIn(text)
  if (where === 'private') {
    if (isStop(text)) {
      await forgetChat(ctx, endpoint)
      return answer(messenger, chat, ENDED)
    }
    return code === null ? undefined : answer(messenger, chat, IN_A_CHANNEL)
  }
  if (code === null) return undefined
  if ((await isCodeOf(ctx.sql, hashOfCode(ctx, code), ctx.now())) !== 'channel') return undefined
  const mayPost = sender === null || (await messenger.mayPost(chat, sender))
  if (!mayPost) return answer(messenger, chat, NOT_AN_ADMIN)
  const reply = await orRefusal(async () =>
    (await bindChannel(ctx, code, { endpoint, title })) ? BOUND : null,
  )
  // A channel's readers are told nothing of it: the artist sees it in his cabinet.
  return where === 'channel' || reply === null ? undefined : answer(messenger, chat, reply)
}

/**
 * Binds a chat to what its listener asked for on the page; returns what he is told. Null where he was told before: an
 * update may come twice, and VK repeats the payload of a link with each later message.
 */
async function bindListener(
  ctx: Context,
  payload: string,
  endpoint: string,
): Promise<string | null> {
  const bound = await transaction(ctx, (inside) => takeListener(inside, payload, endpoint))
  if (bound === null) return (await isChatBound(ctx, endpoint)) ? null : OVER
  const { deviceId, followed } = bound
  if (followed === null) {
    ctx.wakes.push.emit('due')
    return TURN
  }
  await wishWhatFollows(ctx, followed, { deviceId, address: endpoint })
  return FOLLOWS
}

/** Uses the code up and binds the chat, to an order of the device or to what is `followed`; null where the code is over. */
async function takeListener(ctx: Context, payload: string, endpoint: string) {
  const { sql } = ctx
  const hash = hashOfCode(ctx, payload)
  const now = ctx.now()
  if ((await isCodeOf(sql, hash, now)) !== 'listener') return null
  const code = await takeCode(sql, hash, now)
  if (code?.deviceId == null) return null
  const { deviceId, orderId, followed, timeZone } = code
  if (orderId !== null) {
    await setChatOfOrder(ctx, { orderId, deviceId }, endpoint)
    return { deviceId, followed: null }
  }
  const zone = timeZone === null ? {} : { timeZone }
  const asked: FollowedOnWire = JSON.parse(followed ?? '{}')
  const target = await followByChat(ctx, { ...asked, ...zone }, { endpoint, deviceId })
  return { deviceId, followed: target }
}

/** The sentence of a refusal is an answer too. */
async function orRefusal(work: () => Promise<string | null>): Promise<string | null> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

async function answer({ send }: Messenger, chat: string, text: string): Promise<void> {
  await send(chat, { id: crypto.randomUUID(), text, picture: null, button: null, stops: false })
}
