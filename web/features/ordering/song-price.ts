import type { QueueEntry, Song } from '#contract/shapes.ts'
import { shareMinimum } from '#domain/queue/support.ts'
import { rubles } from '#web/lib/format.ts'
import type { SupportRules } from './concert-rules.ts'
import type { OrderRequest } from './order-request.ts'
import { NEW_SHARE, supportWords } from './concert-rules.ts'

/** Rubles that an order costs at least (null: orders are free), and how it can be shared. */
type Price = { paidFrom: number | null; support: SupportRules | null }

/** What this song costs: as it or one of its tags has it, or as the concert has it. `open`: orders are taken. */
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

/** What stands beside a song to choose: that it is being learnt, when it can be ordered again, or what it alone costs. */
export function noteOf(
  { heard, learning, minSongAmount }: Pick<Song, 'heard' | 'learning' | 'minSongAmount'>,
  paid: boolean,
): string | undefined {
  if (learning) return 'учу'
  return heard ?? (paid && minSongAmount !== undefined ? `от ${minSongAmount} ₽` : undefined)
}

/** The share of a song that the address asks about: of an entry, or the first one of a collection. */
export type ShareAsked = Pick<OrderRequest, 'supports' | 'collect'> & {
  /** What it joins, in words. */
  readonly line: string
}

/** What `share` of an address means for this song; null where it can mean nothing. */
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
          line: `Собираем ${rubles(paidFrom * 100)}. Песня встанет в очередь, когда соберём.`,
        }
  const entry = queue.find((one) => one.id === share && one.songId === songId)
  return entry === undefined
    ? null
    : { supports: share, line: supportWords(entry) ?? 'Ждёт в очереди' }
}

/** What takes an order that is too dear to a share of it: of the song that waits, or of a new collection. */
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
    words: `${ahead === undefined ? 'Собрать вместе' : 'Скинуться'}, от ${shareFrom} ₽`,
  }
}
