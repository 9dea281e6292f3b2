import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nowOf } from '#domain/queue/queue.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { CallFailed } from '#web/lib/calls/call-failed.ts'
import type { PadCommand } from './command.ts'
import { ELSEWHERE, entry, FIRST_END, makeEvening, SONGS } from './command.fixture.ts'
import type { SendOptions } from './send-commands.ts'
import { sendCommands } from './send-commands.ts'

const reasonsOf = (report: Awaited<ReturnType<typeof sendCommands>>) =>
  report.cancelled.map(({ why }) => why)

/** Refuses only this command. */
function refusing(
  { options }: ReturnType<typeof makeEvening>,
  command: PadCommand | undefined,
  status: number,
  code: string,
): SendOptions['send'] {
  return (sent, known) => {
    if (sent.key !== command?.key) return options.send(sent, known)
    throw new CallFailed({ status, code, message: 'Нельзя' })
  }
}

test('presses without a network are shown at once and reach the server in their order later', async () => {
  const pad = makeEvening(SONGS)
  pad.next()
  pad.pressOn('queue', 'Г')
  pad.pressOn('top', 'Г')
  assert.deepEqual(pad.shown(), ['Б NOW', 'Г QUEUED', 'В QUEUED'])
  pad.outcome('lost')
  assert.equal((await sendCommands(pad.options)).end, 'later')
  assert.deepEqual(pad.serverQueue(), ['А NOW', 'Б QUEUED', 'В QUEUED', 'Г SCHEDULED'])
  assert.equal(pad.waitingCount(), 3)

  pad.later(60_000)
  const report = await sendCommands(pad.options)
  assert.deepEqual(report, { end: 'empty', late: 3, cancelled: [], restSeconds: 0 })
  assert.deepEqual(pad.serverQueue(), ['Б NOW', 'Г QUEUED', 'В QUEUED'])
  assert.deepEqual(pad.shown(), pad.serverQueue())
})

test('what is collected for stands below the queue whatever is pressed, and leaves where it is put away', () => {
  const pad = makeEvening([...SONGS, entry('Д', 'COLLECTING'), entry('Е', 'COLLECTING')])
  pad.next()
  pad.pressOn('queue', 'Г')
  pad.pressOn('skip', 'Д')
  assert.deepEqual(pad.shown(), ['Б NOW', 'В QUEUED', 'Г QUEUED', 'Е COLLECTING'])
})

test('a press that goes out at once asks nothing else and is told of no more', async () => {
  const pad = makeEvening(SONGS)
  pad.next()
  const report = await sendCommands(pad.options)
  assert.equal(report.late, 0)
  assert.equal(pad.sent.length, 1)
  assert.deepEqual(pad.played, [{ title: 'А', by: pad.sent[0] }])
})

test('a press whose answer was lost is not done twice, with or without a server that knows its key', async () => {
  for (const knowsKeys of [true, false]) {
    const pad = makeEvening(SONGS, { knowsKeys })
    pad.next()
    pad.outcome('answer lost')
    assert.equal((await sendCommands(pad.options)).end, 'later')
    pad.next()
    const report = await sendCommands(pad.options)
    assert.equal(report.cancelled.length, 0)
    assert.deepEqual(pad.serverQueue(), ['В NOW', 'Г SCHEDULED'])
    assert.deepEqual(
      pad.played.map(({ title }) => title),
      ['А', 'Б'],
    )
  }
})

test('a song that another hand played meanwhile is not played through, and the following presses go on', async () => {
  const pad = makeEvening(SONGS)
  pad.next()
  pad.pressOn('queue', 'Г')
  pad.later(60_000)
  for (let press = 0; press < 2; press++)
    pad.elsewhere((queue) => ({ kind: 'next', chosen: false, played: nowOf(queue), started: null }))
  const report = await sendCommands(pad.options)
  assert.deepEqual(reasonsOf(report), ['Песня уже сменилась'])
  assert.deepEqual(
    pad.played.map(({ title, by }) => [title, by]),
    [
      ['А', ELSEWHERE],
      ['Б', ELSEWHERE],
    ],
  )
  assert.deepEqual(pad.serverQueue(), ['В NOW', 'Г QUEUED'])
})

