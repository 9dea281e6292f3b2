import type { BusMessage, LiveLog } from './bus.ts'

type Subscription = { hear(body: string): void }

export type Subscribers = {
  add(topic: string, hear: (body: string) => void): () => void
  tell(message: BusMessage): void
}

/** Who listens to which topic. One that throws is logged and does not keep the news from the others. */
export function makeSubscribers(log: LiveLog): Subscribers {
  const byTopic = new Map<string, Set<Subscription>>()

  return {
    add(topic, hear) {
      const subscription = { hear }
      const ofTopic = byTopic.get(topic) ?? new Set()
      byTopic.set(topic, ofTopic.add(subscription))
      return () => {
        ofTopic.delete(subscription)
      }
    },
    tell({ topic, body }) {
      for (const subscription of byTopic.get(topic) ?? []) {
        try {
          subscription.hear(body)
        } catch (error) {
          log.error({ err: error, topic }, 'a subscriber of the bus threw')
        }
      }
    },
  }
}
