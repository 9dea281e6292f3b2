import { startMessengerServer } from './messenger-server.ts'
import type { MessengerCall, MessengerReply } from './messenger-server.ts'

export const VK_TOKEN = 'vk1.a.secret'
const GROUP = 777

const good = (response: unknown): MessengerReply => ({ status: 200, body: { response } })
/** VK's errors come with the status of success. */
const bad = (error_code: number): MessengerReply => ({
  status: 200,
  body: { error: { error_code, error_msg: `error ${error_code}`, request_params: [] } },
})

const textIn = (body: Record<string, unknown>, name: string) => {
  const value = body[name]
  return typeof value === 'string' ? value : ''
}

type Sent = {
  chat: string
  text: string
  attachment: string
  buttons: Record<string, unknown>[]
  randomId: string
}

/** VK's API for bots as it is published, for one community, «bis_bot». */
export async function startVk() {
  const state = {
    /** The errors with which the next calls that send are refused. */
    errors: [] as number[],
    /** Of chats. */
    blocked: new Set<string>(),
    /** As «chat user». */
    admins: new Set<string>(),
    /** Bots have keyboards in this community. */
    keyboards: true,
    rights: ['messages', 'manage', 'photos'],
    updates: [] as object[],
    ts: 1,
    /** What the next long polls fail by. */
    failures: [] as object[],
    keys: 0,
    longPoll: false,
    callback: null as { id: number; url: string; title: string; secret_key: string } | null,
    /** What the address of the callback answers to a request. */
    confirm: (async () => '') as (body: object) => Promise<string>,
    status: 'wait',
    code: 'a1b2c3d4',
    events: [] as string[],
    down: false,
    pictures: 0,
  }
  const received: Sent[] = []
  const edited: Record<string, unknown>[] = []

  function answer({ path, headers, body }: MessengerCall): MessengerReply {
    if (state.down) return { status: 502, body: {} }
    const { pathname, searchParams } = new URL(path, 'http://vk')
    if (pathname === '/poll') return poll(searchParams)
    if (pathname === '/upload')
      return { status: 200, body: { server: 5, photo: '[{"photo":"x"}]', hash: 'h' } }
    if (pathname === '/picture.jpg') return { status: 200, body: { jpeg: true } }
    const [, method = ''] = /^\/method\/([\w.]+)$/u.exec(pathname) ?? []
    if (body['v'] !== '5.199') return bad(8)
    if (headers.authorization !== `Bearer ${VK_TOKEN}`) return bad(5)
    return method.startsWith('groups.') ? ofGroup(method, body) : ofMessages(method, body)
  }

  function ofGroup(method: string, body: Record<string, unknown>): MessengerReply {
    if (method === 'groups.getById')
      return good({ groups: [{ id: GROUP, name: 'Бис', screen_name: 'bis_bot' }], profiles: [] })
    if (method === 'groups.getTokenPermissions')
      return good({ mask: 1, permissions: state.rights.map((name) => ({ name, setting: 1 })) })
    if (body['group_id'] !== String(GROUP)) return bad(100)
    switch (method) {
      case 'groups.getLongPollServer':
        if (!state.longPoll) return bad(100)
        state.keys += 1
        return good({ key: `key${state.keys}`, server: `${server.url}/poll`, ts: String(state.ts) })
      case 'groups.setLongPollSettings':
        state.longPoll = body['enabled'] === '1'
        state.events = Object.keys(body).filter((name) => name.startsWith('message_'))
        return good(1)
      case 'groups.getCallbackServers': {
        const items = state.callback === null ? [] : [{ ...state.callback, status: state.status }]
        return good({ count: items.length, items })
      }
      case 'groups.addCallbackServer':
      case 'groups.editCallbackServer':
        if (String(body['title']).length > 14 || String(body['secret_key']).length > 50)
          return bad(100)
        state.callback = {
          id: 3,
          url: String(body['url']),
          title: String(body['title']),
          secret_key: String(body['secret_key']),
        }
        void state
          .confirm({ type: 'confirmation', group_id: GROUP, secret: state.callback.secret_key })
          .then((said) => (state.status = said === state.code ? 'ok' : 'failed'))
        return good(method === 'groups.addCallbackServer' ? { server_id: 3 } : 1)
      case 'groups.deleteCallbackServer':
        state.callback = null
        return good(1)
      case 'groups.setCallbackSettings':
        state.events = Object.keys(body).filter((name) => name.startsWith('message_'))
        return good(1)
      case 'groups.getCallbackConfirmationCode':
        return good({ code: state.code })
      default:
        return bad(3)
    }
  }

  function ofMessages(method: string, body: Record<string, unknown>): MessengerReply {
    const chat = String(body['peer_id'])
    switch (method) {
      case 'messages.send':
        return send(chat, body)
      case 'messages.sendMessageEventAnswer':
        return good(1)
      case 'messages.getByConversationMessageId': {
        const photo = { owner_id: -GROUP, id: 9, access_key: 'k' }
        const attachments = [{ type: 'photo', photo }]
        return good({ count: 1, items: [{ text: 'Новость', attachments }] })
      }
      case 'messages.edit':
        edited.push(body)
        return good(1)
      case 'messages.getConversationMembers': {
        const items = [...state.admins].flatMap((one) => {
          const [where, id] = one.split(' ')
          return where === chat ? [{ member_id: Number(id), is_admin: true }] : []
        })
        return items.length === 0 ? bad(917) : good({ count: items.length, items })
      }
      case 'photos.getMessagesUploadServer':
        return good({ album_id: -3, upload_url: `${server.url}/upload`, user_id: 0 })
      case 'photos.saveMessagesPhoto':
        state.pictures += 1
        return good([{ id: state.pictures, owner_id: -GROUP, access_key: 'key' }])
      default:
        return bad(3)
    }
  }

  function send(chat: string, body: Record<string, unknown>): MessengerReply {
    const error = state.errors.shift()
    if (error !== undefined) return bad(error)
    if (state.blocked.has(chat)) return bad(Number(chat) > 2_000_000_000 ? 917 : 901)
    if (!state.keyboards && body['keyboard'] !== undefined) return bad(912)
    const keyboard = JSON.parse(textIn(body, 'keyboard') || '{"buttons":[]}') as {
      buttons: { action: Record<string, unknown> }[][]
    }
    const one = {
      chat,
      text: String(body['message']),
      attachment: textIn(body, 'attachment'),
      buttons: keyboard.buttons.flat().map(({ action }) => action),
      randomId: String(body['random_id']),
    }
    // The same number is the same message.
    if (!received.some(({ randomId }) => randomId === one.randomId)) received.push(one)
    return good(received.length)
  }

  function poll(asked: URLSearchParams): MessengerReply {
    const failure = state.failures.shift()
    if (failure !== undefined) return { status: 200, body: failure }
    if (asked.get('key') !== `key${state.keys}`) return { status: 200, body: { failed: 2 } }
    if (state.updates.length === 0) return 'hang'
    state.ts = Number(asked.get('ts')) + state.updates.length
    return { status: 200, body: { ts: String(state.ts), updates: state.updates.splice(0) } }
  }

  const server = await startMessengerServer(answer)
  return {
    ...server,
    state,
    received,
    edited,
    textsTo: (chat: string) => received.filter((one) => one.chat === chat).map(({ text }) => text),
  }
}

let events = 0
const event = (type: string, object: object) => ({
  type,
  object,
  group_id: GROUP,
  event_id: `event${(events += 1)}`,
  v: '5.199',
})

/** What VK tells a community: in a callback with its secret beside. */
export const vkUpdate = {
  /** The first words of who came by a link. */
  started: (user: number, ref: string, text = 'Начать') =>
    event('message_new', { message: { peer_id: user, from_id: user, text, ref }, client_info: {} }),
  said: (chat: number, text: string, from = chat) =>
    event('message_new', { message: { peer_id: chat, from_id: from, text }, client_info: {} }),
  pressed: (user: number, message: number) =>
    event('message_event', {
      user_id: user,
      peer_id: user,
      event_id: 'ev.1',
      payload: { command: 'stop' },
      conversation_message_id: message,
    }),
  denied: (user: number) => event('message_deny', { user_id: user }),
  kicked: (chat: number) =>
    event('message_new', {
      message: {
        peer_id: chat,
        from_id: 1,
        text: '',
        action: { type: 'chat_kick_user', member_id: -GROUP },
      },
    }),
}