test('who pressed in the dark plays what the pad showed, whatever stands first by now', async () => {
  const pad = makeEvening(SONGS)
  pad.next()
  pad.later(60_000)
  pad.elsewhere((queue) => {
    const song = queue.find(({ title }) => title === 'В')
    return song === undefined ? null : { kind: 'top', entry: song }
  })
  await sendCommands(pad.options)
  assert.deepEqual(pad.serverQueue(), ['Б NOW', 'В QUEUED', 'Г SCHEDULED'])
})

test('who pressed in the dark with nothing waiting starts no order that came meanwhile', async () => {
  const pad = makeEvening([entry('А', 'NOW')])
  pad.next()
  pad.addSong('Своя')
  pad.next()
  pad.later(60_000)
  pad.order('Д')
  assert.deepEqual((await sendCommands(pad.options)).cancelled, [])
  assert.deepEqual(pad.serverQueue(), ['Своя NOW', 'Д SCHEDULED'])
  assert.deepEqual(pad.shown(), pad.serverQueue())
})

test('a clock that was set back makes no old press a fresh one', async () => {
  const pad = makeEvening(SONGS)
  pad.next()
  pad.later(-3_600_000)
  pad.elsewhere((queue) => {
    const song = queue.find(({ title }) => title === 'В')
    return song === undefined ? null : { kind: 'top', entry: song }
  })
  await sendCommands(pad.options)
  assert.deepEqual(pad.serverQueue(), ['Б NOW', 'В QUEUED', 'Г SCHEDULED'])
})

test('a song that was put away and ordered anew is not put away by the press on the former one', async () => {
  const pad = makeEvening(SONGS)
  pad.pressOn('skip', 'Г')
  pad.outcome('answer lost')
  await sendCommands(pad.options)
  pad.order('Г')
  const fresh = pad
    .serverState()
    .queue.map((one) => (one.title === 'Г' ? { ...one, id: 'Г2' } : one))
  const later = makeEvening(fresh)
  const action = pad.options.commands()[0]?.action
  assert.ok(action !== undefined)
  assert.equal(later.press(action), null)
  assert.deepEqual(later.serverQueue(), ['А NOW', 'Б QUEUED', 'В QUEUED', 'Г SCHEDULED'])
})

test('a step that cannot be done any more is cancelled with its reason, and those after it are sent', async () => {
  const pad = makeEvening(SONGS)
  pad.pressOn('top', 'Г')
  pad.pressOn('skip', 'В')
  pad.later(60_000)
  pad.elsewhere((queue) => {
    const song = queue.find(({ title }) => title === 'Г')
    return song === undefined ? null : { kind: 'skip', entry: song }
  })
  const report = await sendCommands(pad.options)
  assert.deepEqual(reasonsOf(report), ['Этой песни уже нет в очереди'])
  assert.equal(report.late, 1)
  assert.deepEqual(pad.serverQueue(), ['А NOW', 'Б QUEUED'])
})

test('presses of a concert that has ended are cancelled and change nothing', async () => {
  const pad = makeEvening(SONGS)
  pad.next()
  pad.next()
  pad.later(60_000)
  pad.end()
  const report = await sendCommands(pad.options)
  assert.equal(report.end, 'over')
  assert.deepEqual(reasonsOf(report), ['Концерт уже завершён', 'Концерт уже завершён'])
  assert.equal(pad.waitingCount(), 0)
  assert.deepEqual(pad.played, [])
})

test('a fresh press that meets the end of the concert is cancelled with all behind it', async () => {
  const pad = makeEvening(SONGS)
  pad.next()
  pad.pressOn('queue', 'Г')
  pad.end()
  const report = await sendCommands(pad.options)
  assert.equal(report.end, 'over')
  assert.deepEqual(reasonsOf(report), ['Концерт уже завершён', 'Концерт уже завершён'])
})

