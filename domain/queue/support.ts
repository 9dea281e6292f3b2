import type { EveningRules } from './evening-rules.ts'
import type { SongStatus } from './queue.ts'
import { Refusal } from '../refusal.ts'

/** Whether songs may wait below their goal; what was collected goes back once they may not. `paid`: by the rules in force. */
export function collectionsAllowed(
  { support, lastCall }: Pick<EveningRules, 'support' | 'lastCall'>,
  { paid, ableGetSongs }: { readonly paid: boolean; readonly ableGetSongs: boolean },
): boolean {
  return support && lastCall !== 'closed' && paid && ableGetSongs
}

/** Refuses SONG_NOT_ACCEPTED where the artist has not allowed support. */
export function admitSupport({ support }: Pick<EveningRules, 'support'>): void {
  if (support) return
  throw new Refusal('SONG_NOT_ACCEPTED', 'На этом концерте песни из очереди не поддерживают')
}

export function notWaiting(): Refusal {
  return new Refusal('SONG_NOT_ACCEPTED', 'Эта песня уже не ждёт: поддержать её нельзя')
}

/** An order and the money behind its entry. Kopecks. */
export type Pooled = {
  readonly share: boolean
  /** It is a vote in a battle. */
  readonly vote: boolean
  readonly song: SongStatus
  /** Null where no money was collected for it. */
  readonly goal: number | null
  /** The money of this order. */
  readonly own: number
  /** The money of all live orders but this one. */
  readonly others: number
}

/** Whether a song is in the queue for this vote, or below the goal that it reached without this share. */
export function holdsGoal({ share, vote, song, goal, own, others }: Pooled): boolean {
  if (!share || song === 'COLLECTING') return false
  if (vote) return true
  if (goal === null) return false
  return others < goal && others + own >= goal
}

/** Refuses ILLEGAL_STEP for a share that let a song into the queue, and that the other payers count on. */
export function admitTakingShare(pooled: Pooled): void {
  if (!holdsGoal(pooled)) return
  throw new Refusal(
    'ILLEGAL_STEP',
    'Песня уже в очереди на общие деньги: долю не забрать. Не исполнят — деньги вернутся.',
  )
}
