import { startMessengerServer } from './messenger-server.ts'
import type { MessengerCall, MessengerReply } from './messenger-server.ts'

export const TELEGRAM_TOKEN = '123:secret'

const good = (result: unknown): MessengerReply => ({ status: 200, body: { ok: true, result } })
const bad = (error_code: number, description: string, parameters?: object): MessengerReply => ({
  status: error_code,
  body: { ok: false, error_code, description, ...(parameters && { parameters }) },
})

/** The Bot API of Telegram as it is published, for one bot, «bis_bot». */
export async function startTelegram() {
  const state = {
    /** Of chats: they blocked the bot, or became a supergroup with another id. */
    blocked: new Set<string>(),
    moved: new Map<string, number>(),
    /** Administrators, as «chat user». */
    admins: new Set<string>(),
    /** What getUpdates has. */
    updates: [] as { update_id: number }[],
    /** Calls that are refused for so many seconds first. */
    rests: [] as number[],
    badPictures: false,
    down: false,
    webhook: null as { url: string; secret: string } | null,
    tokens: new Set([TELEGRAM_TOKEN]),
  }

  function answer({ path, body }: MessengerCall): MessengerReply {
    const [, token = '', method = ''] = /^\/bot([^/]+)\/(\w+)$/u.exec(path) ?? []
    if (state.down) return bad(502, 'Bad Gateway')
    if (!state.tokens.has(token)) return bad(401, 'Unauthorized')
    switch (method) {
      case 'getMe':
        return good({ id: 1, is_bot: true, username: 'bis_bot', can_join_groups: true })
      case 'setWebhook':
        state.webhook = { url: String(body['url']), secret: String(body['secret_token']) }
        return good(true)
      case 'deleteWebhook':
        state.webhook = null
        return good(true)
      case 'getUpdates': {
        if (state.webhook !== null)
          return bad(409, "Conflict: can't use getUpdates method while webhook is active")
        const from = Number(body['offset'] ?? 0)
        state.updates = state.updates.filter(({ update_id }) => update_id >= from)
        return state.updates.length === 0 ? 'hang' : good(state.updates)
      }
      case 'getChatMember': {
        const isAdmin = state.admins.has(`${String(body['chat_id'])} ${String(body['user_id'])}`)
        return good({ status: isAdmin ? 'administrator' : 'member' })
      }
      case 'answerCallbackQuery':
      case 'editMessageReplyMarkup':
        return good(true)
      case 'sendMessage':
      case 'sendPhoto':
        return send(method, body)
      default:
        return bad(404, 'Not Found: method not found')
    }
  }

  function send(method: string, body: Record<string, unknown>): MessengerReply {
    const chat = String(body['chat_id'])
    const rest = state.rests.shift()
    if (rest !== undefined)
      return bad(429, `Too Many Requests: retry after ${rest}`, { retry_after: rest })
    if (state.blocked.has(chat)) return bad(403, 'Forbidden: bot was blocked by the user')
    const to = state.moved.get(chat)
    if (to !== undefined)
      return bad(400, 'Bad Request: group chat was upgraded to a supergroup chat', {
        migrate_to_chat_id: to,
      })
    if (method === 'sendPhoto' && state.badPictures)
      return bad(400, 'Bad Request: failed to get HTTP URL content')
    received.push({
      chat,
      text: String(body['text'] ?? body['caption']),
      picture: typeof body['photo'] === 'string' ? body['photo'] : null,
      buttons: (body['reply_markup'] as { inline_keyboard: object[][] }).inline_keyboard.flat(),
    })
    return good({ message_id: received.length })
  }

  const received: { chat: string; text: string; picture: string | null; buttons: object[] }[] = []
  const server = await startMessengerServer(answer)
  return {
    ...server,
    state,
    received,
    /** The texts sent to this chat. */
    textsTo: (chat: string) => received.filter((one) => one.chat === chat).map(({ text }) => text),
  }
}

let updates = 1000
const next = () => (updates += 1)

/** What Telegram tells a bot. */
export const telegramUpdate = {
  post: (chat: number, text: string) => ({
    update_id: next(),
    channel_post: { chat: { id: chat, type: 'channel', title: 'Канал' }, text },
  }),
  said: (chat: number, text: string, from = chat, type = chat > 0 ? 'private' : 'supergroup') => ({
    update_id: next(),
    message: { chat: { id: chat, type, title: 'Группа' }, from: { id: from }, text },
  }),
  pressed: (chat: number, message: number) => ({
    update_id: next(),
    callback_query: {
      id: '77',
      data: 'stop',
      message: { message_id: message, chat: { id: chat, type: 'private' } },
    },
  }),
  kicked: (chat: number) => ({
    update_id: next(),
    my_chat_member: {
      chat: { id: chat, type: 'private' },
      new_chat_member: { status: 'kicked' },
    },
  }),
  migrated: (chat: number, to: number) => ({
    update_id: next(),
    message: { chat: { id: chat, type: 'group' }, from: { id: 1 }, migrate_to_chat_id: to },
  }),
}
