import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { HELD_MS } from './held.ts'
import { openPressSender } from './press-sender.ts'
import { entry, makeEvening } from './press.test-world.ts'
import type { Report } from './send-presses.ts'

const SONGS = [entry('А', 'NOW'), entry('Б', 'QUEUED'), entry('В', 'QUEUED')]

function open(lock: string, { online = true } = {}) {
  const pad = makeEvening(SONGS)
  const reports: Report[] = []
  const failing: boolean[] = []
  const sender = openPressSender({
    lock,
    way: pad.way,
    isOnline: () => online,
    onReport: (report) => void reports.push(report),
    onFailing: (fails) => void failing.push(fails),
  })
  return { pad, reports, failing, sender }
}

test('with nothing to send nobody is asked', async () => {
  const { sender, reports } = open('idle')
  await sender.kick()
  assert.deepEqual(reports, [])
})

test('a press that comes while another one is on its way goes out after it', async () => {
  const { pad, sender } = open('busy')
  pad.next()
  const first = sender.kick()
  pad.next()
  await Promise.all([first, sender.kick()])
  assert.deepEqual(pad.truth(), ['В NOW'])
  assert.equal(pad.keptCount(), 0)
})

test('a lost network is owned up to, and the press stays', async () => {
  const { pad, sender, failing } = open('lost')
  pad.next()
  pad.fate('lost')
  await sender.kick()
  sender.close()
  assert.deepEqual(failing, [true])
  assert.equal(pad.keptCount(), 1)
})

test('a press that is taken back in the dark leaves no trouble behind', async () => {
  const { pad, sender, failing } = open('taken back')
  const press = pad.next()
  assert.ok(press)
  pad.fate('lost')
  await sender.kick()
  pad.way.drop(press)
  await sender.kick()
  sender.close()
  assert.deepEqual(failing, [true, false])
})

test('a browser without a network is asked for nothing, so that a press can still be taken back', async () => {
  const { pad, sender, failing } = open('dark', { online: false })
  pad.next()
  await sender.kick()
  sender.close()
  assert.deepEqual(failing, [true])
  assert.deepEqual(
    pad.way.kept().map(({ sent }) => sent),
    [false],
  )
})

test('of two tabs with the same presses one sends', async () => {
  const one = open('shared')
  const other = open('shared')
  other.pad.next()
  one.pad.next()
  await Promise.all([one.sender.kick(), other.sender.kick()])
  one.sender.close()
  other.sender.close()
  assert.equal(one.pad.keptCount() + other.pad.keptCount(), 1)
})

test('a held press leaves by itself when its hold is over, and till then nobody is asked', async ({
  mock,
}) => {
  mock.timers.enable({ apis: ['setTimeout'] })
  const { pad, sender, failing, reports } = open('held')
  const elapse = (ms: number) => {
    pad.later(ms)
    mock.timers.tick(ms)
    return setImmediate()
  }
  pad.hold('В')
  await sender.kick()
  assert.deepEqual([pad.sent.length, failing, reports], [0, [false], []])
  await elapse(HELD_MS - 100)
  assert.equal(pad.sent.length, 0)
  await elapse(100)
  for (let turn = 0; turn < 20; turn += 1) await setImmediate()
  sender.close()
  assert.deepEqual(pad.truth(), ['А NOW', 'Б QUEUED'])
  assert.equal(pad.keptCount(), 0)
})
