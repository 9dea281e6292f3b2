import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { DEFAULT_RULES } from '#domain/queue/evening-rules.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import type { ModelAction } from '../action.ts'
import type { MoneyEvening } from '../evening.ts'
import type { Model } from '../model.ts'

const STEP = ['ILLEGAL_STEP', 'SESSION_NOT_OPEN', 'NOT_FOUND', 'NOW_MOVED'] as const

function concertOf(evening: MoneyEvening, concert: number): string {
  const id = evening.concerts[concert]
  assert.ok(id !== undefined)
  return id
}

function songOf(evening: MoneyEvening, song: number): string {
  const id = evening.system.songs[song]
  assert.ok(id !== undefined)
  return id
}

/** Returns the entries that the artist's running concert is playing at this moment: one or none. */
export async function playing({ world, concerts }: MoneyEvening): Promise<string[]> {
  const rows = await world.sql
    .selectFrom('queueEntries')
    .select('id')
    .where('concertId', 'in', concerts)
    .where('status', '=', 'NOW')
    .execute()
  return rows.map(({ id }) => id)
}

/** «Next», or a chosen song: the song that was playing counts as played. */
export function next(song: number | null): ModelAction {
  return {
    label: song === null ? 'next()' : `play(song ${song})`,
    async does(evening, model) {
      const before = await playing(evening)
      const body = { songId: song === null ? null : songOf(evening, song) }
      const reply = await evening.world.call(api.artist.nextSong, { body }, evening.as)
      if (await evening.did(reply, ...STEP)) markPlayed(model, before)
    },
  }
}

export function confirm(concert: number, song: number): ModelAction {
  return {
    label: `confirm(song ${song}, concert ${concert})`,
    async does(evening, model) {
      const before = await playing(evening)
      const body = { sessionId: concertOf(evening, concert), songId: songOf(evening, song) }
      const reply = await evening.world.call(api.payment.confirm, { body }, evening.as)
      if (!(await evening.did(reply, ...STEP))) return
      const after = await playing(evening)
      markPlayed(
        model,
        before.filter((id) => !after.includes(id)),
      )
    },
  }
}

function markPlayed(model: Model, entries: readonly string[]): void {
  for (const id of entries) model.played.add(id)
}

/** «Вернуть»: the song that was played this number of songs `ago`, while there is time. */
export function undoPlayed(concert: number, ago: number): ModelAction {
  return {
    label: `undo(concert ${concert}, ${ago} ago)`,
    async does(evening, model) {
      const { world, as } = evening
      const sessionId = concertOf(evening, concert)
      const eveningReply = await world.call(api.artist.evening, { query: { sessionId } }, as)
      if (!(await evening.did(eveningReply, 'NOT_FOUND'))) return
      const song = eveningReply.data.played[ago]
      if (song === undefined) return
      const body = { sessionId, entryId: song.id }
      const reply = await world.call(api.artist.undoPlayed, { body }, as)
      if (await evening.did(reply, ...STEP)) model.played.delete(body.entryId)
    },
  }
}

export function setSong(
  concert: number,
  song: number,
  statusSong: 'QUEUED' | 'SCHEDULED' | 'SKIPPED',
): ModelAction {
  return {
    label: `set ${statusSong}(song ${song}, concert ${concert})`,
    async does(evening) {
      const body = { sessionId: concertOf(evening, concert), songId: songOf(evening, song) }
      const { world, as } = evening
      if (statusSong === 'SCHEDULED')
        await evening.did(await world.call(api.artist.backToOrders, { body }, as), ...STEP)
      else
        await evening.did(
          await world.call(api.artist.changeSongStatus, { body: { ...body, statusSong } }, as),
          ...STEP,
        )
    },
  }
}

/** Changes the rules of the concert; closing the reception of orders cancels the payments in progress. */
export function changeRules(concert: number, changed: Partial<EveningRules>): ModelAction {
  return {
    label: `rules(${JSON.stringify(changed)}, concert ${concert})`,
    async does(evening) {
      const body = {
        sessionId: concertOf(evening, concert),
        rules: { ...DEFAULT_RULES, ...changed },
      }
      const reply = await evening.world.call(api.artist.changeRules, { body }, evening.as)
      await evening.did(reply, ...STEP)
    },
  }
}

/** The artist takes out all that one guest ordered, by one of the orders behind a song that waits. */
export function takeOutGuest(concert: number, pick: number): ModelAction {
  return {
    label: `takeOutGuest(${pick}, concert ${concert})`,
    async does(evening) {
      const { world, as } = evening
      const sessionId = concertOf(evening, concert)
      const queue = await world.call(api.artist.queue, { query: { sessionId } }, as)
      if (!(await evening.did(queue, 'NOT_FOUND')) || queue.data.length === 0) return
      const entryId = queue.data[pick % queue.data.length]?.id ?? ''
      const asks = await world.call(api.artist.asks, { query: { sessionId, entryId } }, as)
      const askId = asks.status === 200 ? asks.data[0]?.id : undefined
      if (askId === undefined) return
      const seen = await world.call(api.artist.guestOrders, { query: { sessionId, askId } }, as)
      if (!(await evening.did(seen, 'NOT_FOUND'))) return
      const waits = seen.data.orders.filter((order) => order.waits === true)
      const entryIds = waits.map((order) => order.entryId)
      const body = { sessionId, askId, entryIds }
      const reply = await world.call(api.artist.takeOutGuest, { body }, as)
      if (!(await evening.did(reply, ...STEP))) return
      const after = await world.call(api.artist.guestOrders, { query: { sessionId, askId } }, as)
      if (!(await evening.did(after, 'NOT_FOUND'))) return
      const left = after.data.orders.filter((order) => order.waits === true)
      assert.deepEqual(
        left.filter((order) => entryIds.includes(order.entryId)),
        [],
        'an order of the guest still waits',
      )
    },
  }
}

/** Sets the list of orders to exactly these songs: the others are removed. */
export function setList(concert: number, songs: readonly number[]): ModelAction {
  return {
    label: `list(songs ${songs.join(' ')}, concert ${concert})`,
    async does(evening) {
      const idList = songs.map((song) => songOf(evening, song))
      const body = { sessionId: concertOf(evening, concert), idList }
      await evening.did(
        await evening.world.call(api.artist.updateSessionSongList, { body }, evening.as),
        ...STEP,
      )
    },
  }
}
