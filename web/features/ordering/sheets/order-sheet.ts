import type { LiveBattle } from '#contract/battles.ts'
import type { QueueEntry, Song } from '#contract/shapes.ts'
import { kopecks, MAX_SONG_RUBLES, rublesToKopecks } from '#domain/money.ts'
import { VOTE_RUBLES_LEAST } from '#domain/queue/battle.ts'
import { waiting } from '#domain/queue/queue.ts'
import type { Price, SupportRules } from '../concert-rules.ts'
import type { OrderFormVariant, OrderRequest } from './order-request.ts'
import { amountError } from './order-request.ts'
import type { OrderScreenState, WrongAmount } from '../ordering-state.ts'
import { NEW_SHARE, priceOf, supportText } from '../concert-rules.ts'

export type SheetSong = Pick<
  Song,
  'songId' | 'title' | 'artistName' | 'imageUrl' | 'minSongAmount' | 'learning'
>

/** The note beside a song to choose: that it waits already, that the artist is learning it, or when it can be ordered again. */
export function noteOf(
  { songId, heard, learning }: Pick<Song, 'songId' | 'heard' | 'learning'>,
  queue: readonly QueueEntry[],
): string | undefined {
  if (waiting(queue).some((entry) => entry.songId === songId)) return 'уже в очереди'
  return learning ? 'учу' : heard
}

/** The share that the address asks about: of an entry, or the first one of a collection. */
export type ShareAsked = Pick<OrderRequest, 'supports' | 'collect' | 'battle'> & {
  /** The song waits for its goal outside of the queue; kopecks. */
  readonly collects: { readonly collected: number; readonly goal: number } | null
  /** What stands behind a song that waits in the queue: «2 человека, 150 ₽». */
  readonly backing: string | null
}

/** The meaning of `share` in the address for this song; null where it has none. */
export function shareAsked(
  share: string | null,
  {
    songId,
    queue,
    paidFrom,
  }: { songId: string; queue: readonly QueueEntry[]; paidFrom: number | null },
): ShareAsked | null {
  if (share === null) return null
  if (share === NEW_SHARE)
    return paidFrom === null
      ? null
      : {
          collect: true,
          collects: { collected: 0, goal: rublesToKopecks(paidFrom) },
          backing: null,
        }
  const entry = queue.find((one) => one.id === share && one.songId === songId)
  if (entry === undefined) return null
  const { collected = 0, goal } = entry
  return goal === undefined
    ? { supports: share, collects: null, backing: supportText(entry) }
    : { supports: share, collects: { collected, goal }, backing: null }
}

/** The battle by money in which the address asks for a vote for this song; null where none runs. */
function voteAsked(
  share: string | null,
  songId: string,
  battle: LiveBattle | undefined,
): ShareAsked | null {
  if (battle?.id !== share || !battle?.paid || battle.ended !== undefined) return null
  const song = battle.songs.find((one) => one.songId === songId)
  return song === undefined ? null : { battle: battle.id, collects: null, backing: null }
}

/** The link from an order that is too dear to a share: of the song that waits, or of a new collection. */
export function shareInstead(
  { songId }: { songId: string },
  queue: readonly QueueEntry[],
  { shareFrom, collects }: SupportRules,
): { share: string; words: string } | null {
  if (shareFrom === null) return null
  const ahead = queue.find((one) => one.songId === songId && one.status !== 'NOW')
  if (ahead === undefined && !collects) return null
  return {
    share: ahead?.id ?? NEW_SHARE,
    words: `${ahead === undefined ? 'Собрать вместе' : 'Скинуться'}, от ${shareFrom}\u00A0₽`,
  }
}

/** What the sheets have to know of their page. */
export type SheetPage = Price & {
  /** Songs can be ordered; otherwise those that wait can be supported at most. */
  open: boolean
  queue: readonly QueueEntry[]
  battle: LiveBattle | undefined
  look: OrderFormVariant
  /** Every song that the address may refer to. */
  songs: readonly SheetSong[]
}

type Answers = Pick<OrderScreenState, 'rejected' | 'wrongAmount'>

/** What the address asks for beside an order of the song; null: nothing, or it is over. */
function partAsked(
  share: string | null,
  song: SheetSong | null,
  page: SheetPage,
): ShareAsked | null {
  const { songId = '' } = song ?? {}
  const { paidFrom, support } = priceOf(song, page)
  return (
    voteAsked(share, songId, page.battle) ??
    (support && shareAsked(share, { songId, queue: page.queue, paidFrom }))
  )
}

