import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import type { ModelAction } from '../action.ts'
import type { MoneyEvening } from '../evening.ts'
import { recordAnswer, TIED } from './listener.ts'

const REFUSED = ['ILLEGAL_STEP', 'SESSION_NOT_OPEN', 'NOT_FOUND', 'VALIDATION'] as const

/** The battle that was begun last tonight, also one that is over. */
async function lastBattle({ world, concerts }: MoneyEvening) {
  const battle = await world.sql
    .selectFrom('battles')
    .select(['id', 'concertId as sessionId'])
    .where('concertId', 'in', concerts)
    .orderBy('startedAt', 'desc')
    .executeTakeFirst()
  return battle ?? { id: randomUUID(), sessionId: concerts[0] ?? '' }
}

/** The artist puts songs up for a minute, for votes by money. */
export function beginBattle(songs: readonly number[]): ModelAction {
  return {
    label: `battle(songs ${songs.join(' ')})`,
    async does(evening) {
      const { world, as, concerts, system } = evening
      const songIds = songs.map((song) => system.songs[song] ?? '')
      const body = {
        sessionId: concerts[0] ?? '',
        id: randomUUID(),
        songIds,
        minutes: 1,
        paid: true,
      }
      await evening.did(await world.call(api.artist.startBattle, { body }, as), ...REFUSED)
    },
  }
}

export type Vote = { readonly song: number; readonly phone: number; readonly amount: number }

/** A listener votes in the last battle, and gets the bank's page. */
export function voteInBattle(vote: Vote): ModelAction {
  const { song, phone, amount } = vote
  return {
    label: `vote(song ${song}, phone ${phone}, ${amount})`,
    async does(evening, model) {
      const { phones, system, concerts, artist } = evening
      const [by, songId, concertId] = [phones[phone], system.songs[song], concerts[0]]
      assert.ok(by !== undefined && songId !== undefined && concertId !== undefined)
      const { id } = await lastBattle(evening)
      const reply = await by.order({ artist, concertId }, songId, { amount, battle: id })
      const may = [...TIED, 'ILLEGAL_STEP', model.mayFail && 'PAYMENTS_DOWN'] as const
      if (await evening.did(reply, ...may)) recordAnswer(model, reply.data, amount)
    },
  }
}

export function endBattle(how: 'end' | 'cancel'): ModelAction {
  return {
    label: `${how} battle`,
    async does(evening) {
      const { world, as } = evening
      const body = await lastBattle(evening)
      const call = how === 'end' ? api.artist.endBattle : api.artist.cancelBattle
      await evening.did(await world.call(call, { body }, as), ...REFUSED)
    },
  }
}
