import { SECOND_MS } from '#domain/time.ts'
import {
  askMessenger,
  cut,
  fieldsOf,
  goodBody,
  listOf,
  NO_NETWORK,
  POLL_SECONDS,
  pollSignal,
  STOP,
  STOP_LABEL,
  wordOf,
} from './messenger.ts'
import type {
  MessengerCallAnswer,
  ChatMessage,
  MessengerFields,
  Incoming,
  Messenger,
  SendAnswer,
} from './messenger.ts'

const UPDATES = ['message', 'channel_post', 'my_chat_member', 'callback_query']
/** Of the words below a picture. */
const CAPTION_MOST = 1024
const POSTS = new Set(['creator', 'administrator'])

/** Telegram's Bot API. `url`: «https://api.telegram.org», without a slash at the end; `bot`: its name without «@». */
export function telegramMessenger(deps: { url: string; token: string; bot: string }): Messenger {
  const { url, token, bot } = deps
  const call = (method: string, body: object, signal?: AbortSignal) =>
    askMessenger(`${url}/bot${token}/${method}`, { method: 'POST', body }, signal)

  async function sendOnce(chat: string, message: ChatMessage, withPicture: boolean) {
    const { text, picture } = message
    const common = { chat_id: chat, reply_markup: { inline_keyboard: keyboardOf(message) } }
    return withPicture
      ? call('sendPhoto', { ...common, photo: picture, caption: cut(text, CAPTION_MOST) })
      : call('sendMessage', { ...common, text: cut(text) })
  }

  return {
    name: 'telegram',
    botName: `@${bot}`,
    link: (payload) => `https://t.me/${bot}?start=${payload}`,

    async send(chat, message) {
      const withPicture = message.picture !== null
      const first = answerOf(await sendOnce(chat, message, withPicture))
      // A picture that Telegram cannot fetch must not cost the words.
      return first === 'refused' && withPicture
        ? answerOf(await sendOnce(chat, message, false))
        : first
    },

    async confirm(chat, { id, message }) {
      await call('answerCallbackQuery', { callback_query_id: id })
      const bare = { chat_id: chat, message_id: Number(message) }
      await call('editMessageReplyMarkup', { ...bare, reply_markup: { inline_keyboard: [] } })
    },

    async mayPost(chat, sender) {
      const answer = await call('getChatMember', { chat_id: chat, user_id: sender })
      if (typeof answer === 'string') return false
      return POSTS.has(wordOf(fieldsOf(answer.body['result'])['status']))
    },

    read: readUpdate,

    async poll(cursor, stopping) {
      const asked = {
        timeout: POLL_SECONDS,
        allowed_updates: UPDATES,
        ...(cursor !== null && { offset: Number(cursor) }),
      }
      const body = goodBody(await call('getUpdates', asked, pollSignal(stopping)))
      const updates = listOf(body['result'])
      const last = updates.at(-1)
      return {
        updates: updates.flatMap(readUpdate),
        cursor: last === undefined ? cursor : String(Number(fieldsOf(last)['update_id']) + 1),
      }
    },

    async deliverTo(address, secret) {
      goodBody(
        address === null
          ? await call('deleteWebhook', {})
          : await call('setWebhook', {
              url: address,
              secret_token: secret,
              allowed_updates: UPDATES,
            }),
      )
    },

    secretIn: (headers) => wordOf(headers['x-telegram-bot-api-secret-token']),
    acknowledge: async () => 'ok',

    async trouble() {
      const answer = await call('getMe', {})
      if (typeof answer === 'string') return `Telegram ${NO_NETWORK}`
      if (answer.status === 401 || answer.status === 404)
        return 'Telegram не знает TELEGRAM_TOKEN: он неверный или отозван у @BotFather.'
      if (answer.status !== 200) return `Telegram отвечает ошибкой ${answer.status}.`
      const { username, can_join_groups: joins } = fieldsOf(answer.body['result'])
      if (wordOf(username).toLowerCase() !== bot.toLowerCase())
        return `TELEGRAM_TOKEN принадлежит боту @${wordOf(username)}, а TELEGRAM_BOT — ${bot}.`
      return joins === false
        ? 'Боту Telegram нельзя вступать в группы: включите «Allow Groups» у @BotFather.'
        : null
    },
  }
}

function keyboardOf({ button, stops }: ChatMessage): object[][] {
  return [
    ...(button === null ? [] : [[{ text: button.label, url: button.href }]]),
    ...(stops ? [[{ text: STOP_LABEL, callback_data: STOP }]] : []),
  ]
}

function answerOf(answer: MessengerCallAnswer): SendAnswer {
  if (typeof answer === 'string') return answer
  const { status, body } = answer
  if (status === 200) return 'sent'
  const parameters = fieldsOf(body['parameters'])
  const movedTo = wordOf(parameters['migrate_to_chat_id'])
  if (movedTo !== '') return { movedTo }
  if (status === 429) return Number(parameters['retry_after'] ?? 1) * SECOND_MS
  // 401 and 404 say that the token is wrong, which an operator may mend; without «ok» the answer is a gateway's.
  if (status >= 500 || status === 401 || status === 404 || body['ok'] !== false) return 'down'
  const isGone =
    status === 403 || /chat not found|user is deactivated/iu.test(wordOf(body['description']))
  return isGone ? 'gone' : 'refused'
}

const WHERE = {
  private: 'private',
  group: 'group',
  supergroup: 'group',
  channel: 'channel',
} as const

function readUpdate(update: unknown): Incoming[] {
  const fields = fieldsOf(update)
  const press = fieldsOf(fields['callback_query'])
  if (press['data'] === STOP) {
    const { chat, message_id: message } = fieldsOf(press['message'])
    const id = wordOf(fieldsOf(chat)['id'])
    return id === ''
      ? []
      : [
          {
            what: 'stopped',
            chat: id,
            press: { id: wordOf(press['id']), message: wordOf(message) },
          },
        ]
  }
  const member = fieldsOf(fields['my_chat_member'])
  const status = wordOf(fieldsOf(member['new_chat_member'])['status'])
  if (status === 'kicked' || status === 'left')
    return [{ what: 'left', chat: wordOf(fieldsOf(member['chat'])['id']) }]
  return readMessage(fieldsOf(fields['message'] ?? fields['channel_post']))
}

function readMessage(message: MessengerFields): Incoming[] {
  const { id, type, title } = fieldsOf(message['chat'])
  const chat = wordOf(id)
  const where = WHERE[wordOf(type) as keyof typeof WHERE] as
    | 'private'
    | 'group'
    | 'channel'
    | undefined
  if (chat === '' || where === undefined) return []
  const to = wordOf(message['migrate_to_chat_id'])
  if (to !== '') return [{ what: 'moved', chat, to }]
  const text = wordOf(message['text'])
  const [, payload] = /^\/start\s+([\w-]+)$/u.exec(text) ?? []
  if (where === 'private' && payload !== undefined) return [{ what: 'started', chat, payload }]
  // A channel, or an administrator who hides behind his group, speaks as the chat itself.
  const asChat = wordOf(fieldsOf(message['sender_chat'])['id']) === chat
  const from = wordOf(fieldsOf(message['from'])['id'])
  const sender = where === 'channel' || asChat ? null : from
  return [{ what: 'said', chat, where, text, sender, title: wordOf(title) }]
}
