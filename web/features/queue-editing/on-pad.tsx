import type { QueueEntry } from '#contract/shapes.ts'
import { nowOf } from '#domain/queue.ts'

export type OnPadProps = { queue: readonly QueueEntry[] }

/** The songs that the pad has taken already, by name: they are moved there and not here. */
export function OnPad({ queue }: OnPadProps) {
  const now = nowOf(queue)
  const queued = queue.filter(({ status }) => status === 'QUEUED')
  if (now === null && queued.length === 0) return null
  return (
    <div className="muted">
      {now !== null && <p>Сейчас играет: {now.title}</p>}
      {queued.length > 0 && (
        <p>Уже в очереди пульта: {queued.map(({ title }) => title).join(', ')}</p>
      )}
    </div>
  )
}
