import assert from 'node:assert/strict'
import { test } from 'node:test'
import { concertRules } from './concert-rules.ts'

const account = { paidFrom: null, minSongAmount: 50 }
const live = { sessionStatus: 'NOW', active: true, listeners: 1 } as const
const NOW = '2026-11-21T21:00:00+03:00'
type ChannelSession = Parameters<typeof concertRules>[0]['session']
const viewer = (now = NOW) => ({ zone: 'Europe/Moscow', now: new Date(now) })
const rules = (session: ChannelSession, first = {}, now = NOW) =>
  concertRules({ session }, first, account, viewer(now))

test('a concert without rules of its own shows no line and goes as the account says', () => {
  assert.deepEqual(rules(live), {
    line: null,
    placing: 'arrival 2 false null',
    paidFrom: null,
    freeWaiting: 2,
    suggestions: true,
    reception: true,
    paused: 'Концерт на паузе',
    support: null,
    asks: { words: 'name_and_words', namesShown: false, singing: false },
  })
})

test('a break says when the concert goes on', () => {
  const { paused } = rules({ ...live, breakUntil: '2026-11-21T18:45:00.000Z' })
  assert.equal(paused, 'Перерыв, продолжим в 21:45')
})

test('the channel has the last word over what the page came with', () => {
  const first = { rules: { lastCall: 'closed' } }
  assert.equal(rules(null, first).reception, false)
  assert.equal(rules(live, first).reception, true)
})

test('a concert alone may take money, at the minimum of the account or its own', () => {
  assert.equal(rules({ ...live, rules: { money: 'paid' } }).paidFrom, 50)
  assert.equal(rules({ ...live, rules: { money: 'paid', minSongAmount: 300 } }).paidFrom, 300)
})

test('the account keeps to the repertoire until the concert says otherwise', () => {
  const own = { ...account, repertoireOnly: true as const }
  const songs = (choice: 'account' | 'everything') => {
    const session = { ...live, rules: { songs: choice } }
    const { line, suggestions } = concertRules({ session }, {}, own, viewer())
    return [line, suggestions]
  }
  assert.deepEqual(songs('account'), ['Только из репертуара', false])
  assert.deepEqual(songs('everything'), ['Любые песни', true])
})

test('a later end stands before the rules', () => {
  const longer = { longerMinutes: 15, dateTimeEnd: '2026-11-21T23:15:00+03:00' }
  const session = { ...live, ...longer, rules: { repeats: 'not_tonight' } } as const
  assert.equal(rules(session).line, 'Играем дольше, до 23:15 · Без повторов')
  assert.equal(rules(session, {}, longer.dateTimeEnd).line, 'Без повторов')
})
