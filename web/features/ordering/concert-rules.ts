import type { LiveSessionEvent } from '#contract/live.ts'
import type { QueueEntry } from '#contract/shapes.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { inForce, pauseWords, rulesFrom, rulesLine } from '#domain/queue/evening-rules.ts'
import { mayCollect, shareMinimum } from '#domain/queue/support.ts'
import { clockTime, counted } from '#domain/russian.ts'
import { rubles } from '#web/lib/format.ts'
import type { LiveConcert } from '#web/lib/live-concert.ts'

/** What a concert tells of its rules and corrections; nothing where all of it is the default. */
export type RulesOfSession = Pick<
  LiveSessionEvent,
  'rules' | 'dateTimeEnd' | 'breakUntil' | 'corrections'
>

/** What the artist's account says of money, in rubles. */
export type AccountPrice = {
  /** What an order costs at least; null: orders are free. */
  paidFrom: number | null
  /** What it would cost where a concert alone takes money. */
  minSongAmount: number
}

export type SupportRules = {
  /** Rubles that a share costs at least; null where orders are free. */
  shareFrom: number | null
  /** Songs below the minimum are collected for. */
  collects: boolean
}

/** The rules of a concert as its listener meets them. */
export type ConcertRules = {
  /** All of them in one line; null where they are the default. */
  line: string | null
  /** What decides the places and their reasons: another text where it changed. */
  placing: string
  paidFrom: number | null
  freeWaiting: number
  /** Some songs cannot be ordered: the server says which. */
  choosy: boolean
  suggestions: boolean
  /** What may be left with an order, and whether everybody sees the name. */
  asks: Pick<EveningRules, 'words' | 'namesShown'>
  /** How songs of others can be supported; null where they cannot. */
  support: SupportRules | null
  /** Listeners may order now. */
  reception: boolean
  /** What is said of a concert that is paused. */
  paused: string
}

/** The rules at this moment: the channel's, or those of the page until it has spoken. `zone`: the viewer's, an IANA name. */
export function concertRules(
  { session }: Pick<LiveConcert, 'session'>,
  first: RulesOfSession,
  account: AccountPrice,
  zone: string,
): ConcertRules {
  const source = session ?? first
  const rules = rulesFrom(source.rules ?? {})
  const { paid, minSongAmount, songs } = inForce(rules, {
    paidSongsEnabled: account.paidFrom !== null,
    minSongAmount: account.minSongAmount,
    requestFavoriteSongsOnly: false,
  })
  const longer =
    source.dateTimeEnd === undefined
      ? null
      : `Играем дольше, до ${clockTime(new Date(source.dateTimeEnd), zone)}`
  const line = [longer, rulesLine(rules)].filter((part) => part !== null).join(' · ')
  return {
    line: line === '' ? null : line,
    placing: `${rules.turn} ${rules.lock} ${rules.byTable} ${rules.orderAfter}`,
    paidFrom: paid ? minSongAmount : null,
    freeWaiting: rules.freeWaiting,
    choosy: rules.repeats !== 'allowed' || rules.songs !== 'account',
    suggestions: rules.suggestions && songs === 'everything',
    asks: { words: rules.words, namesShown: rules.namesShown },
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

/** «6 человек, 1 800 ₽», of a collection «Собираем 1 000 ₽: 3 человека, 600 ₽»; null where one person alone stands behind it. */
export function supportWords({ backers, collected, goal }: QueueEntry): string | null {
  if (backers < 2 && collected === undefined) return null
  // A number stays with its noun.
  const people = [counted(backers, 'человек', 'человека', 'человек').replace(' ', '\u00A0')]
  if (collected !== undefined) people.push(rubles(collected))
  const all = people.join(', ')
  return goal === undefined ? all : `Собираем ${rubles(goal)}: ${all}`
}

/** In the address: a collection that is to be begun. */
export const NEW_SHARE = 'new'
