import { chatAddress, chatAt } from '#domain/messengers.ts'
import type { MessengerName } from '#domain/messengers.ts'
import { letter } from '#domain/letter.ts'
import { deliverableMs, moreNews, TEXTS } from '#domain/notifications.ts'
import type { Told } from '#domain/notifications.ts'
import type { PushTarget } from '#domain/push.ts'
import { timeInZone } from '#domain/time-in-zone.ts'
import { inTown, shortTown } from '#domain/town-case.ts'
import type { Context } from '#server/context.ts'
import type { ChatMessage } from '#server/integrations/messengers/messenger.ts'
import { letterHtml } from '#server/integrations/mail/letter-html.ts'
import { MailDown } from '#server/integrations/mail/mail.ts'
import type { MailMessage } from '#server/integrations/mail/mail.ts'
import type { PushAnswer } from '#server/integrations/push/push.ts'
import { moveChat } from './listeners.store.ts'

type Chat = {
  readonly messenger: MessengerName
  readonly chat: string
  /** An artist's channel, where many read. */
  readonly isChannel?: true
}
/** The ways to tell somebody, and the address that each takes. */
type Addresses = { readonly push: PushTarget; readonly mail: string; readonly chat: Chat }
type WayName = keyof Addresses
export type Destination = {
  [By in WayName]: { readonly by: By; readonly to: Addresses[By] }
}[WayName]

type ContactColumns = Readonly<Record<'endpoint' | 'p256dh' | 'auth', string | null>> & {
  readonly email?: string | null
}

/** The contact in a row that has either; undefined without a row. */
export function contactOf(row: ContactColumns | undefined): Destination | undefined {
  if (row === undefined) return undefined
  const { email = null, endpoint, p256dh, auth } = row
  if (email !== null) return { by: 'mail', to: email }
  if (endpoint === null || p256dh === null || auth === null) return undefined
  const chat = chatAt(endpoint)
  return chat === null ? { by: 'push', to: { endpoint, p256dh, auth } } : { by: 'chat', to: chat }
}

/** A contact as a row has it; empty for an e-mail. */
export function endpointOf({ by, to }: Destination): string {
  if (by === 'push') return to.endpoint
  return by === 'chat' ? chatAddress(to.messenger, to.chat) : ''
}

export type Message = {
  /** The same each time that it is sent. */
  readonly id: string
  readonly told: readonly [Told, ...Told[]]
  readonly artist: { readonly username: string; readonly name: string }
  /** A later message with the same key replaces an undelivered one; `shown`: one on the screen too. */
  readonly key: string
  readonly shown: boolean
  /** What was asked for and the link that ends it; null where the page ends it. */
  readonly asked: { readonly what: string; readonly link: string } | null
}

type Way<By extends WayName> = (
  ctx: Context,
  to: Addresses[By],
  message: Message,
) => Promise<PushAnswer>

const WAYS: { readonly [By in WayName]: Way<By> } = {
  push(ctx, to, { told, artist, key, shown }) {
    const [first] = told
    const text = TEXTS[first.kind]
    return ctx.push.send(to, {
      text: JSON.stringify({
        title: text.title(first, nameOf(artist)),
        body: `${text.line(first, ctx.now())}${moreNews(told.length - 1)}`,
        url: `${pageOf(artist)}${text.page(first)}`,
        ...(shown && { tag: key }),
      }),
      ttlSeconds: Math.max(1, Math.floor(deliverableMs(first, ctx.now()) / 1000)),
      topic: key.replaceAll('-', ''),
    })
  },
  async mail(ctx, to, message) {
    try {
      await ctx.mail.send(newsMail(ctx, to, message))
      return 'sent'
    } catch (error) {
      if (!(error instanceof MailDown)) throw error
      return error.answer
    }
  },
  async chat(ctx, to, message) {
    const messenger = ctx.messengers.get(to.messenger)
    // Its token was taken out of the configuration.
    if (messenger === undefined) return 'refused'
    const said = chatMessage(ctx, message, to.isChannel === true)
    const answer = await messenger.send(to.chat, said)
    if (typeof answer !== 'object') return answer
    await moveChat(
      ctx.sql,
      chatAddress(to.messenger, to.chat),
      chatAddress(to.messenger, answer.movedTo),
    )
    const again = await messenger.send(answer.movedTo, said)
    return typeof again === 'object' ? 'refused' : again
  },
}

/** Sends it the way that the contact names. */
export function sendTo<By extends WayName>(
  ctx: Context,
  contact: { readonly by: By; readonly to: Addresses[By] },
  message: Message,
): Promise<PushAnswer> {
  return WAYS[contact.by](ctx, contact.to, message)
}

function chatMessage(ctx: Context, message: Message, isChannel: boolean): ChatMessage {
  const { told, artist, asked, id } = message
  const [first] = told
  const news = told.slice(0, LINES_MOST).flatMap((one) => {
    const text = TEXTS[one.kind]
    return [text.title(one, nameOf(artist)), text.line(one, ctx.now()), '']
  })
  const more = moreNews(Math.max(0, told.length - LINES_MOST)).replace('. ', '')
  const foot = isChannel ? '' : 'Ответьте «стоп», и больше не напишем.'
  return {
    id,
    text: [...news, more, foot]
      .join('\n')
      .replaceAll(/\n{3,}/gu, '\n\n')
      .trim(),
    picture: isChannel || asked !== null ? `${ctx.publicUrl}${pictureOf(first, artist)}` : null,
    button: {
      label: first.concert === null ? 'На страницу музыканта' : 'Подробнее',
      href: `${ctx.publicUrl}${pageOf(artist)}${TEXTS[first.kind].page(first)}`,
    },
    stops: !isChannel,
  }
}

