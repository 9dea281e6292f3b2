import type { EveningRules } from './evening-rules.ts'
import { MIN_TIP_RUBLES } from '../money.ts'
import type { SongStatus } from './queue.ts'
import { Refusal } from '../refusal.ts'

/** Rubles that one share costs at least: a tenth of what an order costs at least. */
export function shareMinimum(minOrderRubles: number): number {
  return Math.max(MIN_TIP_RUBLES, Math.ceil(minOrderRubles / 10))
}

/** Whether a listener who cannot pay an order alone can begin to collect for it. */
export function mayCollect(
  rules: Pick<EveningRules, 'support' | 'lastCall'>,
  minOrderRubles: number,
): boolean {
  const open = { paid: true, ableGetSongs: true }
  return collects(rules, open) && shareMinimum(minOrderRubles) < minOrderRubles
}

/** Whether songs below their goal are waited for; what was collected goes back once they are not. `paid`: by the rules in force. */
export function collects(
  { support, lastCall }: Pick<EveningRules, 'support' | 'lastCall'>,
  { paid, ableGetSongs }: { readonly paid: boolean; readonly ableGetSongs: boolean },
): boolean {
  return support && lastCall !== 'closed' && paid && ableGetSongs
}

/** Refuses SONG_NOT_ACCEPTED where the artist has not left support possible. */
export function admitSupport({ support }: Pick<EveningRules, 'support'>): void {
  if (support) return
  throw new Refusal('SONG_NOT_ACCEPTED', 'На этом концерте песни из очереди не поддерживают')
}

export function notWaiting(): Refusal {
  return new Refusal('SONG_NOT_ACCEPTED', 'Эта песня уже не ждёт: поддержать её нельзя')
}

/** An order and what stands behind its entry. Kopecks. */
export type Pooled = {
  readonly share: boolean
  readonly song: SongStatus
  /** Null where nobody collected for it. */
  readonly goal: number | null
  /** Of this order. */
  readonly own: number
  /** Of all live orders but this one. */
  readonly others: number
}

/** Whether taking this share would put a song that stands in the queue below the goal that it reached. */
export function holdsGoal({ share, song, goal, own, others }: Pooled): boolean {
  if (!share || goal === null || song === 'COLLECTING') return false
  return others < goal && others + own >= goal
}

/** Refuses ILLEGAL_STEP for money that let a song into the queue, and that the others count on. */
export function admitTakingShare(pooled: Pooled): void {
  if (!holdsGoal(pooled)) return
  throw new Refusal(
    'ILLEGAL_STEP',
    'Песня уже в очереди на общие деньги: забрать свою долю нельзя. Не исполнят — деньги вернутся.',
  )
}
