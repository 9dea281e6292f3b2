import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entry, makeEvening, SONGS } from './command.fixture.ts'
import type { Action } from './command.ts'
import { readCommand, UNDO_WINDOW_MS } from './command-outbox.ts'
import { sendCommands, undoableText } from './send-commands.ts'

/** Takes out a guest's orders: «В» that somebody else wants too, and «Г». */
const GUEST: Action = {
  kind: 'guest',
  askId: 'ask',
  name: 'Аня',
  entries: ['В', 'Г'],
  leaving: ['Г'],
  returned: 50_000,
}

test('a guest’s orders are gone from the pad at once, and from the server when the hold is over', async () => {
  const pad = makeEvening(SONGS)
  pad.press(GUEST, { holds: true })
  assert.deepEqual(pad.shown(), ['А NOW', 'Б QUEUED', 'В QUEUED'])
  await sendCommands(pad.options)
  assert.deepEqual(pad.sent, [])
  pad.later(UNDO_WINDOW_MS)
  const report = await sendCommands(pad.options)
  assert.deepEqual(report.cancelled, [])
  assert.deepEqual(pad.serverQueue(), ['А NOW', 'Б QUEUED', 'В QUEUED'])
})

test('without a network the press is kept, and done once when its answer was lost', async () => {
  const pad = makeEvening([...SONGS, entry('Д', 'COLLECTING')])
  pad.press({ ...GUEST, entries: ['Г', 'Д'], leaving: ['Г', 'Д'] })
  pad.outcome('answer lost')
  assert.equal((await sendCommands(pad.options)).end, 'later')
  assert.equal(pad.waitingCount(), 1)
  pad.later(60_000)
  const report = await sendCommands(pad.options)
  assert.deepEqual([report.end, report.late, report.cancelled.length], ['empty', 1, 0])
  assert.deepEqual(pad.serverQueue(), ['А NOW', 'Б QUEUED', 'В QUEUED'])
  assert.deepEqual(pad.shown(), pad.serverQueue())
})

test('a delayed press for songs that were played meanwhile tells that nothing of his waits', async () => {
  const pad = makeEvening(SONGS)
  pad.press({ ...GUEST, entries: ['Б'], leaving: ['Б'] })
  pad.later(60_000)
  const played = pad.serverState().queue.filter(({ id }) => id !== 'Б')
  const report = await sendCommands({
    ...pad.options,
    loadState: async () => ({ ...pad.serverState(), queue: played }),
  })
  assert.deepEqual(
    report.cancelled.map(({ why }) => why),
    ['Заказы этого гостя уже не ждут'],
  )
})

test('it says how many, whose and what goes back, and is read from the device', () => {
  assert.equal(undoableText(GUEST)?.text, 'Убрали 2 заказа: Аня. Вернём 500\u00A0₽')
  const free = { ...GUEST, name: '', returned: 0, entries: ['Г'] }
  assert.equal(undoableText(free)?.text, 'Убрали 1 заказ: гость без имени')
  const untold = undoableText({ ...GUEST, returned: 0, paid: true })
  assert.equal(untold?.text, 'Убрали 2 заказа: Аня. Вернём деньги')
  const stored = { key: 'k', sessionId: 's', at: 1, state: 'waiting', action: GUEST }
  assert.deepEqual(readCommand(stored)?.action, GUEST)
  assert.equal(readCommand({ ...stored, action: { kind: 'guest', askId: 'ask' } }), null)
})
