import assert from 'node:assert/strict'
import { test } from 'node:test'
import { makeDrawingQueue } from './drawing-queue.ts'

const bytes = (size = 1) => new Uint8Array(size)

test('a card is drawn once for all who ask meanwhile, and is kept after that', async () => {
  const line = makeDrawingQueue()
  let times = 0
  const draw = async () => {
    times += 1
    return bytes()
  }
  await Promise.all([line.take('lada', '1', draw), line.take('lada', '1', draw)])
  await line.take('lada', '1', draw)
  assert.equal(times, 1)
  await line.take('lada', '2', draw)
  assert.equal(times, 2)
  assert.equal(line.size().pictures, 1)
})

test('one card is drawn at a time, also behind one that failed', async () => {
  const line = makeDrawingQueue()
  let atOnce = 0
  let most = 0
  const draw = (fails: boolean) => async () => {
    atOnce += 1
    most = Math.max(most, atOnce)
    await new Promise((done) => setImmediate(done))
    atOnce -= 1
    if (fails) throw new Error('no paper')
    return bytes()
  }
  const all = await Promise.allSettled(
    [false, true, false, true, false].map((fails, at) => line.take(String(at), '1', draw(fails))),
  )
  assert.equal(most, 1)
  assert.deepEqual(
    all.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled', 'rejected', 'fulfilled'],
  )
})

test('what is kept never grows without end, and what was asked for lately stays', async () => {
  const line = makeDrawingQueue()
  let drawnFirst = 0
  const first = () =>
    line.take('first', '1', async () => {
      drawnFirst += 1
      return bytes()
    })
  await first()
  for (let at = 0; at < 300; at += 1) {
    await line.take(`other ${at}`, '1', async () => bytes())
    await first()
  }
  assert.equal(line.size().pictures, 200)
  assert.equal(drawnFirst, 1)
  for (let at = 0; at < 8; at += 1)
    await line.take(`huge ${at}`, '1', async () => bytes(10 * 1024 * 1024))
  assert.ok(line.size().bytes <= 50 * 1024 * 1024)
})

test('whoever comes when too many wait is told to come again', async () => {
  const line = makeDrawingQueue()
  let open = () => {}
  const gate = new Promise<void>((done) => (open = done))
  const draw = async () => {
    await gate
    return bytes()
  }
  const waiting = Array.from({ length: 60 }, (_, at) => line.take(String(at), '1', draw))
  await assert.rejects(line.take('one more', '1', draw), { code: 'OVERLOADED' })
  open()
  await Promise.all(waiting)
  await line.take('one more', '1', draw)
})
