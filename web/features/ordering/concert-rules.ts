import type { LiveSessionEvent } from '#contract/live.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { effectiveRules, pauseWords, rulesFrom } from '#domain/queue/evening-rules.ts'
import { rulesLine } from '#domain/queue/rules-line.ts'
import { mayCollect, shareMinimum } from '#domain/queue/price.ts'
import { counted } from '#domain/russian.ts'
import type { Viewer } from '#web/lib/format.ts'
import { endLeft, rubles } from '#web/lib/format.ts'
import type { LiveConcert } from '#web/lib/live/live-concert.ts'

/** The rules and corrections of a concert as published; empty where all are the default. */
export type RulesOfSession = Pick<
  LiveSessionEvent,
  'rules' | 'dateTimeEnd' | 'breakUntil' | 'corrections'
>

/** The settings of the artist's account that the rules leave to it; prices in rubles. */
export type PublicAccount = {
  /** The minimum price of an order; null: orders are free. */
  paidFrom: number | null
  /** The minimum price where only a concert's own rules make orders paid. */
  minSongAmount: number
  /** Only songs of the repertoire may be ordered. */
  repertoireOnly?: true | undefined
}

export type SupportRules = {
  /** The minimum share in rubles; null where orders are free. */
  shareFrom: number | null
  /** A share may begin a collection. */
  collects: boolean
}

/** The rules of a concert as a listener sees them. */
export type ConcertRules = {
  /** All rules in one line; null where they are the default. */
  line: string | null
  /** The rules that decide places and their reasons: another text when one changed. */
  placing: string
  paidFrom: number | null
  freeWaiting: number
  suggestions: boolean
  /** Which texts an order may have, whether all listeners see the name, and whether they may sing. */
  asks: Pick<EveningRules, 'words' | 'namesShown' | 'singing'>
  /** How orders of other listeners can be supported; null where they cannot. */
  support: SupportRules | null
  /** Listeners may order now. */
  reception: boolean
  /** The text that is shown while the concert is paused. */
  paused: string
}

/** Returns the current rules: from the channel, or those of the page until its first message. */
export function concertRules(
  { session }: Pick<LiveConcert, 'session'>,
  first: RulesOfSession,
  account: PublicAccount,
  { zone, now }: Viewer,
): ConcertRules {
  const source = session ?? first
  const rules = rulesFrom(source.rules ?? {})
  const { paid, minSongAmount, songs } = effectiveRules(rules, {
    paidSongsEnabled: account.paidFrom !== null,
    minSongAmount: account.minSongAmount,
    requestFavoriteSongsOnly: account.repertoireOnly === true,
  })
  const until = endLeft(source.dateTimeEnd, { zone, now })
  const longer = until && `Играем дольше, до ${until}`
  // What the account says is told as the concert's own rule would be.
  const told = songs === 'repertoire' ? { ...rules, songs } : rules
  const line = [longer, rulesLine(told, paid)].filter((part) => part !== null).join(' · ')
  return {
    line: line === '' ? null : line,
    placing: `${rules.turn} ${rules.lock} ${rules.byTable} ${rules.orderAfter}`,
    paidFrom: paid ? minSongAmount : null,
    freeWaiting: rules.freeWaiting,
    suggestions: rules.suggestions && songs === 'everything',
    asks: { words: rules.words, namesShown: rules.namesShown, singing: rules.singing },
    support: rules.support
      ? {
          shareFrom: paid ? shareMinimum(minSongAmount) : null,
          collects: paid && mayCollect(rules, minSongAmount),
        }
      : null,
    reception: rules.lastCall !== 'closed',
    paused: pauseWords(source.breakUntil, zone),
  }
}

/** The minimum price of an order in rubles (null: orders are free), and how it can be shared. */
export type Price = { paidFrom: number | null; support: SupportRules | null }

/** The price of this song: its own or that of its tags, else the concert's. `open`: orders are accepted. */
export function priceOf(
  song: { minSongAmount?: number | undefined } | null,
  { open, paidFrom, support }: Price & { open: boolean },
): Price {
  const own = song?.minSongAmount
  if (paidFrom === null || own === undefined) return { paidFrom, support }
  const shareFrom = shareMinimum(own)
  return {
    paidFrom: own,
    support: support && { shareFrom, collects: open && shareFrom < own },
  }
}

/** The least sum in rubles for a song that waits: a share where songs are supported, else an order; null where it is free. */
export function leastOf(song: QueueEntry, price: Price): number | null {
  const { paidFrom, support } = priceOf(song, { ...price, open: false })
  return support?.shareFrom ?? paidFrom
}

/** «6 человек, 1 800 ₽», of a collection «Собираем 1 000 ₽: 3 человека, 600 ₽»; null where a single listener is behind it. */
export function supportText({ backers, collected, goal }: QueueEntry): string | null {
  if (backers < 2 && collected === undefined) return null
  // Never wraps between a number and its noun.
  const people = [counted(backers, 'человек', 'человека', 'человек').replace(' ', '\u00A0')]
  if (collected !== undefined) people.push(rubles(collected))
  const all = people.join(', ')
  return goal === undefined ? all : `Собираем ${rubles(goal)}: ${all}`
}

/** The value of `share` in the address for a new collection. */
export const NEW_SHARE = 'new'
