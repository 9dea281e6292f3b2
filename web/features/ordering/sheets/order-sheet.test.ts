import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { QueueEntry } from '#contract/shapes.ts'
import { rublesToKopecks } from '#domain/money.ts'
import { leastOf, NEW_SHARE, priceOf, supportText } from '../concert-rules.ts'
import type { SheetPage } from './order-sheet.ts'
import {
  noteOf,
  readySums,
  shareAsked,
  shareInstead,
  sheetShown,
  songAsked,
} from './order-sheet.ts'
import type { OrderScreenState } from '../ordering-state.ts'

const entry = (more: Partial<QueueEntry>): QueueEntry => ({
  id: 'e',
  songId: 's',
  title: 'Перемен',
  artistName: 'Кино',
  imageUrl: '',
  status: 'SCHEDULED',
  backers: 1,
  ...more,
})
const plain = (words: string | null | undefined) => words?.replaceAll('\u00A0', ' ')

test('a song tells who stands behind it with how much, and nothing of one person alone', () => {
  assert.equal(supportText(entry({})), null)
  assert.equal(plain(supportText(entry({ backers: 2 }))), '2 человека')
  assert.equal(plain(supportText(entry({ backers: 6, collected: 180_000 }))), '6 человек, 1 800 ₽')
  const collecting = entry({ status: 'COLLECTING', goal: 100_000, collected: 40_000 })
  assert.equal(plain(supportText(collecting)), 'Собираем 1 000 ₽: 1 человек, 400 ₽')
})

test('an order leads to a share of its song where it is ahead already, else to a collection', () => {
  const rules = { shareFrom: 100, collects: true }
  const of = (queue: QueueEntry[], more = {}) =>
    shareInstead({ songId: 's' }, queue, { ...rules, ...more })
  assert.deepEqual(of([]), { share: NEW_SHARE, words: 'Собрать вместе, от 100\u00A0₽' })
  assert.deepEqual(of([entry({})]), { share: 'e', words: 'Скинуться, от 100\u00A0₽' })
  assert.equal(of([entry({ status: 'NOW' })])?.share, NEW_SHARE)
  assert.equal(of([], { collects: false }), null)
  assert.equal(of([entry({})], { shareFrom: null }), null)
})

test('a song costs what it alone costs, where orders are paid', () => {
  const support = { shareFrom: 10, collects: false }
  const usual = { open: true, paidFrom: 10, support }
  const dear = { minSongAmount: 500 }
  assert.deepEqual(priceOf({}, usual), { paidFrom: 10, support })
  const ofDear = { paidFrom: 500, support: { shareFrom: 50, collects: true } }
  assert.deepEqual(priceOf(dear, usual), ofDear)
  assert.equal(priceOf(dear, { ...usual, open: false }).support?.collects, false)
  assert.equal(priceOf(dear, { ...usual, support: null }).support, null)
  assert.equal(priceOf(dear, { ...usual, paidFrom: null }).paidFrom, null)
  assert.equal(leastOf(entry(dear), usual), 50)
  assert.equal(leastOf(entry(dear), { ...usual, support: null }), 500)
  assert.equal(leastOf(entry(dear), { paidFrom: null, support: null }), null)
  assert.equal(noteOf({ songId: 's' }, []), undefined)
  assert.equal(noteOf({ songId: 's', heard: 'уже звучала' }, []), 'уже звучала')
  assert.equal(noteOf({ songId: 's' }, [entry({})]), 'уже в очереди')
  assert.equal(noteOf({ songId: 'other' }, [entry({})]), undefined)
})

test('an address asks for a share of the entry that it names, of no other song’s', () => {
  const known = { songId: 's', queue: [entry({ backers: 3 })], paidFrom: 1000 }
  assert.deepEqual(shareAsked('e', known), {
    supports: 'e',
    collects: null,
    backing: '3\u00A0человека',
  })
  assert.equal(shareAsked('e', { ...known, songId: 'other' }), null)
  assert.equal(shareAsked('gone', known), null)
  assert.equal(shareAsked(null, known), null)
  assert.equal(shareAsked(NEW_SHARE, known)?.collect, true)
  assert.equal(shareAsked(NEW_SHARE, { ...known, paidFrom: null }), null)
})

const song = { songId: 's', title: 'Перемен', artistName: 'Кино', imageUrl: '' }
const page: SheetPage = {
  open: true,
  queue: [],
  battle: undefined,
  look: 'sum',
  songs: [song],
  paidFrom: 100,
  support: null,
}
const none = { rejected: null, wrongAmount: null }
const cheap = {
  rejected: null,
  wrongAmount: { wish: { ...song, amount: rublesToKopecks(50) }, words: 'Минимум 70 ₽' },
}
const at = (address: string, answers: Pick<OrderScreenState, 'wrongAmount'> = none, more = {}) =>
  songAsked(new URLSearchParams(address), answers, { ...page, ...more })
const shown = (asked = {}, answers: Parameters<typeof sheetShown>[1] = none, more = {}) =>
  sheetShown({ song, isOpen: true, share: null, suggesting: false, ...asked }, answers, {
    ...page,
    ...more,
  })

