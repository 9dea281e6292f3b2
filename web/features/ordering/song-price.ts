import type { QueueEntry, Song } from '#contract/shapes.ts'
import { rublesToKopecks } from '#domain/money.ts'
import { shareMinimum } from '#domain/queue/support.ts'
import { rubles } from '#web/lib/format.ts'
import type { SupportRules } from './concert-rules.ts'
import type { OrderRequest } from './order-request.ts'
import { NEW_SHARE, supportText } from './concert-rules.ts'

/** The minimum price of an order in rubles (null: orders are free), and how it can be shared. */
type Price = { paidFrom: number | null; support: SupportRules | null }

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

/** The note beside a song to choose: that the artist is learning it, when it can be ordered again, or its own price. */
export function noteOf(
  { heard, learning, minSongAmount }: Pick<Song, 'heard' | 'learning' | 'minSongAmount'>,
  paid: boolean,
): string | undefined {
  if (learning) return 'учу'
  return heard ?? (paid && minSongAmount !== undefined ? `от ${minSongAmount} ₽` : undefined)
}

/** The share that the address asks about: of an entry, or the first one of a collection. */
export type ShareAsked = Pick<OrderRequest, 'supports' | 'collect'> & {
  /** What it adds to, in words. */
  readonly line: string
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
          line: `Собираем ${rubles(rublesToKopecks(paidFrom))}. Песня встанет в очередь, когда соберём.`,
        }
  const entry = queue.find((one) => one.id === share && one.songId === songId)
  return entry === undefined
    ? null
    : { supports: share, line: supportText(entry) ?? 'Ждёт в очереди' }
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
    words: `${ahead === undefined ? 'Собрать вместе' : 'Скинуться'}, от ${shareFrom} ₽`,
  }
}