test('presses are kept where the end that was told of cannot be looked at', async () => {
  const pad = makeEvening(SONGS)
  pad.next()
  pad.end()
  pad.outcome('fine', 'lost')
  const report = await sendCommands(pad.options)
  assert.equal(report.end, 'later')
  assert.equal(pad.waitingCount(), 1)
})

test('one press that is refused although the concert goes on holds up no other', async () => {
  const pad = makeEvening(SONGS)
  pad.next()
  pad.pressOn('queue', 'Г')
  const [stubborn] = pad.options.commands()
  const send = refusing(pad, stubborn, 409, 'SESSION_NOT_OPEN')
  const report = await sendCommands({ ...pad.options, send })
  assert.deepEqual(reasonsOf(report), ['Нельзя'])
  assert.deepEqual(pad.serverQueue(), ['А NOW', 'Б QUEUED', 'В QUEUED', 'Г QUEUED'])
})

test('a forbidden press waits where the login has ended, and is cancelled where it goes on', async () => {
  for (const ended of [true, false]) {
    const pad = makeEvening(SONGS)
    pad.next()
    const send = refusing(pad, pad.options.commands()[0], 403, 'NOT_YOURS')
    const report = await sendCommands({ ...pad.options, send, endsLogin: () => ended })
    assert.equal(report.end, ended ? 'later' : 'empty')
    assert.deepEqual(reasonsOf(report), ended ? [] : ['Нельзя'])
    assert.equal(pad.waitingCount(), ended ? 1 : 0)
  }
})

test('a next that is taken back before it was sent never reaches the server', async () => {
  const pad = makeEvening(SONGS)
  const press = pad.next()
  assert.ok(press)
  pad.options.drop(press)
  assert.deepEqual(pad.shown(), pad.serverQueue())
  await sendCommands(pad.options)
  assert.deepEqual(pad.sent, [])
})

test('a next of unknown fate is undone behind it: the song sounds again', async () => {
  const pad = makeEvening(SONGS)
  pad.next()
  pad.outcome('answer lost')
  await sendCommands(pad.options)
  pad.press({ kind: 'undo', entry: entry('А', 'PLAYED') })
  assert.deepEqual(pad.shown(), ['А NOW', 'Б QUEUED', 'В QUEUED', 'Г SCHEDULED'])
  await sendCommands(pad.options)
  assert.deepEqual(pad.serverQueue(), ['А NOW', 'Б QUEUED', 'В QUEUED', 'Г SCHEDULED'])
})

test('a queued song goes back to the orders without a network, once', async () => {
  const pad = makeEvening(SONGS)
  pad.pressOn('back', 'Б')
  assert.deepEqual(pad.shown(), ['А NOW', 'В QUEUED', 'Б SCHEDULED', 'Г SCHEDULED'])
  assert.equal(pad.pressOn('back', 'Г'), null)
  pad.outcome('answer lost')
  assert.equal((await sendCommands(pad.options)).end, 'later')
  assert.equal((await sendCommands(pad.options)).cancelled.length, 0)
  assert.deepEqual([pad.serverQueue(), pad.sent.length], [pad.shown(), 1])

  pad.pressOn('back', 'В')
  pad.elsewhere((queue) => ({ kind: 'next', chosen: false, played: nowOf(queue), started: null }))
  pad.later(60_000)
  assert.deepEqual(reasonsOf(await sendCommands(pad.options)), ['Эта песня уже играет'])
})

