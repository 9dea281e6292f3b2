import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nowOf } from '#domain/queue/queue.ts'
import { UNDO_WINDOW_MS } from './command-outbox.ts'
import { entry, makeEvening, SONGS } from './command.fixture.ts'
import { sendCommands } from './send-commands.ts'

const reasonsOf = (report: Awaited<ReturnType<typeof sendCommands>>) =>
  report.cancelled.map(({ why }) => why)

test('a song that is put away is gone from the pad at once, and from the server when its hold is over', async () => {
  const pad = makeEvening(SONGS)
  pad.hold('В')
  assert.deepEqual(pad.shown(), ['А NOW', 'Б QUEUED', 'Г SCHEDULED'])
  pad.later(UNDO_WINDOW_MS - 100)
  assert.equal((await sendCommands(pad.options)).end, 'empty')
  assert.deepEqual(pad.sent, [])
  assert.equal(pad.waitingCount(), 1)

  pad.later(100)
  const report = await sendCommands(pad.options)
  assert.deepEqual(report, { end: 'empty', late: 0, cancelled: [], restSeconds: 0 })
  assert.deepEqual(pad.serverQueue(), ['А NOW', 'Б QUEUED', 'Г SCHEDULED'])
})

test('a held press that is taken back never reaches the server', async () => {
  const pad = makeEvening(SONGS)
  const press = pad.hold('В')
  assert.ok(press)
  pad.options.drop(press)
  pad.later(60_000)
  await sendCommands(pad.options)
  assert.deepEqual(pad.sent, [])
  assert.deepEqual(pad.shown(), ['А NOW', 'Б QUEUED', 'В QUEUED', 'Г SCHEDULED'])
})

test('a later press ends the hold, and goes out behind the one that was held', async () => {
  const pad = makeEvening(SONGS)
  const held = pad.hold('Б')
  const next = pad.next()
  await sendCommands(pad.options)
  assert.deepEqual(pad.sent, [held?.key, next?.key])
  assert.deepEqual(pad.serverQueue(), ['В NOW', 'Г SCHEDULED'])
})

test('what was pressed before a held press does not wait for it', async () => {
  const pad = makeEvening(SONGS)
  const next = pad.next()
  pad.hold('В')
  await sendCommands(pad.options)
  assert.deepEqual(pad.sent, [next?.key])
  assert.equal(pad.waitingCount(), 1)
})

test('a press that is let go leaves at once and is told of as little as any other', async () => {
  const pad = makeEvening(SONGS)
  pad.hold('В')
  pad.later(4000)
  pad.release()
  const report = await sendCommands(pad.options)
  assert.deepEqual(report, { end: 'empty', late: 0, cancelled: [], restSeconds: 0 })
  assert.deepEqual(pad.serverQueue(), ['А NOW', 'Б QUEUED', 'Г SCHEDULED'])
})

test('a held press that waits for the network after its hold is told of', async () => {
  const pad = makeEvening(SONGS)
  pad.hold('В')
  pad.later(UNDO_WINDOW_MS + 60_000)
  assert.equal((await sendCommands(pad.options)).late, 1)
})

test('a song that was put away elsewhere and ordered anew during the hold is left alone', async () => {
  const pad = makeEvening(SONGS)
  pad.hold('Г')
  pad.elsewhere((queue) => {
    const song = queue.find(({ title }) => title === 'Г')
    return song === undefined ? null : { kind: 'skip', entry: song }
  })
  pad.order('Г', 'Г2')
  pad.later(UNDO_WINDOW_MS)
  await sendCommands(pad.options)
  assert.deepEqual(pad.sent, [])
  assert.deepEqual(pad.serverQueue(), ['А NOW', 'Б QUEUED', 'В QUEUED', 'Г SCHEDULED'])
})

test('a song that began to sound elsewhere during the hold sounds on, and its press is named', async () => {
  const pad = makeEvening(SONGS)
  pad.hold('Б')
  pad.elsewhere((queue) => ({ kind: 'next', chosen: false, played: nowOf(queue), started: null }))
  pad.later(UNDO_WINDOW_MS)
  const { cancelled } = await sendCommands(pad.options)
  assert.deepEqual(
    cancelled.map(({ why, late }) => [why, late]),
    [['Эта песня уже играет', true]],
  )
  assert.deepEqual(pad.serverQueue(), ['Б NOW', 'В QUEUED', 'Г SCHEDULED'])
})

test('the song that sounds is interrupted without a network, and its new order stays', async () => {
  const pad = makeEvening(SONGS)
  pad.hold('А')
  pad.order('А', 'А2')
  assert.deepEqual(pad.shown(), ['Б QUEUED', 'В QUEUED', 'Г SCHEDULED'])
  pad.later(UNDO_WINDOW_MS)
  pad.outcome('fine', 'answer lost')
  assert.equal((await sendCommands(pad.options)).end, 'later')
  const { cancelled } = await sendCommands(pad.options)
  assert.deepEqual([cancelled, pad.sent.length], [[], 1])
  assert.deepEqual(pad.serverQueue(), ['Б QUEUED', 'В QUEUED', 'Г SCHEDULED', 'А SCHEDULED'])
})

test('an interrupted song that another hand made wait again is left there, and the press is named', async () => {
  const pad = makeEvening(SONGS)
  pad.next()
  await sendCommands(pad.options)
  pad.hold('Б')
  pad.elsewhere(() => ({ kind: 'undo', entry: entry('А', 'PLAYED') }))
  pad.later(UNDO_WINDOW_MS)
  assert.deepEqual(reasonsOf(await sendCommands(pad.options)), ['Эта песня сейчас не играет'])
  assert.deepEqual(pad.serverQueue(), ['А NOW', 'Б QUEUED', 'В QUEUED', 'Г SCHEDULED'])
})

test('a clock that was set back holds no press for hours', async () => {
  const pad = makeEvening(SONGS)
  pad.hold('В')
  pad.later(-3_600_000)
  await sendCommands(pad.options)
  assert.deepEqual(pad.serverQueue(), ['А NOW', 'Б QUEUED', 'Г SCHEDULED'])
})

test('a song that another hand begins at the moment of «Удалить» sounds on', async () => {
  const pad = makeEvening(SONGS)
  pad.pressOn('skip', 'Б')
  pad.elsewhere((queue) => ({ kind: 'next', chosen: false, played: nowOf(queue), started: null }))
  assert.deepEqual(reasonsOf(await sendCommands(pad.options)), ['Эта песня уже играет'])
  assert.deepEqual(pad.serverQueue(), ['Б NOW', 'В QUEUED', 'Г SCHEDULED'])
})

test('an interruption of a song that was played through meanwhile is named', async () => {
  const pad = makeEvening(SONGS)
  pad.hold('А')
  pad.elsewhere((queue) => ({ kind: 'next', chosen: false, played: nowOf(queue), started: null }))
  pad.later(UNDO_WINDOW_MS)
  assert.deepEqual(reasonsOf(await sendCommands(pad.options)), ['Эта песня сейчас не играет'])
})
