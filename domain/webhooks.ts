import { letter } from '#domain/letter.ts'
import { Refusal } from './refusal.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts'

/** What is told to an artist's own programs, and how an artist reads it; `ping` is the first, which tries the address. */
export const WEBHOOK_EVENTS = {
  ping: 'проба',
  order: 'заказ',
  'song.started': 'песня началась',
  'song.ended': 'песня кончилась',
  tip: 'благодарность деньгами',
  'concert.announced': 'концерт объявлен',
  'concert.moved': 'концерт перенесён',
  'concert.cancelled': 'концерт отменён',
  'concert.started': 'концерт начался',
  'concert.ended': 'концерт кончился',
} as const
export type WebhookEventType = keyof typeof WEBHOOK_EVENTS

type EventConcert = {
  readonly id: string
  readonly title: string
  readonly startsAt: string
  readonly endsAt: string
  readonly timeZone: string
  readonly place: string
  readonly url: string
}

type EventSong = {
  /** Of the song's place in this queue: the same in its order, its start and its end. */
  readonly entryId: string
  readonly songId: string
  /** As the hall sees them. */
  readonly title: string
  readonly artistName: string
}

/**
 * The body of an event. Nothing personal: no names, words, tables and payment ids; of songs what the hall sees; of
 * money the sums.
 */
export type WebhookEvent = {
  readonly id: string
  readonly type: WebhookEventType
  readonly at: string
  /** The nickname. */
  readonly artist: string
  /** Null where it happened in none. */
  readonly concert: EventConcert | null
  readonly song?: EventSong
  /** Of a song that ended: PLAYED, SKIPPED, or where it waits again. */
  readonly status?: string
  /** Kopecks of an order or a tip; 0 of a free order. */
  readonly amount?: number
}

/** How long after no answer an event is sent again; the last repeats. */
export const WEBHOOK_RETRY_MS = [
  5 * SECOND_MS,
  15 * SECOND_MS,
  MINUTE_MS,
  5 * MINUTE_MS,
  15 * MINUTE_MS,
  HOUR_MS,
] as const
/** An event is tried so long, and an address that accepts nothing for so long ends. */
const WEBHOOK_TRIED_MS = DAY_MS
/** How long the cabinet shows an answer. */
export const WEBHOOK_KEPT_MS = 7 * DAY_MS

const WEBHOOKS_MOST = 5
const ADDRESS_MOST = 500
/** An address of digits is looked up by nobody, so nobody checks where it leads. */
const DIGITS = /^(?:\[.*\]|[\d.]+)$/u

/** Refuses ILLEGAL_STEP where the artist already has that many. */
export function admitWebhook(before: number): void {
  if (before >= WEBHOOKS_MOST)
    throw new Refusal('ILLEGAL_STEP', 'Адресов может быть не больше пяти: уберите лишний')
}

const wrong = (text: string) => new Refusal('VALIDATION', text, 'url')

/** Returns the address as a browser would write it. Refuses VALIDATION at `url`. */
export function checkWebhookAddress(typed: string): string {
  const text = typed.trim()
  if (!URL.canParse(text)) throw wrong('Напишите адрес целиком: https://пример.ру/bis')
  const { protocol, hostname, port, username, password, href, hash } = new URL(text)
  if (protocol !== 'https:') throw wrong('Адрес начинается с https://')
  if (username !== '' || password !== '') throw wrong('Уберите из адреса имя и пароль')
  if (port !== '') throw wrong('Порт только обычный, 443: уберите его из адреса')
  if (DIGITS.test(hostname) || !hostname.includes('.'))
    throw wrong('Нужен адрес сайта с именем, не с цифрами')
  if (href.length > ADDRESS_MOST) throw wrong(`Адрес не длиннее ${ADDRESS_MOST} символов`)
  return href.slice(0, href.length - hash.length)
}

/** Whether what has failed since then is given up. */
export const isGivenUp = (since: Date, now: Date): boolean =>
  now.getTime() - since.getTime() >= WEBHOOK_TRIED_MS

/** The mail when an address has ended. */
export function webhookEndedMail(url: string, href: string) {
  return letter('Вебхук отключён: адрес сутки не отвечал', [
    `Сутки мы не могли передать события на адрес ${url} и перестали. Концертам это не мешает.`,
    'Когда адрес заработает, включите его снова:',
    href,
  ])
}
