import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import { DEFAULT_RULES } from '#domain/queue/evening-rules.ts'
import { pageOf, paidConcert } from '#test/support/paid-concert.ts'
import type { World } from '#test/support/world.ts'
import { freshAddress } from './newcomer.ts'
import { orderOf } from './stage.ts'

export type PaidBattle = Awaited<ReturnType<typeof paidBattle>>

/** A running paid concert with three songs up for two minutes, and votes by money. */
export async function paidBattle(world: World, rules: object = {}) {
  const show = await paidConcert(world)
  const changed = { sessionId: show.sessionId, rules: { ...DEFAULT_RULES, ...rules } }
  await world.ok(api.artist.changeRules, { body: changed }, show.as)
  const songs = [await show.newSong(), await show.newSong(), await show.newSong()] as const
  const which = { sessionId: show.sessionId, id: randomUUID() }
  const body = { ...which, songIds: [...songs], minutes: 2, paid: true }
  await world.ok(api.artist.startBattle, { body }, show.as)

  /** A vote of these rubles, as the page sends it. */
  const voteOf = (songId: string, rubles: number, more: object = {}) =>
    orderOf({ artist: show.artist, concertId: show.sessionId }, songId, {
      amount: rubles * 100,
      battle: which.id,
      ...more,
    })

  /** Asks to vote, of a new listener; returns the reply. */
  const ask = (songId: string, rubles: number, more: object = {}) =>
    world.call(api.songs.orderSong, voteOf(songId, rubles, more), { address: freshAddress() })

  /** Opens the bank's page. */
  async function begun(songId: string, rubles: number, more: object = {}) {
    const { data, status, cookie = '', failure } = await ask(songId, rubles, more)
    assert.equal(status, 200, JSON.stringify(failure))
    return { id: data.orderId, page: pageOf(data.paymentURL), cookie }
  }

  async function pay({ page }: { page: string }, method: 'card' | 'sbp' = 'card') {
    await world.bank.pay(page, { method, action: 'pay' })
    await world.settle()
  }

  return {
    ...show,
    songs,
    which,
    voteOf,
    ask,
    begun,
    pay,
    async voted(songId: string, rubles: number, method: 'card' | 'sbp' = 'card') {
      const vote = await begun(songId, rubles)
      await pay(vote, method)
      return vote
    },
    async endBattle() {
      await world.ok(api.artist.endBattle, { body: which }, show.as)
      await world.settle()
    },
  }
}
