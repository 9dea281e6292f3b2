import { randomUUIDv7 } from 'node:crypto'
import type { WebhookEvent, WebhookEventType } from '#domain/webhooks.ts'
import type { Context } from '#server/context.ts'
import { afterCommit } from '#server/platform/db/tx.ts'
import {
  addEvents,
  concertFacts,
  concertNow,
  entryFacts,
  webhooksOfConcert,
  webhooksToTell,
} from './webhook-events.store.ts'

type SongEvent =
  | { readonly type: 'order'; readonly entryId: string; readonly amount: number }
  | { readonly type: 'song.started'; readonly entryId: string }
  | { readonly type: 'song.ended'; readonly entryId: string; readonly status: string }

/** Something that happened in a concert. */
type ConcertEvent =
  | SongEvent
  | { readonly type: Extract<WebhookEventType, `concert.${string}`> }
  | { readonly type: 'tip'; readonly amount: number }

type Told = Awaited<ReturnType<typeof webhooksToTell>>

/** `hasWebhooks`: where the caller has read it already, it need not be asked. */
type TellingConcert = { readonly id: string; readonly hasWebhooks?: boolean }

/** Called inside the transaction that makes these things happen, in their order, under the concert's lock. */
export async function noteEvents(
  inside: Context,
  { id, hasWebhooks = true }: TellingConcert,
  events: readonly ConcertEvent[],
): Promise<void> {
  if (events.length === 0 || !hasWebhooks) return
  const webhooks = await webhooksOfConcert(inside.sql, id)
  if (webhooks.length > 0) await tellWebhooks(inside, webhooks, id, events)
}

type Changed = { readonly id: string; readonly status: string; readonly stored: Stored }
type Stored = { readonly status: string } | null

/** What ended and what started by a step of the queue; under its concert's lock. */
export function noteSongChanges(
  inside: Context,
  concert: TellingConcert,
  { queue, closed }: { readonly queue: readonly Changed[]; readonly closed: readonly Changed[] },
): Promise<void> {
  const wasNow = ({ stored }: Changed) => stored?.status === 'NOW'
  const ended = [...closed, ...queue].filter((one) => wasNow(one) && one.status !== 'NOW')
  const started = queue.filter((one) => one.status === 'NOW' && !wasNow(one))
  return noteEvents(inside, concert, [
    ...ended.map(({ id: entryId, status }) => ({ type: 'song.ended' as const, entryId, status })),
    ...started.map(({ id: entryId }) => ({ type: 'song.started' as const, entryId })),
  ])
}

/** A tip was credited: in its transaction. It belongs to the concert that runs, where one does. */
export async function noteTip(
  inside: Context,
  tip: { readonly artistId: string; readonly amount: number },
): Promise<void> {
  const { sql } = inside
  const webhooks = await webhooksToTell(sql, tip.artistId)
  if (webhooks.length === 0) return
  const concertId = await concertNow(sql, tip.artistId)
  await tellWebhooks(inside, webhooks, concertId, [{ type: 'tip', amount: tip.amount }])
}

/** The first event of a webhook, in the transaction that adds it. */
export async function notePing(inside: Context, webhookId: string, username: string) {
  await tellWebhooks(inside, [{ id: webhookId, username }], null, [{ type: 'ping' }])
}

async function tellWebhooks(
  inside: Context,
  webhooks: Told,
  concertId: string | null,
  events: readonly (ConcertEvent | { readonly type: 'ping' })[],
): Promise<void> {
  const { sql, now, publicUrl } = inside
  const at = now()
  const entryIds = events.flatMap((event) => ('entryId' in event ? event.entryId : []))
  const songs = entryIds.length === 0 ? [] : await entryFacts(sql, entryIds)
  const facts = concertId === null ? undefined : await concertFacts(sql, concertId)
  const rows = events.flatMap(({ type, ...event }) =>
    webhooks.map(({ id: webhookId, username }) => {
      const song = 'entryId' in event && songs.find(({ entryId }) => entryId === event.entryId)
      const body: WebhookEvent = {
        id: randomUUIDv7(),
        type,
        at: at.toISOString(),
        artist: username,
        concert:
          facts === undefined
            ? null
            : {
                ...facts,
                startsAt: facts.startsAt.toISOString(),
                endsAt: facts.endsAt.toISOString(),
                url: `${publicUrl}/user/${encodeURIComponent(username)}/${facts.id}`,
              },
        ...(song && { song }),
        ...('status' in event && { status: event.status }),
        ...('amount' in event && { amount: event.amount }),
      }
      const lineId = concertId ?? webhookId
      return { id: body.id, webhookId, lineId, type, body: JSON.stringify(body), at }
    }),
  )
  await addEvents(sql, rows)
  afterCommit(sql, () => void inside.wakes.webhooks.emit('due'))
}
