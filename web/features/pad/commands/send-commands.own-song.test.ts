import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entry, makeEvening, SONGS } from './command.fixture.ts'
import { sendCommands } from './send-commands.ts'

const JOINED = [
  { name: 'collects money', first: [...SONGS, entry('Д', 'COLLECTING')], ordered: false },
  { name: 'was ordered meanwhile', first: SONGS, ordered: true },
]

for (const { name, first, ordered } of JOINED)
  for (const songId of ['song Д', null])
    test(`a song ${songId ?? 'that is typed'}, which ${name}, is added without a network and played as shown`, async () => {
      const pad = makeEvening(first)
      pad.addSong('Д', songId)
      pad.pressOn('top', 'Д')
      pad.next()
      pad.next()
      pad.next()
      if (ordered) pad.order('Д', 'L1')
      pad.later(60_000)
      assert.deepEqual((await sendCommands(pad.options)).cancelled, [])
      assert.deepEqual(pad.serverQueue(), ['В NOW', 'Г SCHEDULED'])
      assert.deepEqual(pad.shown(), pad.serverQueue())
      assert.deepEqual(
        pad.played.map(({ title }) => title),
        ['А', 'Д', 'Б'],
      )
    })

test('a press on an added song that follows at once means the entry that it has joined', async () => {
  const pad = makeEvening([...SONGS, entry('Д', 'COLLECTING')])
  pad.addSong('Д')
  pad.pressOn('top', 'Д')
  assert.deepEqual((await sendCommands(pad.options)).cancelled, [])
  assert.deepEqual(pad.serverQueue(), ['А NOW', 'Д QUEUED', 'Б QUEUED', 'В QUEUED', 'Г SCHEDULED'])
})

for (const kind of ['top', 'back', 'skip'] as const)
  test(`a press on a typed song that follows at once means it while its addition is under way: ${kind}`, async () => {
    const pad = makeEvening(SONGS)
    pad.addSong('Д')
    pad.pressOn(kind, 'Д')
    assert.deepEqual((await sendCommands(pad.options)).cancelled, [])
    assert.deepEqual(pad.serverQueue(), pad.shown())
  })
