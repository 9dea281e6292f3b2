import type { Bus, LiveLog } from './bus.ts'
import { makeSubscribers } from './subscribers.ts'

const silent: LiveLog = { warn: () => {}, error: () => {} }

/** The bus of an installation that is one process: nothing can be missed, so there are no gaps. */
export function localBus(log: LiveLog = silent): Bus {
  const subscribers = makeSubscribers(log)
  let closed = false

  return {
    publish(topic, body) {
      if (!closed) queueMicrotask(() => subscribers.tell({ topic, body }))
    },
    subscribe: (topic, hear) => subscribers.add(topic, hear),
    healthy: () => !closed,
    onGap: () => () => {},
    async close() {
      closed = true
      // One turn, so that what was said before the close is still heard.
      await Promise.resolve()
    },
  }
}
