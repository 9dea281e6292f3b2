import type { QueueEntry } from '#contract/shapes.ts'
import { nowOf, waiting } from '#domain/queue.ts'
import { counted } from '#domain/russian.ts'

/** The state of a concert in one breath: what is played, and how much waits. */
export function concertWords(queue: readonly QueueEntry[], active: boolean): string {
  const now = nowOf(queue)
  const left = waiting(queue).length
  return [
    active ? '' : 'Концерт на паузе.',
    now === null ? '' : `Сейчас играет: ${now.title}, ${now.artistName}.`,
    left === 0 ? '' : `В очереди ${counted(left, 'песня', 'песни', 'песен')}.`,
  ]
    .filter((part) => part !== '')
    .join(' ')
}
