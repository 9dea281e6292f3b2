import { setTimeout as sleep } from 'node:timers/promises'
import type { QueueEntry } from '#contract/shapes.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { TestDataset } from './dataset.ts'
import { performAction, padQueue } from './concert-actions.ts'
import type { ConcertAction } from './concert-actions.ts'
import type { LoadRequest } from './plain-load.ts'

const PAUSE_MS = 60
const WAITING: ReadonlySet<QueueEntry['status']> = new Set(['QUEUED', 'SCHEDULED'])

const playing = (queue: readonly QueueEntry[]) => queue.find(({ status }) => status === 'NOW')

/**
 * The only pad of a concert: it plays song after song and sends with each press the entry that it believes to be
 * playing. No press is repeated, so none may be refused, and each acknowledged one must be in the tables.
 */
export function startSteadyPad(dataset: TestDataset, url: string) {
  const asked: (Omit<LoadRequest, 'what'> & { what: 'press' })[] = []
  const played = new Set<string>()
  const over = new AbortController()
  let queue: readonly QueueEntry[] = []

  async function press(): Promise<void> {
    const now = playing(queue)
    const waiting = queue.find(({ status }) => WAITING.has(status))
    if (now === undefined && waiting === undefined) {
      queue = await padQueue(url, dataset)
      return
    }
    const action: ConcertAction = {
      kind: 'next',
      songId: waiting?.songId ?? null,
      expectedNowId: now?.id ?? null,
    }
    const invokedMs = performance.now()
    const { outcome, status, code, data } = await performAction(url, dataset, action)
    asked.push({ what: 'press', status, code, invokedMs, endedMs: performance.now() })
    if (outcome === 'ok' && now !== undefined) played.add(now.id)
    queue = outcome === 'ok' ? (data as QueueEntry[]) : await padQueue(url, dataset)
  }

  const working = (async () => {
    while (!over.signal.aborted) {
      await press()
      await sleep(PAUSE_MS)
    }
  })()
  // `stop` rethrows the failure; until then it must not count as unhandled.
  working.catch(() => {})

  return {
    asked,
    played,
    async stop(): Promise<void> {
      over.abort()
      await working
    },
    /** Returns the differences between the tables and what the pad was answered. */
    async faults(sql: Sql): Promise<string[]> {
      const rows = await sql
        .selectFrom('queueEntries')
        .select(['id', 'status'])
        .where('concertId', '=', dataset.artist.concertId)
        .where('status', 'in', ['PLAYED', 'NOW'])
        .execute()
      const ended = new Set(rows.filter(({ status }) => status === 'PLAYED').map(({ id }) => id))
      const now = rows.find(({ status }) => status === 'NOW')?.id ?? null
      const known = playing(queue)?.id ?? null
      return [
        ...[...played]
          .filter((id) => !ended.has(id))
          .map((id) => `the press that ended ${id} is lost`),
        ...[...ended].filter((id) => !played.has(id)).map((id) => `nobody ended ${id}`),
        ...(now === known ? [] : [`${now} plays, and the pad was told ${known}`]),
      ]
    },
  }
}
