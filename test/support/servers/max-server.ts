import { startMessengerServer } from './messenger-server.ts'
import type { MessengerCall, MessengerReply } from './messenger-server.ts'

export const MAX_TOKEN = 'max-secret'

const good = (body: object): MessengerReply => ({ status: 200, body })
const bad = (status: number, code: string): MessengerReply => ({
  status,
  body: { code, message: code },
})

/** MAX's Bot API as it is published, for one bot, «bis_bot». */
export async function startMax() {
  const state = {
    blocked: new Set<string>(),
    /** As «chat user». */
    admins: new Set<string>(),
    updates: [] as object[],
    marker: 0,
    /** Messages that are refused first. */
    tooMany: 0,
    badPictures: false,
    webhook: null as { url: string; secret: string } | null,
  }
  const received: { chat: string; text: string; attachments: { type: string }[] }[] = []

  function answer({ path, method, headers, body }: MessengerCall): MessengerReply {
    if (headers.authorization !== MAX_TOKEN) return bad(401, 'verify.token')
    const { pathname, searchParams } = new URL(path, 'http://max')
    const [, chatOfAdmins] = /^\/chats\/([^/]+)\/members\/admins$/u.exec(pathname) ?? []
    if (chatOfAdmins !== undefined) {
      const ids = [...state.admins].flatMap((one) => {
        const [chat, user] = one.split(' ')
        return chat === chatOfAdmins ? [{ user_id: Number(user), is_admin: true }] : []
      })
      return good({ members: ids })
    }
    switch (`${method} ${pathname}`) {
      case 'GET /me':
        return good({ user_id: 1, username: 'bis_bot', is_bot: true })
      case 'POST /messages':
        return send(searchParams.get('chat_id') ?? '', body)
      case 'POST /answers':
        return good({ success: true })
      case 'GET /updates': {
        if (state.webhook !== null) return bad(400, 'subscription.active')
        if (state.updates.length === 0) return 'hang'
        state.marker += state.updates.length
        return good({ updates: state.updates.splice(0), marker: state.marker })
      }
      case 'POST /subscriptions':
        state.webhook = { url: String(body['url']), secret: String(body['secret']) }
        return good({ success: true })
      case 'GET /subscriptions':
        return good({ subscriptions: state.webhook === null ? [] : [{ url: state.webhook.url }] })
      case 'DELETE /subscriptions':
        if (searchParams.get('url') === state.webhook?.url) state.webhook = null
        return good({ success: true })
      default:
        return bad(404, 'not.found')
    }
  }

  function send(chat: string, body: Record<string, unknown>): MessengerReply {
    if (state.tooMany > 0) {
      state.tooMany -= 1
      return bad(429, 'too.many.requests')
    }
    if (state.blocked.has(chat)) return bad(403, 'chat.denied')
    const attachments = body['attachments'] as { type: string }[]
    if (state.badPictures && attachments.some(({ type }) => type === 'image'))
      return bad(400, 'attachment.not.ready')
    received.push({ chat, text: String(body['text']), attachments })
    return good({ message: { body: { mid: `mid.${received.length}` } } })
  }

  return {
    ...(await startMessengerServer(answer)),
    state,
    received,
    textsTo: (chat: string) => received.filter((one) => one.chat === chat).map(({ text }) => text),
  }
}

/** What MAX tells a bot. */
export const maxUpdate = {
  started: (chat: number, payload: string) => ({
    update_type: 'bot_started',
    timestamp: 1,
    chat_id: chat,
    user: { user_id: 7 },
    payload,
  }),
  said: (chat: number, text: string, type: 'dialog' | 'chat' | 'channel' = 'dialog') => ({
    update_type: 'message_created',
    timestamp: 1,
    message: {
      sender: { user_id: 7 },
      recipient: { chat_id: chat, chat_type: type },
      body: { mid: 'mid.1', text },
    },
  }),
  pressed: (chat: number) => ({
    update_type: 'message_callback',
    timestamp: 1,
    callback: { callback_id: 'cb.1', payload: 'stop', user: { user_id: 7 } },
    message: { recipient: { chat_id: chat, chat_type: 'dialog' }, body: { text: 'Новость' } },
  }),
  stopped: (chat: number) => ({ update_type: 'bot_stopped', timestamp: 1, chat_id: chat }),
}