/** The song whose sheet the address opens; null: none. A refused order stands for its song where that is in no list. */
export function songAsked(
  address: URLSearchParams,
  { wrongAmount }: Pick<Answers, 'wrongAmount'>,
  page: SheetPage,
): SheetSong | null {
  const wanted = address.get('song')
  const share = address.get('share')
  const refused = wrongAmount?.wish
  // Not copied: a copy would be another song at each render.
  const song =
    page.songs.find(({ songId }) => songId === wanted) ??
    (isOfSong(refused) && refused.songId === wanted ? refused : null)
  return (share ? partAsked(share, song, page) : page.open) ? song : null
}

const isOfSong = (wish: OrderRequest | undefined): wish is OrderRequest & SheetSong =>
  wish !== undefined && wish.songId !== null

type Asked = {
  /** The song of the sheet, also while that slides away. */
  song: SheetSong | null
  /** Its sheet is open. */
  isOpen: boolean
  /** The share that its address names. */
  share: string | null
  /** The sheet for the listener's own song is open. */
  suggesting: boolean
}

/** What an open sheet asks for and says: its price, its share, and what was refused. */
export function sheetShown(
  { song, isOpen, share, suggesting }: Asked,
  { rejected, wrongAmount }: Answers,
  page: SheetPage,
) {
  const { queue, look } = page
  const { paidFrom: orderFrom, support } = priceOf(suggesting ? null : song, page)
  const asked = partAsked(share, song, page)
  const shareFrom = asked?.battle === undefined ? (support?.shareFrom ?? null) : VOTE_RUBLES_LEAST
  const paidFrom = suggesting || asked === null ? orderFrom : shareFrom
  const wish = wrongAmount?.wish
  const isOfSheet = wish?.songId === null ? suggesting : isOpen && wish?.songId === song?.songId
  const atField = paidFrom !== null && isOfSheet ? wrongAmount : null
  return {
    /** The minimum in rubles; null where nothing is paid. */
    paidFrom,
    /** The sheet asks for a share, not for an order. */
    share: asked,
    /** The share to ask for instead. */
    instead: song && support && asked === null ? shareInstead(song, queue, support) : null,
    /** The order whose sum is refused at its field. */
    written: atField?.wish ?? null,
    wrongAmount: atField && paidFrom !== null ? wrongIn(atField, paidFrom, look) : null,
    /** The listener's own song whose sum was refused. */
    suggested: wish?.songId === null ? wish : null,
    /** Why the song cannot be added, instead of the sheet. */
    rejected: rejected ?? (atField === null ? (wrongAmount?.words ?? null) : null),
  }
}

/** The page may have loaded the current price since the server refused the sum. */
function wrongIn({ wish, words, typed }: WrongAmount, paidFrom: number, look: OrderFormVariant) {
  if (typed !== undefined) return { words, typed }
  const amount = wish.amount ?? kopecks(0)
  return {
    words: amountError(amount, paidFrom, look) ?? words,
    typed: amount === 0 ? '' : String(amount / 100),
  }
}

const ROUND_SUMS = [50, 100, 150, 200, 300, 500, 700, 1000]
const roundFrom = (least: number) => ROUND_SUMS.find((rubles) => rubles >= least)

/** Three ready sums: the least one, the commonest of this evening, a generous one or what a collection lacks. */
export function readySums(
  min: number,
  { usual, missing }: { usual: number | null; missing: number | null },
): { rubles: number; words: string }[] {
  const isUsual = usual !== null && usual > min
  const middle = isUsual ? usual : roundFrom(2 * min)
  const last = missing ?? roundFrom(Math.max(4 * min, (middle ?? 0) + 1))
  const sums = [
    { rubles: min, words: 'минимум' },
    { rubles: middle, words: isUsual ? 'чаще всего' : '' },
    { rubles: last, words: missing === null ? 'от души' : 'и собрали' },
  ]
  return sums.flatMap(({ rubles, words }, at) =>
    rubles === undefined ||
    rubles > MAX_SONG_RUBLES ||
    (at > 0 && rubles <= min) ||
    (at === 1 && rubles === last)
      ? []
      : { rubles, words },
  )
}
