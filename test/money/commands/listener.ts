import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import type { ModelAction } from '../action.ts'
import type { MoneyEvening } from '../evening.ts'
import { newBill, picked } from '../model.ts'
import type { Model } from '../model.ts'
import { idOfPage, pageOf, untilFree } from '../at-the-bank.ts'

/** 0: tonight's concert, 1: the later one. */
type Order = {
  readonly concert: number
  readonly song: number
  readonly phone: number
  readonly amount: number
  readonly keyed: boolean
}

export const TIED = [
  'SESSION_NOT_OPEN',
  'SONG_NOT_ACCEPTED',
  'NOT_FOUND',
  'TOO_MANY',
  'AMOUNT_TOO_SMALL',
] as const

async function send(evening: MoneyEvening, order: Omit<Order, 'keyed'>, key: string | null) {
  const { phones, system, concerts, artist } = evening
  const phone = phones[order.phone]
  const concertId = concerts[order.concert]
  const songId = system.songs[order.song]
  assert.ok(phone !== undefined && concertId !== undefined && songId !== undefined)
  return phone.order({ artist, concertId }, songId, { amount: order.amount }, key ?? undefined)
}

/** A listener orders a song and gets the bank's page. */
export function orderSong(order: Order): ModelAction {
  const { concert, song, phone, amount, keyed } = order
  const label = `order(song ${song}, concert ${concert}, phone ${phone}, ${amount}${keyed ? ', keyed' : ''})`
  return {
    label,
    async does(evening, model) {
      const key = keyed ? randomUUID() : null
      const reply = await send(evening, order, key)
      // While nothing is wrong with the bank, every order gets a page.
      const answered = await evening.did(reply, ...TIED, model.mayFail && 'PAYMENTS_DOWN')
      const answer = answered ? recordAnswer(model, reply.data, amount) : null
      if (key !== null) model.wishes.push({ key, concert, song, amount, answer })
    },
  }
}

/** A listener pays a share of a song: behind its entry if that waits or is being collected for, else as the first one. */
export function giveShare({ concert, song, phone, amount }: Order): ModelAction {
  return {
    label: `share(song ${song}, concert ${concert}, phone ${phone}, ${amount})`,
    async does(evening, model) {
      const { world, phones, system, concerts, artist } = evening
      const by = phones[phone]
      const concertId = concerts[concert]
      const songId = system.songs[song]
      assert.ok(by !== undefined && concertId !== undefined && songId !== undefined)
      const body = { sessionId: concertId }
      const { data, status } = await world.call(api.test.getQueueBySession, { body })
      const queue = status === 200 ? data : []
      const ahead = queue.find((entry) => entry.songId === songId && entry.status !== 'NOW')
      const way = ahead === undefined ? { collect: true } : { supports: ahead.id }
      const reply = await by.order({ artist, concertId }, songId, { amount, ...way })
      const answered = await evening.did(reply, ...TIED, model.mayFail && 'PAYMENTS_DOWN')
      if (answered) recordAnswer(model, reply.data, amount)
    },
  }
}

/** Sends the same order again, from a phone that never got the answer, or from another one. */
export function orderAgain(pick: number, phone: number): ModelAction {
  return {
    label: `orderAgain(${pick}, phone ${phone})`,
    needs: ({ wishes }) => wishes.length > 0,
    async does(evening, model) {
      const wish = picked(model.wishes, pick)
      if (wish.answer !== null) await untilFree(evening, wish.answer.orderId)
      else await untilFree(evening, null)
      const reply = await send(evening, { ...wish, phone }, wish.key)
      const answered = await evening.did(reply, ...TIED, 'PAYMENTS_DOWN', 'ILLEGAL_STEP')
      if (!answered) return
      const first = wish.answer
      wish.answer = recordAnswer(model, reply.data, wish.amount)
      if (first !== null) assert.deepEqual(wish.answer, first, 'one key has two answers')
    },
  }
}

export function recordAnswer(
  model: Model,
  { orderId, paymentURL }: { orderId: string; paymentURL?: string },
  amount: number,
) {
  const known = model.bills.find(({ id }) => id === orderId)
  // The same song for the same sum, while the paid one waits, is that order.
  assert.ok(paymentURL !== undefined || known?.paid, 'an order to be paid has no page')
  if (known === undefined && paymentURL !== undefined)
    model.bills.push(bill(orderId, 'song', amount, paymentURL))
  return { orderId, url: paymentURL }
}

function bill(id: string, kind: 'song' | 'tip', amount: number, url: string) {
  return newBill({ id, kind, amount, link: pageOf(url) })
}

/** A listener cancels his order; every phone at the concert tries, and only his may. */
export function cancelOrder(pick: number): ModelAction {
  return {
    label: `cancel(${pick})`,
    needs: ({ bills }) => bills.some(({ kind }) => kind === 'song'),
    async does({ world, phones, did }, model) {
      const songs = model.bills.filter(({ kind }) => kind === 'song')
      const { id } = picked(songs, pick)
      // A phone that sent another's order again under its key is the same device to the server.
      const owners = new Set<string>()
      for (const { address, cookie } of phones) {
        if (cookie === undefined) continue
        const body = { orderId: id }
        const reply = await world.call(api.songs.cancelOrder, { body }, { address, cookie })
        if (!(await did(reply, 'NOT_FOUND', 'ILLEGAL_STEP'))) continue
        owners.add(cookie)
        model.takenOff.add(id)
      }
      assert.ok(owners.size <= 1, 'an order belongs to two phones')
    },
  }
}

/** A listener tips the artist. */
export function thank(amount: number, phone: number): ModelAction {
  return {
    label: `tip(${amount}, phone ${phone})`,
    async does(evening, model) {
      const { world, artist, phones } = evening
      const body = { amount, artistUsername: artist.username, message: '=Спасибо!' }
      const address = phones[phone]?.address ?? ''
      const reply = await world.call(api.payment.donate, { body }, { address })
      if (!(await evening.did(reply, model.mayFail && 'PAYMENTS_DOWN'))) return
      model.bills.push(bill(await idOfPage(evening, reply.data), 'tip', amount, reply.data))
    },
  }
}

/** A listener opens the page of a payment, which triggers a look at the bank. */
export function look(pick: number): ModelAction {
  return {
    label: `look(${pick})`,
    needs: ({ bills }) => bills.length > 0,
    async does(evening, model) {
      const { id, amount, kind, paid, link, parts } = picked(model.bills, pick)
      const address = evening.phones[0]?.address ?? ''
      const reply = await evening.world.call(api.payment.byId, { params: { id } }, { address })
      if (!(await evening.did(reply))) return
      const { data } = reply
      assert.deepEqual([data.id, data.kind], [id, kind])
      const least = amount - parts.letGo - parts.givenBack
      assert.ok(data.amount <= amount && data.amount >= least, `${data.amount} of ${amount}`)
      if (data.paymentURL !== undefined) assert.equal(pageOf(data.paymentURL), link)
      if (!paid) assert.equal(data.funds, 'none', 'nobody has paid, yet there is money')
    },
  }
}