test('the reception closes and the end moves without a network, each once', async () => {
  for (const knowsKeys of [true, false]) {
    const pad = makeEvening(SONGS, { knowsKeys })
    const end = (minutes: number) => new Date(Date.parse(FIRST_END) + minutes * MINUTE_MS)
    pad.press({ kind: 'close' })
    pad.playLonger(15)
    pad.playLonger(30)
    assert.equal(pad.press({ kind: 'close' }), null)
    pad.later(60_000)
    pad.outcome('fine', 'answer lost', 'fine', 'answer lost')
    await sendCommands(pad.options)
    assert.equal((await sendCommands(pad.options)).end, 'later')
    const report = await sendCommands(pad.options)
    assert.deepEqual([report.end, report.cancelled], ['empty', []])
    assert.equal(pad.serverState().endsAt, end(45).toISOString())
    assert.deepEqual(pad.shownState(), pad.serverSummary())
    assert.ok(pad.serverState().closed)
  }
})

test('after the planned end the concert goes on from the press, however late that is sent', async () => {
  const pad = makeEvening(SONGS)
  pad.later(Date.parse(FIRST_END) + 20 * MINUTE_MS - pad.options.now())
  const end = new Date(pad.options.now() + 15 * MINUTE_MS).toISOString()
  pad.playLonger(15)
  assert.equal(pad.shownState().endsAt, end)
  pad.later(60_000)
  pad.outcome('fine', 'answer lost')
  assert.equal((await sendCommands(pad.options)).end, 'later')
  assert.deepEqual((await sendCommands(pad.options)).cancelled, [])
  assert.deepEqual([pad.serverState().endsAt, pad.shownState().endsAt], [end, end])
})

test('a song that the artist types enters the queue without a network, once, and is played as any other', async () => {
  for (const knowsKeys of [true, false]) {
    const pad = makeEvening(SONGS, { knowsKeys })
    pad.addSong('Своя')
    pad.pressOn('top', 'Своя')
    assert.deepEqual(pad.shown(), ['А NOW', 'Своя QUEUED', 'Б QUEUED', 'В QUEUED', 'Г SCHEDULED'])
    pad.later(60_000)
    pad.outcome('fine', 'answer lost')
    assert.equal((await sendCommands(pad.options)).end, 'later')
    pad.next()
    assert.deepEqual((await sendCommands(pad.options)).cancelled, [])
    assert.deepEqual(pad.serverQueue(), ['Своя NOW', 'Б QUEUED', 'В QUEUED', 'Г SCHEDULED'])
    assert.deepEqual(pad.shown(), pad.serverQueue())
  }
})

test('a song is put elsewhere without a network, once, and stays where another hand changed the list', async () => {
  const pad = makeEvening(SONGS)
  pad.move('Г', 'QUEUED', 'Б')
  pad.move('Б', 'QUEUED', null)
  const stands = ['А NOW', 'Г QUEUED', 'В QUEUED', 'Б QUEUED']
  assert.deepEqual(pad.shown(), stands)
  assert.equal(pad.move('Г', 'QUEUED', 'В'), null)
  pad.later(60_000)
  pad.outcome('fine', 'answer lost')
  assert.equal((await sendCommands(pad.options)).end, 'later')
  assert.deepEqual((await sendCommands(pad.options)).cancelled, [])
  assert.deepEqual(pad.serverQueue(), stands)

  pad.move('Б', 'QUEUED', 'В')
  pad.elsewhere((queue) => {
    const song = queue.find(({ title }) => title === 'В')
    return song === undefined ? null : { kind: 'back', entry: song }
  })
  assert.deepEqual(reasonsOf(await sendCommands(pad.options)), [
    'Список уже изменился: перетащите песню ещё раз',
  ])
  assert.deepEqual(pad.serverQueue(), ['А NOW', 'Г QUEUED', 'Б QUEUED', 'В SCHEDULED'])
})

test('the clock is asked to close the reception without a network, once', async () => {
  const pad = makeEvening(SONGS)
  pad.press({ kind: 'byClock' })
  assert.equal(pad.press({ kind: 'byClock' }), null)
  pad.later(60_000)
  pad.outcome('fine', 'answer lost')
  assert.equal((await sendCommands(pad.options)).end, 'later')
  assert.deepEqual((await sendCommands(pad.options)).cancelled, [])
  assert.ok(pad.serverState().byClock)
  assert.deepEqual(pad.shownState(), pad.serverSummary())
})
