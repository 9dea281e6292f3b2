import { Refusal } from '#domain/refusal.ts'
import type { OwnEntry } from './queue-view.store.ts'

/** NOW_MOVED with the true queue, so that a pad that was behind need not ask again. */
export class NowMoved extends Refusal {
  readonly queue: readonly OwnEntry[]

  constructor(message: string, queue: readonly OwnEntry[]) {
    super('NOW_MOVED', message)
    this.queue = queue
  }
}
