import { isStop } from '#domain/messengers.ts'
import {
  askMessenger,
  cut,
  fieldsOf,
  goodBody,
  listOf,
  MessengerFailed,
  NO_NETWORK,
  POLL_SECONDS,
  pollSignal,
  STOP,
  STOP_LABEL,
  wordOf,
} from './messenger.ts'
import type { ChatMessage, Incoming, Messenger, MessengerFields } from './messenger.ts'
import { addressGiven, answerOfVk, VK_VERSION, vkCalls, vkResponse } from './vk-calls.ts'
import type { VkAnswer } from './vk-calls.ts'
import { photoAttachment, vkPictures } from './vk-pictures.ts'

const EVENTS = { message_new: 1, message_event: 1, message_deny: 1 }
const SUBSCRIBED = { api_version: VK_VERSION, ...EVENTS }
/** Of our server among the community's, 14 letters at most. */
const SERVER_TITLE = 'Бис'
const RIGHTS: Readonly<Record<string, string>> = {
  messages: 'сообщения сообщества',
  manage: 'управление сообществом',
  photos: 'фотографии',
}
/** The keyboard is wrong, or bots have none in this community. */
const NO_KEYBOARD = new Set([911, 912])
const BAD_PARAMETER = 100
const WRONG_KEY = 5

/**
 * A community of VK and its API for bots. `url`: «https://api.vk.ru», without a slash at the end; `bot`: the community's
 * short name without «@». Its key posts in chats: a wall of another community takes its administrator's key alone.
 */
export function vkMessenger(deps: { url: string; token: string; bot: string }): Messenger {
  const { bot } = deps
  const call = vkCalls(deps)
  const pictureOf = vkPictures(call, deps.url)
  /** The key of the long poll that this process waits by. */
  let session: { server: string; key: string } | null = null

  const community = async () =>
    fieldsOf(listOf(fieldsOf(vkResponse(await call('groups.getById', {})))['groups'])[0])
  const groupId = async () => wordOf((await community())['id'])

  async function send(chat: string, message: ChatMessage) {
    const attachment = message.picture === null ? null : await pictureOf(message.picture)
    const sendOnce = (more: { attachment: string | null; keyboard: string | null }) =>
      call('messages.send', {
        peer_id: chat,
        random_id: randomIdOf(message.id),
        message: textOf(message, more.keyboard !== null),
        ...more,
      })
    const keyboard = keyboardOf(message)
    const first = await sendOnce({ attachment, keyboard })
    const error = errorOf(first)
    // Neither a keyboard nor a picture must cost the words.
    if (keyboard !== null && NO_KEYBOARD.has(error)) return sendOnce({ attachment, keyboard: null })
    if (attachment !== null && error === BAD_PARAMETER)
      return sendOnce({ attachment: null, keyboard })
    return first
  }

  async function openSession(): Promise<{ server: string; key: string; ts: string }> {
    const asked = await call('groups.getLongPollServer', { group_id: await groupId() })
    const { server, key, ts } = fieldsOf(vkResponse(asked))
    session = { server: addressGiven(deps.url, server), key: wordOf(key) }
    return { ...session, ts: wordOf(ts) }
  }

  return {
    name: 'vk',
    botName: `@${bot}`,
    link: (payload) => `https://vk.me/${bot}?ref=${payload}`,

    send: async (chat, message) => answerOfVk(await send(chat, message)),

    async confirm(chat, { id, message: cmid }) {
      await call('messages.sendMessageEventAnswer', { event_id: id, user_id: chat, peer_id: chat })
      const asked = { peer_id: chat, conversation_message_ids: cmid }
      const found = await call('messages.getByConversationMessageId', asked)
      if (typeof found === 'string' || 'error' in found) return
      const [sent] = listOf(fieldsOf(found.response)['items'])
      const { text, attachments } = fieldsOf(sent)
      // The same words and pictures, without the buttons.
      const pictures = listOf(attachments).flatMap(
        (one) => photoAttachment(fieldsOf(one)['photo']) ?? [],
      )
      await call('messages.edit', {
        peer_id: chat,
        cmid,
        message: wordOf(text),
        attachment: pictures.join(','),
        keyboard: JSON.stringify({ inline: true, buttons: [] }),
      })
    },

    async mayPost(chat, sender) {
      const answer = await call('messages.getConversationMembers', { peer_id: chat })
      if (typeof answer === 'string' || 'error' in answer) return false
      return listOf(fieldsOf(answer.response)['items']).some((one) => {
        const { member_id: id, is_admin: admin, is_owner: owner } = fieldsOf(one)
        return wordOf(id) === sender && (admin === true || owner === true)
      })
    },

    read: readUpdate,

    async poll(cursor, stopping) {
      const opened = session === null || cursor === null ? await openSession() : null
      const { server, key } = opened ?? session ?? { server: '', key: '' }
      const ts = cursor ?? opened?.ts ?? ''
      const query = new URLSearchParams({ act: 'a_check', key, ts, wait: String(POLL_SECONDS) })
      const body = goodBody(
        await askMessenger(`${server}?${query.toString()}`, {}, pollSignal(stopping)),
      )
      const failed = Number(wordOf(body['failed']))
      // 1: some events are lost, and it says from where to go on; 2: the key is over; 3: both.
      if (failed >= 2) session = null
      if (failed >= 2 && opened !== null) throw new MessengerFailed('VK takes no key of its own')
      const next = wordOf(body['ts'])
      const lost = failed === 3
      return {
        updates: listOf(body['updates']).flatMap(readUpdate),
        cursor: lost ? null : next === '' ? ts : next,
      }
    },

    async deliverTo(address, secret) {
      const group_id = await groupId()
      const servers = async () => {
        const answer = await call('groups.getCallbackServers', { group_id })
        const all = listOf(fieldsOf(vkResponse(answer))['items']).map(fieldsOf)
        return all.find(({ title }) => title === SERVER_TITLE)
      }
      const own = await servers()
      if (address === null) {
        if (own !== undefined) {
          const dropped = { group_id, server_id: wordOf(own['id']) }
          vkResponse(await call('groups.deleteCallbackServer', dropped))
        }
        const settings = { group_id, enabled: 1, ...SUBSCRIBED }
        vkResponse(await call('groups.setLongPollSettings', settings))
        return
      }
      const server = { group_id, url: address, title: SERVER_TITLE, secret_key: secret }
      const kept = wordOf(own?.['id'])
      if (kept === '') vkResponse(await call('groups.addCallbackServer', server))
      else vkResponse(await call('groups.editCallbackServer', { ...server, server_id: kept }))
      const added = await servers()
      if (added?.['status'] === 'failed')
        throw new MessengerFailed('VK could not confirm the address')
      const settings = { group_id, server_id: wordOf(added?.['id']), ...SUBSCRIBED }
      vkResponse(await call('groups.setCallbackSettings', settings))
    },

    secretIn: (_, body) => wordOf(fieldsOf(body)['secret']),

    async acknowledge(body) {
      if (fieldsOf(body)['type'] !== 'confirmation') return 'ok'
      const group_id = wordOf(fieldsOf(body)['group_id'])
      const answer = await call('groups.getCallbackConfirmationCode', { group_id })
      return wordOf(fieldsOf(vkResponse(answer))['code'])
    },

    async trouble() {
      const answer = await call('groups.getTokenPermissions', {})
      if (typeof answer === 'string') return `ВКонтакте ${NO_NETWORK}`
      if (errorOf(answer) === WRONG_KEY)
        return 'ВКонтакте не знает VK_TOKEN: он неверный или отозван.'
      if ('error' in answer)
        return `ВКонтакте отвечает ошибкой ${answer.error}: VK_TOKEN должен быть ключом сообщества.`
      const permissions = listOf(fieldsOf(answer.response)['permissions'])
      const given = new Set(permissions.map((one) => wordOf(fieldsOf(one)['name'])))
      const missing = Object.keys(RIGHTS).filter((right) => !given.has(right))
      if (missing.length > 0)
        return `Ключу VK_TOKEN не хватает прав: ${missing.map((right) => RIGHTS[right]).join(', ')}.`
      const { screen_name: name, id } = await community().catch(() => fieldsOf(null))
      const names = [wordOf(name), `club${wordOf(id)}`, `public${wordOf(id)}`]
      return names.some((one) => one.toLowerCase() === bot.toLowerCase())
        ? null
        : `VK_TOKEN принадлежит сообществу ${wordOf(name)}, а VK_BOT — ${bot}.`
    },
  }
}