test('an address asks for a vote of a battle by money while it runs, also once the reception is closed', () => {
  const battle = { id: 'b', endsAt: '', songs: [{ ...song, votes: 0 }] }
  const asked = { share: 'b', song }
  const paid = { ...battle, paid: true }
  assert.equal(at('song=s&share=b', none, { open: false, battle: paid }), song)
  const vote = shown(asked, none, { battle: paid })
  assert.deepEqual([vote.share?.battle, vote.paidFrom], ['b', 10])
  for (const other of [
    battle,
    { ...paid, ended: { at: '', winner: null } },
    { ...paid, songs: [] },
  ]) {
    assert.equal(at('song=s&share=b', none, { open: false, battle: other }), null)
    assert.equal(shown(asked, none, { battle: other }).share, null)
  }
})

test('an address opens the sheet of a song of the page, or of a refused order that no list has', () => {
  assert.equal(at('song=s'), song)
  assert.equal(at('song=other'), null)
  assert.equal(at('song=s', cheap, { songs: [] }), cheap.wrongAmount.wish)
  assert.equal(at('song=other', cheap, { songs: [] }), null)
})

test('where nothing can be ordered only a share opens a sheet', () => {
  const closed = { open: false, support: { shareFrom: 10, collects: false } }
  assert.equal(at('song=s', none, closed), null)
  const waits = { ...closed, queue: [entry({})] }
  assert.equal(at('song=s&share=e', none, waits), song)
  assert.equal(at('song=s&share=e', none, { ...waits, support: null }), null)
})

test('a sheet for a share or a vote closes once that is over, and asks for no order instead', () => {
  const support = { shareFrom: 10, collects: true }
  const battle = { id: 'b', endsAt: '', paid: true as const, songs: [{ ...song, votes: 0 }] }
  const ended = { ...battle, ended: { at: '', winner: null } }
  assert.equal(at('song=s&share=b', none, { battle }), song)
  assert.equal(at('song=s&share=b', none, { battle: ended }), null)
  assert.equal(at('song=s&share=e', none, { support, queue: [entry({})] }), song)
  assert.equal(at('song=s&share=e', none, { support }), null)
  assert.equal(at('song=s&share=e', none, { queue: [entry({})] }), null)
  assert.equal(at(`song=s&share=${NEW_SHARE}`, none, { support }), song)
  assert.equal(at(`song=s&share=${NEW_SHARE}`, none, { support, paidFrom: null }), null)
})

test('a refused sum is told at its field by the present price, and in a sheet of its own once that is closed', () => {
  const open = shown({}, cheap)
  assert.deepEqual(open.wrongAmount, { words: 'Минимум 100 ₽', typed: '50' })
  assert.deepEqual([open.written, open.rejected], [cheap.wrongAmount.wish, null])
  const paid = shown({}, cheap, { paidFrom: 40 })
  assert.equal(paid.wrongAmount?.words, 'Минимум 70 ₽')
  const closed = shown({ isOpen: false }, cheap)
  assert.deepEqual([closed.wrongAmount, closed.rejected], [null, 'Минимум 70 ₽'])
  assert.equal(shown({}, cheap, { paidFrom: null }).rejected, 'Минимум 70 ₽')
})

test('a share has a minimum of its own, and an order leads to one', () => {
  const more = { support: { shareFrom: 10, collects: false }, queue: [entry({ backers: 3 })] }
  const share = shown({ share: 'e' }, none, more)
  assert.deepEqual([share.paidFrom, share.share?.supports, share.instead], [10, 'e', null])
  const order = shown({}, none, more)
  assert.deepEqual([order.paidFrom, order.share, order.instead?.share], [100, null, 'e'])
  assert.equal(shown({ share: 'e', suggesting: true }, none, more).paidFrom, 100)
})

test('a refused suggestion is typed again into its own sheet', () => {
  const wish = { ...song, songId: null, amount: rublesToKopecks(50) }
  const refused = { rejected: null, wrongAmount: { wish, words: 'Минимум 70 ₽' } }
  const own = shown({ song: null, isOpen: false, suggesting: true }, refused)
  assert.deepEqual([own.suggested, own.written], [wish, wish])
})

test('ready sums begin at the least one and call only a habit of the evening usual', () => {
  const sums = (min: number, usual: number | null = null, missing: number | null = null) =>
    readySums(min, { usual, missing }).map(({ rubles, words }) => `${rubles} ${words}`.trim())
  assert.deepEqual(sums(100), ['100 минимум', '200', '500 от души'])
  assert.deepEqual(sums(100, 300), ['100 минимум', '300 чаще всего', '500 от души'])
  assert.deepEqual(sums(50, null, 150), ['50 минимум', '100', '150 и собрали'])
  assert.deepEqual(sums(10, null, 50), ['10 минимум', '50 и собрали'])
  assert.deepEqual(sums(1000), ['1000 минимум'])
  assert.deepEqual(sums(10), ['10 минимум', '50', '100 от души'])
})
