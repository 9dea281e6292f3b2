/**
 * A message between processes: a topic, and the id of what changed. It is a hint to re-read, never the data itself:
 * that is in the database.
 */
export type BusMessage = { readonly topic: string; readonly body: string }

/** Publish and subscribe between the processes of one installation. */
export type Bus = {
  /** To be called after the commit. Delivered to this process too, but never inside the call itself. Never throws. */
  publish(topic: string, body: string): void
  /** Returns the function that unsubscribes. */
  subscribe(topic: string, handler: (body: string) => void): () => void
  /** False while messages from other processes may be missed. */
  healthy(): boolean
  /** Calls `handler` after a time in which messages may have been missed, to re-read every cached copy. */
  onGap(handler: () => void): () => void
  /** Sends the pending messages; afterwards `publish` does nothing. */
  close(): Promise<void>
}

/** The part of the server's logger that the live channel uses. */
export type LiveLog = {
  warn(fields: object, sentence: string): void
  error(fields: object, sentence: string): void
}

type Subscription = { handler(body: string): void }

type Subscribers = {
  add(topic: string, handler: (body: string) => void): () => void
  deliver(message: BusMessage): void
}

/** The subscribers of each topic. An error of one is logged, and the others still get the message. */
export function makeSubscribers(log: LiveLog): Subscribers {
  const byTopic = new Map<string, Set<Subscription>>()

  return {
    add(topic, handler) {
      const subscription = { handler }
      const ofTopic = byTopic.get(topic) ?? new Set()
      byTopic.set(topic, ofTopic.add(subscription))
      return () => {
        ofTopic.delete(subscription)
      }
    },
    deliver({ topic, body }) {
      for (const subscription of byTopic.get(topic) ?? []) {
        try {
          subscription.handler(body)
        } catch (error) {
          log.error({ err: error, topic }, 'a subscriber of the bus threw')
        }
      }
    },
  }
}

const silent: LiveLog = { warn: () => {}, error: () => {} }

/** The bus of an installation with one process: no message can be missed, so there are no gaps. */
export function localBus(log: LiveLog = silent): Bus {
  const subscribers = makeSubscribers(log)
  let closed = false

  return {
    publish(topic, body) {
      if (!closed) queueMicrotask(() => subscribers.deliver({ topic, body }))
    },
    subscribe: (topic, handler) => subscribers.add(topic, handler),
    healthy: () => !closed,
    onGap: () => () => {},
    async close() {
      closed = true
      // One turn, so that messages sent before the close still arrive.
      await Promise.resolve()
    },
  }
}
