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
  ChatMessage,
  Incoming,
  Messenger,
  MessengerCallAnswer,
  MessengerFields,
  SendAnswer,
} from './messenger.ts'

const UPDATES = 'message_created message_callback bot_started bot_stopped bot_removed'.split(' ')

/** MAX's Bot API. `url`: «https://platform-api2.max.ru», without a slash at the end; `bot`: its name without «@». */
export function maxMessenger(deps: { url: string; token: string; bot: string }): Messenger {
  const { url, token, bot } = deps
  const headers = { authorization: token }
  const call = (method: string, path: string, body?: object, signal?: AbortSignal) =>
    askMessenger(`${url}${path}`, { method, headers, ...(body && { body }) }, signal)
  const send = async (chat: string, message: ChatMessage, withPicture: boolean) =>
    answerOf(
      await call('POST', `/messages?chat_id=${encodeURIComponent(chat)}`, {
        text: cut(message.text),
        attachments: attachmentsOf(message, withPicture),
      }),
    )

  return {
    name: 'max',
    botName: `@${bot}`,
    link: (payload) => `https://max.ru/${bot}?start=${payload}`,

    async send(chat, message) {
      const withPicture = message.picture !== null
      const first = await send(chat, message, withPicture)
      // A picture that MAX cannot fetch must not cost the words.
      return first === 'refused' && withPicture ? send(chat, message, false) : first
    },

    async confirm(_, { id, message: text }) {
      // The same words, without the buttons.
      const message = { text, attachments: [] }
      await call('POST', `/answers?callback_id=${encodeURIComponent(id)}`, { message })
    },

    async mayPost(chat, sender) {
      const answer = await call('GET', `/chats/${encodeURIComponent(chat)}/members/admins`)
      if (typeof answer === 'string') return false
      return listOf(answer.body['members']).some(
        (member) => wordOf(fieldsOf(member)['user_id']) === sender,
      )
    },

    read: readUpdate,

    async poll(cursor, stopping) {
      const query = new URLSearchParams({ timeout: String(POLL_SECONDS), types: UPDATES.join(',') })
      if (cursor !== null) query.set('marker', cursor)
      const body = goodBody(
        await call('GET', `/updates?${query.toString()}`, undefined, pollSignal(stopping)),
      )
      const marker = wordOf(body['marker'])
      return {
        updates: listOf(body['updates']).flatMap(readUpdate),
        cursor: marker === '' ? cursor : marker,
      }
    },

    async deliverTo(address, secret) {
      if (address !== null) {
        const subscription = { url: address, update_types: UPDATES, secret }
        goodBody(await call('POST', '/subscriptions', subscription))
        return
      }
      const { subscriptions } = goodBody(await call('GET', '/subscriptions'))
      for (const one of listOf(subscriptions)) {
        const former = encodeURIComponent(wordOf(fieldsOf(one)['url']))
        goodBody(await call('DELETE', `/subscriptions?url=${former}`))
      }
    },

    secretIn: (given) => wordOf(given['x-max-bot-api-secret']),
    acknowledge: async () => 'ok',

    async trouble() {
      const answer = await call('GET', '/me')
      if (typeof answer === 'string')
        return `MAX ${NO_NETWORK} Ему нужен и корневой сертификат Минцифры (NODE_EXTRA_CA_CERTS).`
      if (answer.status === 401) return 'MAX не знает MAX_TOKEN: он неверный или отозван.'
      if (answer.status !== 200) return `MAX отвечает ошибкой ${answer.status}.`
      const name = wordOf(answer.body['username'])
      return name.toLowerCase() === bot.toLowerCase()
        ? null
        : `MAX_TOKEN принадлежит боту @${name}, а MAX_BOT — ${bot}.`
    },
  }
}

function attachmentsOf({ picture, button, stops }: ChatMessage, withPicture: boolean): object[] {
  const buttons = [
    ...(button === null ? [] : [[{ type: 'link', text: button.label, url: button.href }]]),
    ...(stops ? [[{ type: 'callback', text: STOP_LABEL, payload: STOP }]] : []),
  ]
  return [
    ...(withPicture ? [{ type: 'image', payload: { url: picture } }] : []),
    ...(buttons.length === 0 ? [] : [{ type: 'inline_keyboard', payload: { buttons } }]),
  ]
}

function answerOf(answer: MessengerCallAnswer): SendAnswer {
  if (typeof answer === 'string') return answer
  const { status, body, retryAfter } = answer
  if (status === 200) return 'sent'
  if (status === 429) return retryAfter ?? SECOND_MS
  // 401 says that the token is wrong, which an operator may mend; without a message the answer is a gateway's.
  if (status >= 500 || status === 401 || wordOf(body['message']) === '') return 'down'
  return status === 403 || status === 404 ? 'gone' : 'refused'
}

const WHERE: Readonly<Record<string, 'private' | 'group' | 'channel'>> = {
  dialog: 'private',
  chat: 'group',
  channel: 'channel',
}

function readUpdate(update: unknown): Incoming[] {
  const fields = fieldsOf(update)
  const chat = wordOf(fields['chat_id'])
  switch (fields['update_type']) {
    case 'bot_started':
      return chat === '' ? [] : [{ what: 'started', chat, payload: wordOf(fields['payload']) }]
    case 'bot_stopped':
    case 'bot_removed':
      return chat === '' ? [] : [{ what: 'left', chat }]
    case 'message_callback':
      return readPress(fieldsOf(fields['callback']), fieldsOf(fields['message']))
    case 'message_created':
      return readMessage(fieldsOf(fields['message']))
    default:
      return []
  }
}

function readPress(callback: MessengerFields, message: MessengerFields): Incoming[] {
  const chat = wordOf(fieldsOf(message['recipient'])['chat_id'])
  if (callback['payload'] !== STOP || chat === '') return []
  const text = wordOf(fieldsOf(message['body'])['text'])
  return [{ what: 'stopped', chat, press: { id: wordOf(callback['callback_id']), message: text } }]
}

function readMessage(message: MessengerFields): Incoming[] {
  const { chat_id: id, chat_type: type } = fieldsOf(message['recipient'])
  const chat = wordOf(id)
  const where = WHERE[wordOf(type)]
  if (chat === '' || where === undefined) return []
  const text = wordOf(fieldsOf(message['body'])['text'])
  const sender = where === 'channel' ? null : wordOf(fieldsOf(message['sender'])['user_id'])
  return [{ what: 'said', chat, where, text, sender, title: '' }]
}
