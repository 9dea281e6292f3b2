import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react'
import { api } from '#contract/index.ts'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { Singing } from '#domain/queue/singing.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { orElse } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { newKey } from '#web/lib/device/device-memory.ts'
import type { Outbox, OutboxCommand, Sender } from '#web/lib/device/outbox.ts'
import { openOutbox, openSender, useCommands } from '#web/lib/device/outbox.ts'

/** What a guest asks for; `songId` null: a song of his own. */
export type TabletWish = {
  readonly songId: string | null
  readonly title: string
  readonly artistName: string
  readonly imageUrl: string
  readonly name?: string
  readonly words?: string
  readonly sings?: Singing
}

/** An order that the server has not answered yet. */
export type KeptOrder = OutboxCommand & { readonly wish: TabletWish }

/** Older orders (ms) wait for a press: their guest may have left. */
const STILL_MEANT_MS = 30 * MINUTE_MS

/** How an order ended: with its place, or with why it was refused. */
export type OrderEnd =
  | { readonly place: AnswerOf<typeof api.tablets.order>['place']; readonly refused?: undefined }
  | { readonly refused: string }

/** The orders of a tablet until they are answered; the words in them are gone from the device then. */
export const tabletOutbox = (artistUsername: string): Outbox<KeptOrder> =>
  openOutbox(`tabletOrders:${artistUsername.toLowerCase()}`, readKept)

function readKept(stored: Readonly<Record<string, unknown>>): KeptOrder | null {
  const { key, at, wish } = stored
  if (typeof key !== 'string' || typeof at !== 'number' || !isWish(wish)) return null
  return { key, at, wish, state: stored['state'] === 'sent' ? 'sent' : 'waiting' }
}

function isWish(value: unknown): value is TabletWish {
  if (typeof value !== 'object' || value === null) return false
  const { songId, title, artistName, imageUrl, name = '', words = '' } = value as TabletWish
  return [songId ?? '', title, artistName, imageUrl, name, words].every(
    (text) => typeof text === 'string',
  )
}

/** Whether an order is sent by itself. `now` in ms since 1970. */
export const isMeant = ({ at }: Pick<KeptOrder, 'at'>, now: number): boolean =>
  now - at < STILL_MEANT_MS

type TabletOrders = {
  /** The oldest first. */
  kept: readonly KeptOrder[]
  /** The last try got no answer: what is kept waits for the network. */
  failing: boolean
  /** Keeps an order and sends it; returns its key. */
  order: (wish: TabletWish) => string
  /** Sends one that has grown too old to go by itself. */
  again: (key: string) => void
  drop: (key: string) => void
}

type TabletOrdersOptions = {
  artistUsername: string
  token: string
  onEnd: (order: KeptOrder, end: OrderEnd) => void
}

/** Sends orders through an outbox, each under its key until there is an answer. */
export function useTabletOrders({
  artistUsername,
  token,
  onEnd,
}: TabletOrdersOptions): TabletOrders {
  const outbox = useMemo(() => tabletOutbox(artistUsername), [artistUsername])
  const kept = useCommands(outbox)
  const [failing, setFailing] = useState(false)
  const sender = useRef<Sender>(null)
  const drop = (key: string) => outbox.change((all) => all.filter((one) => one.key !== key))
  const change = (key: string, by: Partial<KeptOrder>) =>
    outbox.change((all) => all.map((one) => (one.key === key ? { ...one, ...by } : one)))

  // The newest render decides: meanwhile the guest may have changed.
  const tell = useEffectEvent(onEnd)
  /** Resolves with null once there is an answer, or with the ms to wait before a retry. */
  const send = useEffectEvent(async (order: KeptOrder): Promise<number | null> => {
    const { key, wish } = order
    if (order.state === 'waiting') change(key, { state: 'sent' })
    const ended = (end: OrderEnd) => {
      drop(key)
      tell(order, end)
      return null
    }
    return orElse(
      call(api.tablets.order, { body: { token, ...wish } }, { idempotencyKey: key }).then(
        ({ place }) => ended({ place }),
      ),
      ({ status, code, message, retryAfterSeconds }) =>
        status >= 400 && status < 500 && code !== 'TOO_MANY'
          ? ended({ refused: message })
          : (retryAfterSeconds ?? 0) * 1000,
    )
  })

  useEffect(() => {
    const next = () => outbox.commands().find((order) => isMeant(order, Date.now()))
    const opened = openSender({
      lock: () => `tablet:${artistUsername}`,
      dueIn: () => (next() === undefined ? null : 0),
      send() {
        const order = next()
        return order === undefined ? Promise.resolve(null) : send(order)
      },
      isOnline: () => navigator.onLine,
      onFailing: setFailing,
    })
    sender.current = opened
    const sendNow = () => void opened.sendNow()
    sendNow()
    window.addEventListener('online', sendNow)
    document.addEventListener('visibilitychange', sendNow)
    return () => {
      window.removeEventListener('online', sendNow)
      document.removeEventListener('visibilitychange', sendNow)
      opened.close()
    }
  }, [artistUsername, outbox])

  return {
    kept,
    failing,
    order(wish) {
      const key = newKey()
      outbox.change((all) => [...all, { key, at: Date.now(), state: 'waiting', wish }])
      void sender.current?.sendNow()
      return key
    },
    again(key) {
      change(key, { at: Date.now() })
      void sender.current?.sendNow()
    },
    drop,
  }
}