const nameOf = ({ name, username }: Message['artist']) => (name === '' ? username : name)
const pageOf = ({ username }: Message['artist']) => `/user/${encodeURIComponent(username)}`

/** Lines of an e-mail: longer lists are of no use. */
const LINES_MOST = 10

/** RFC 8058: mail programs unsubscribe by one click of their own. */
function newsMail({ publicUrl, now }: Context, to: string, message: Message): MailMessage {
  const { told, artist, asked } = message
  const page = `${publicUrl}${pageOf(artist)}`
  const news = told.slice(0, LINES_MOST).map((one) => {
    const text = TEXTS[one.kind]
    const title = text.title(one, nameOf(artist))
    return { title, line: text.line(one, now()), href: `${page}${text.page(one)}` }
  })
  const [first] = told
  const [lead = { title: '', line: '', href: page }, ...others] = news
  const more = moreNews(Math.max(0, told.length - LINES_MOST)).replace('. ', '')
  const why = `Вы получили это письмо, потому что хотели ${asked?.what ?? ''}.`
  return {
    to,
    ...letter(lead.title, [
      ...news.flatMap(({ title, line, href }) => [title, line, href, '']),
      ...(more === '' ? [] : [more, page, '']),
      ...(asked === null ? [] : [`${why} Больше не писать:`, `${asked.link}/end`]),
    ]),
    html: letterHtml({
      picture: `${publicUrl}${pictureOf(first, artist)}`,
      heading: lead.title,
      lines: [lead.line],
      button: {
        label: first.concert === null ? 'На страницу музыканта' : 'Подробнее',
        href: lead.href,
      },
      more: [
        ...others.map(({ title, line, href }) => ({ text: `${title}. ${line}`, href })),
        ...(more === '' ? [] : [{ text: more, href: page }]),
      ],
      foot: asked && { text: why, label: 'Больше не писать', href: `${asked.link}/end` },
    }),
    id: message.id,
    ...(asked !== null && {
      headers: {
        'List-Unsubscribe': `<${asked.link}/one-click>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  }
}

/** The picture of the link to it; a cancelled concert has none. */
function pictureOf({ kind, concert }: Told, { username }: Message['artist']): string {
  return concert === null || kind === 'cancelled'
    ? `/og/artist/${encodeURIComponent(username)}.jpg`
    : `/og/concert/${concert.id}.jpg`
}

type FollowWords = Readonly<
  Record<'username' | 'name' | 'title' | 'town' | 'concertTitle', string | null>
>
type StrangerWords = FollowWords &
  Readonly<Record<'concertId' | 'timeZone', string | null>> & {
    readonly verified: boolean | null
    readonly startsAt: Date | null
  }

/** The follow's subject, as the e-mails name it. */
export function wordsOf({ username, name, title, town, concertTitle }: FollowWords): string {
  if (concertTitle !== null) return `получить напоминание о концерте «${concertTitle}»`
  if (title === null)
    return `узнавать о концертах${username === null ? ` ${ofTown(town)}` : ` «${name || username}»`}`
  return `узнать, когда ${ofTown(town)} сыграют «${title}»`
}

/** «в Казани» */
const ofTown = (town: string | null) => inTown(shortTown(town ?? ''))

/** The same for who has not confirmed: nothing that another stranger typed stands in it. */
export function wordsForStranger(
  { username, title, town, concertId, startsAt, timeZone, verified }: StrangerWords,
  { publicUrl, now }: Pick<Context, 'publicUrl' | 'now'>,
): string {
  if (startsAt !== null && timeZone !== null)
    return `получить напоминание о концерте: ${timeInZone(startsAt, timeZone, now())}, ${publicUrl}/user/${username}/${concertId}`
  if (title === null)
    return username === null
      ? `узнавать о концертах ${ofTown(town)}`
      : `узнавать о концертах артиста ${publicUrl}/user/${username}`
  const song = verified === true ? `«${title}»` : 'песню, которую вы ждёте'
  return `узнать, когда ${ofTown(town)} сыграют ${song}`
}

const NOT_YOU =
  'Если это не вы, ничего делать не нужно: без подтверждения мы не напишем и через три дня забудем этот адрес.'

/** Asks the owner of the address to confirm that he typed it. */
export function confirmMail({
  to,
  what,
  link,
}: Record<'to' | 'what' | 'link', string>): MailMessage {
  const asked = `Вы хотели ${what}. Подтвердите адрес.`
  return {
    to,
    ...letter('Подтвердите адрес', [asked, link, '', NOT_YOU]),
    html: letterHtml({
      picture: null,
      heading: 'Подтвердите адрес',
      lines: [asked, NOT_YOU],
      button: { label: 'Подтвердить адрес', href: link },
      more: [],
      foot: null,
    }),
  }
}
