import type { SongStatus } from '#domain/queue/queue.ts'

const WORDS: Record<SongStatus, string> = {
  COLLECTING: '',
  SCHEDULED: 'в заказах',
  QUEUED: 'в очереди',
  NOW: 'звучит',
  PLAYED: 'прозвучала',
  SKIPPED: 'артист убрал',
}

/** Where a song of the host is by now; empty before the concert. `over`: the concert has ended. */
export function statusWords(status: SongStatus | null, over: boolean): string {
  if (over && status !== 'PLAYED') return 'не прозвучала'
  return status === null ? '' : WORDS[status]
}
