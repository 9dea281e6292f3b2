import { LOWEST_MIN_SONG_RUBLES, MAX_SONG_RUBLES } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { clockTime } from '../russian.ts'

/** The turns: by arrival; in a circle, with everybody's first order before anybody's second; the larger sum first. */
export const TURNS = ['arrival', 'circle', 'contribution'] as const
/** When a played song may be ordered again: at once, not tonight, after `repeatAfter` other songs. */
export const REPEATS = ['allowed', 'not_tonight', 'after'] as const
/** What may be ordered; `account`: as the artist's settings say. */
export const SONG_CHOICES = ['account', 'everything', 'repertoire', 'open'] as const
export const MONEY_CHOICES = ['account', 'free', 'paid'] as const
/** What a listener may leave with an order: nothing, a name, a name and a dedication. */
export const WORDS_CHOICES = ['off', 'name', 'name_and_words'] as const
/** `last_call` accepts orders and announces that they are the last. */
export const LAST_CALLS = ['open', 'last_call', 'closed'] as const

export const LOCK_MOST = 3
export const ORDER_AFTER_MOST = 4
export const FREE_WAITING_MOST = 5
export const PAID_WAITING_MOST = 10
export const WHOLE_EVENING_MOST = 20
export const REPEAT_AFTER_MOST = 50
/** The text why an order stays where the turn has put it. */
export const ORDERED_BY_RULES_TEXT =
  'Порядок заказов сегодня ставят правила вечера. Перетащите в «Очередь»'
/** Minutes that «Играем дольше» may add to the end. */
export const LONGER_MINUTES = [15, 30, 60] as const
/**
 * The rules of one concert. A person is a device, in a circle also a table where `byTable` says so.
 *
 * A new rule stands here and in `DEFAULT_RULES`, in the contract's `EveningRules` (shapes.ts), in the editor
 * (web/features/evening-rules/rules-details.tsx; pad/over/rules-sheet.tsx too where it changes meanwhile), where
 * listeners read it in rules-line.ts, and where their form asks by it in ordering/concert-rules.ts; no migration and
 * nothing between: the page, the call, `changeRules` and rules.store.ts pass all rules whole, as JSON in
 * `concerts.rules` and `default_rules.rules`.
 *
 * A limit on a person's orders stands in admission.ts alone (`admitOrderOfPerson`, `limitsPaidOrders`, `leftOf`), which
 * orders, forecasts and rehearsals call with all rules; a new count is a field of `OrdersOfPerson`, read in
 * person-orders.store.ts, counted by the rehearsal (pad/rehearsal/listeners.ts) and, of free orders, on the phone
 * (`countLimited` of merge-orders.ts). Any other rule is a function that `decideOrder` and the rehearsal's `admit` call,
 * with what `readOrderingState` (ordering.store.ts) reads, whose queue knows no performers. It is judged when a song is
 * ordered only; what must hold of the order of the queue is a rule of arrangement.ts.
 */
export type EveningRules = {
  readonly turn: (typeof TURNS)[number]
  /** In a circle everybody at one table counts as one person. */
  readonly byTable: boolean
  /** The number of next places that the turn never rearranges. */
  readonly lock: number
  /** The number of the artist's own songs before each waiting order; null: orders come after all of them, or where he puts them. */
  readonly orderAfter: number | null
  /** How many free orders of one person may wait. */
  readonly freeWaiting: number
  /** The same for paid ones; null: any number. */
  readonly paidWaiting: number | null
  /** How many orders one person may make in the whole concert; null: any number. */
  readonly wholeEvening: number | null
  readonly repeats: (typeof REPEATS)[number]
  /** Applies with `repeats: 'after'` only. */
  readonly repeatAfter: number
  readonly songs: (typeof SONG_CHOICES)[number]
  /** Listeners may suggest songs that are in no list. */
  readonly suggestions: boolean
  readonly money: (typeof MONEY_CHOICES)[number]
  /** Rubles; null: the account's. */
  readonly minSongAmount: number | null
  /** A waiting song can be joined without an order of one's own, also once orders are closed. */
  readonly support: boolean
  readonly lastCall: (typeof LAST_CALLS)[number]
  /** Orders that cannot begin before the planned end are refused. */
  readonly byClock: boolean
  readonly words: (typeof WORDS_CHOICES)[number]
  /** The names behind a song in the queue are visible to everybody, not only to the artist. */
  readonly namesShown: boolean
  /** «Спою сам»: a listener may say that he sings his order himself. */
  readonly singing: boolean
}

/** The rules of a concert without rules of its own. */
export const DEFAULT_RULES: EveningRules = {
  turn: 'arrival',
  byTable: false,
  lock: 2,
  orderAfter: null,
  freeWaiting: 2,
  paidWaiting: null,
  wholeEvening: null,
  repeats: 'allowed',
  repeatAfter: 10,
  songs: 'account',
  suggestions: true,
  money: 'account',
  minSongAmount: null,
  support: false,
  lastCall: 'open',
  byClock: false,
  words: 'name_and_words',
  namesShown: false,
  singing: false,
}