const errorOf = (answer: VkAnswer) =>
  typeof answer === 'object' && 'error' in answer ? answer.error : 0

/** The last part of a UUID is random; VK takes a message with the same number once. */
const randomIdOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(-8), 16) | 0

const textOf = ({ text, button }: ChatMessage, hasKeyboard: boolean) =>
  cut(hasKeyboard || button === null ? text : `${text}\n\n${button.href}`)

function keyboardOf({ button, stops }: ChatMessage): string | null {
  const link = (label: string, href: string) => ({ type: 'open_link', label, link: href })
  const buttons = [
    ...(button === null ? [] : [[{ action: link(button.label, button.href) }]]),
    ...(stops
      ? [
          [
            {
              action: {
                type: 'callback',
                label: STOP_LABEL,
                payload: JSON.stringify({ command: STOP }),
              },
            },
          ],
        ]
      : []),
  ]
  return buttons.length === 0 ? null : JSON.stringify({ inline: true, buttons })
}

/** Chats of several people are numbered from here on. */
const CHATS_FROM = 2_000_000_000

function readUpdate(update: unknown): Incoming[] {
  const { type, object, group_id: group } = fieldsOf(update)
  const fields = fieldsOf(object)
  switch (type) {
    case 'message_new':
      return readMessage(fieldsOf(fields['message']), wordOf(group))
    case 'message_event':
      return readPress(fields)
    case 'message_deny':
      return wordOf(fields['user_id']) === ''
        ? []
        : [{ what: 'left', chat: wordOf(fields['user_id']) }]
    default:
      return []
  }
}

function readPress(event: MessengerFields): Incoming[] {
  const chat = wordOf(event['peer_id'])
  if (fieldsOf(event['payload'])['command'] !== STOP || chat === '') return []
  const message = wordOf(event['conversation_message_id'])
  return [{ what: 'stopped', chat, press: { id: wordOf(event['event_id']), message } }]
}

function readMessage(message: MessengerFields, group: string): Incoming[] {
  const peer = Number(wordOf(message['peer_id']))
  // Below zero another community speaks.
  if (!(peer > 0)) return []
  const chat = String(peer)
  const action = fieldsOf(message['action'])
  if (action['type'] === 'chat_kick_user' && wordOf(action['member_id']) === `-${group}`)
    return [{ what: 'left', chat }]
  const where = peer > CHATS_FROM ? 'group' : 'private'
  const text = wordOf(message['text'])
  const payload = wordOf(message['ref'])
  // What a link of ours gave stands in later messages too.
  if (where === 'private' && /^[\w-]{22}$/u.test(payload) && !isStop(text))
    return [{ what: 'started', chat, payload }]
  return [{ what: 'said', chat, where, text, sender: wordOf(message['from_id']), title: '' }]
}