/** Returns the full rules from what is stored: the rules that differ from the default. */
export function rulesFrom(stored: Partial<EveningRules>): EveningRules {
  return { ...DEFAULT_RULES, ...stored }
}

/** Returns the rules that are stored and sent to listeners: those that differ from the default. */
export function rulesChanged(rules: EveningRules): Partial<EveningRules> {
  return Object.fromEntries(
    Object.entries(rules).filter(
      ([name, value]) => value !== DEFAULT_RULES[name as keyof EveningRules],
    ),
  )
}

/** Returns the rules to save as the artist's defaults: the last call and open songs belong to one evening. */
export function defaultsOf(rules: EveningRules): EveningRules {
  const songs = rules.songs === 'open' ? DEFAULT_RULES.songs : rules.songs
  return { ...rules, songs, lastCall: DEFAULT_RULES.lastCall }
}

/** The account's settings, for what the rules leave to the account. */
export type AccountRules = {
  readonly paidSongsEnabled: boolean
  /** Rubles. */
  readonly minSongAmount: number
  readonly requestFavoriteSongsOnly: boolean
}

/** Returns the payment and song rules in force: the concert's, or the account's where the rules leave them to it. */
export function effectiveRules(
  rules: EveningRules,
  account: AccountRules,
): { paid: boolean; minSongAmount: number; songs: 'everything' | 'repertoire' | 'open' } {
  const { money, songs } = rules
  return {
    paid: money === 'account' ? account.paidSongsEnabled : money === 'paid',
    minSongAmount: rules.minSongAmount ?? account.minSongAmount,
    songs:
      songs !== 'account' ? songs : account.requestFavoriteSongsOnly ? 'repertoire' : 'everything',
  }
}

/** Returns what a new concert begins with of the artist's defaults: without what needs payments that cannot come now. */
export function holdingDefaults(
  rules: EveningRules,
  account: AccountRules & { readonly payable: boolean },
): EveningRules {
  const held = defaultsOf(rules)
  const money = held.money === 'paid' && !account.payable ? DEFAULT_RULES.money : held.money
  const { paid } = effectiveRules({ ...held, money }, account)
  const turn = held.turn === 'contribution' && !paid ? DEFAULT_RULES.turn : held.turn
  return { ...held, money, turn }
}

/**
 * Refuses VALIDATION at `repeatAfter` out of its range, and at `money` and `turn` that come to need payments which cannot
 * come: what the account lost since is no reason against other rules. `payable`: the artist has a payout number.
 */
export function checkRules(
  rules: EveningRules,
  before: EveningRules,
  account: AccountRules & { readonly payable: boolean },
): void {
  const { repeatAfter } = rules
  const otherMoney = rules.money !== before.money
  if (!(repeatAfter >= 1 && repeatAfter <= REPEAT_AFTER_MOST))
    throw new Refusal('VALIDATION', `Целое число от 1 до ${REPEAT_AFTER_MOST}`, 'repeatAfter')
  if (otherMoney && rules.money === 'paid' && !account.payable) {
    throw new Refusal(
      'VALIDATION',
      'Чтобы брать за песни деньги, укажите в настройках телефон и банк',
      'money',
    )
  }
  const ranked = rules.turn === 'contribution' && (otherMoney || rules.turn !== before.turn)
  if (ranked && !effectiveRules(rules, account).paid) {
    throw new Refusal(
      'VALIDATION',
      '«Кто больше» работает, когда заказы платные. Включите платные заказы или выберите другое правило.',
      'turn',
    )
  }
}

/** The edited rules, with those that do not apply as they were: their fields are hidden, whatever was typed into them. */
export function appliedRules(
  rules: EveningRules,
  before: EveningRules,
  account: AccountRules,
): EveningRules {
  const { paid } = effectiveRules(rules, account)
  return {
    ...rules,
    ...(rules.repeats !== 'after' && { repeatAfter: before.repeatAfter }),
    ...(!paid && { minSongAmount: before.minSongAmount }),
  }
}

/** Returns the text for listeners of a paused concert. `breakUntil`: ISO 8601; `zone`: an IANA name. */
export function pauseWords(breakUntil: string | undefined, zone: string): string {
  if (breakUntil === undefined) return 'Концерт на паузе'
  return `Перерыв, продолжим в ${clockTime(new Date(breakUntil), zone)}`
}

/** The range of a concert's own minimum, in rubles. */
export const MIN_AMOUNT_RANGE = {
  minimum: LOWEST_MIN_SONG_RUBLES,
  maximum: MAX_SONG_RUBLES,
} as const
