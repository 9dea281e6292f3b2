import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { openOutbox, openSender } from './outbox.ts'
import type { OutboxCommand } from './outbox.ts'

type Song = OutboxCommand & { readonly title: string; readonly heldUntil?: number }

const command = (title: string): Song => ({ key: title, at: 0, state: 'waiting', title })

function readSong({ key, at, state, title }: Readonly<Record<string, unknown>>): Song | null {
  if (typeof key !== 'string' || typeof at !== 'number' || typeof title !== 'string') return null
  return state === 'waiting' || state === 'sent' ? { key, at, state, title } : null
}

/** An outbox with its sender, a server whose answers the test sets, and a clock that the test moves. */
function setUp(t: TestContext, name: string, { online = true } = {}) {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'] })
  t.mock.method(Math, 'random', () => 0)
  const outbox = openOutbox(name, readSong)
  const asked: string[] = []
  const failing: boolean[] = []
  const answers: (() => Promise<number | null>)[] = []
  let isOnline = online
  let heldUntil = 0
  const sender = openSender({
    lock: () => name,
    dueIn: () => (outbox.commands().length === 0 ? null : Math.max(0, heldUntil - Date.now())),
    async send() {
      const [first] = outbox.commands()
      assert.ok(first)
      asked.push(first.title)
      const restMs = await (answers.shift() ?? (async () => null))()
      if (restMs === null) outbox.change((all) => all.filter(({ key }) => key !== first.key))
      return restMs
    },
    isOnline: () => isOnline,
    onFailing: (fails) => void failing.push(fails),
  })
  t.after(() => {
    sender.close()
    outbox.change(() => [])
  })
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await setImmediate()
  }
  return {
    outbox,
    sender,
    asked,
    failing,
    answers,
    settle,
    add: (title: string) => outbox.change((all) => [...all, command(title)]),
    titles: () => outbox.commands().map(({ title }) => title),
    fails: (times: number, restMs = 0) => {
      for (let left = times; left > 0; left -= 1) answers.push(async () => restMs)
    },
    setOnline: (is: boolean) => (isOnline = is),
    holdFor: (ms: number) => (heldUntil = Date.now() + ms),
    async pass(ms: number) {
      t.mock.timers.tick(ms)
      await settle()
    },
  }
}

test('commands outlive the page, and what is no command is left out', () => {
  const outbox = openOutbox('reload', readSong)
  outbox.change(() => [command('a'), command('b')])
  assert.deepEqual(openOutbox('reload', readSong).commands(), [command('a'), command('b')])
  const junk = [command('a'), null, 7, 'b', [], { ...command('c'), state: 'flying' }]
  assert.deepEqual(outbox.parse(JSON.stringify(junk)), [command('a')])
  for (const text of [null, '', '{', '{}', '"a"']) assert.deepEqual(outbox.parse(text), [])
  outbox.change(() => [])
  assert.equal(outbox.text(), null)
})

test('where storage is denied or full a command waits on the page, and is sent', async (t) => {
  const full = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const localStorage = { getItem: () => null, setItem: full, removeItem: () => undefined }
  Object.assign(globalThis, { window: { localStorage } })
  t.after(() => Reflect.deleteProperty(globalThis, 'window'))
  const { add, titles, sender, asked } = setUp(t, 'full')
  add('a')
  assert.deepEqual(titles(), ['a'])
  await sender.sendNow()
  assert.deepEqual([asked, titles()], [['a'], []])
})

test('with nothing to send the server is not asked', async (t) => {
  const { sender, asked, failing } = setUp(t, 'idle')
  await sender.sendNow()
  assert.deepEqual([asked, failing], [[], [false]])
})

test('a command that is added while another one is on its way goes out after it', async (t) => {
  const { add, sender, asked, titles } = setUp(t, 'busy')
  add('a')
  const first = sender.sendNow()
  add('b')
  await Promise.all([first, sender.sendNow()])
  assert.deepEqual([asked, titles()], [['a', 'b'], []])
})

test('a command without an answer stays, is reported as failing, and goes out again', async (t) => {
  const { add, sender, asked, failing, titles, fails, pass } = setUp(t, 'lost')
  add('a')
  fails(2)
  await sender.sendNow()
  assert.deepEqual([failing, titles()], [[true], ['a']])
  await pass(2000)
  await pass(4000)
  assert.deepEqual(asked, ['a', 'a', 'a'])
  assert.deepEqual([failing.at(-1), titles()], [false, []])
})

test('the waits between the tries double, to half a minute', async (t) => {
  const { add, sender, asked, fails, pass } = setUp(t, 'waits')
  add('a')
  fails(8)
  await sender.sendNow()
  for (const [at, ms] of [2000, 4000, 8000, 16_000, 30_000, 30_000].entries()) {
    await pass(ms - 1)
    assert.equal(asked.length, at + 1)
    await pass(1)
    assert.equal(asked.length, at + 2)
  }
})

test('a server that asks to be left alone is asked again no sooner, whatever happens meanwhile', async (t) => {
  const { add, sender, asked, answers, settle, pass } = setUp(t, 'rest')
  add('a')
  let answer = (_restMs: number) => {}
  answers.push(() => new Promise((resolve) => (answer = resolve)))
  const run = sender.sendNow()
  await settle()
  void sender.sendNow()
  answer(10_000)
  await run
  await pass(9999)
  assert.deepEqual(asked, ['a'])
  await pass(1)
  assert.deepEqual(asked, ['a', 'a'])
})

test('a network that comes back while a try hangs is tried at once when that one fails', async (t) => {
  const { add, sender, asked, answers, settle } = setUp(t, 'hang')
  add('a')
  let answer = (_restMs: number) => {}
  answers.push(() => new Promise((resolve) => (answer = resolve)))
  const run = sender.sendNow()
  await settle()
  void sender.sendNow()
  answer(0)
  await run
  assert.deepEqual(asked, ['a', 'a'])
})

test('a command that is withdrawn while it waits for the network is forgotten', async (t) => {
  const { add, sender, outbox, failing, fails } = setUp(t, 'withdrawn')
  add('a')
  fails(1)
  await sender.sendNow()
  outbox.change(() => [])
  await sender.sendNow()
  assert.deepEqual(failing, [true, false])
})

test('a browser that says it is offline is believed at first, and tried all the same later', async (t) => {
  const { add, sender, asked, failing, pass, setOnline } = setUp(t, 'dark', { online: false })
  add('a')
  await sender.sendNow()
  assert.deepEqual([asked, failing], [[], [true]])
  await pass(2000)
  assert.deepEqual(asked, ['a'])
  add('b')
  setOnline(true)
  await sender.sendNow()
  assert.deepEqual(asked, ['a', 'b'])
})

test('of two tabs with the same commands one sends', async (t) => {
  const one = setUp(t, 'shared')
  const other = openSender({
    lock: () => 'shared',
    dueIn: () => (one.titles().length === 0 ? null : 0),
    async send() {
      one.asked.push('by the other tab')
      one.outbox.change(() => [])
      return null
    },
    isOnline: () => true,
    onFailing: () => {},
  })
  t.after(() => other.close())
  one.add('a')
  const runs = [one.sender.sendNow(), other.sendNow()]
  await one.settle()
  await one.pass(60)
  await Promise.all(runs)
  assert.equal(one.asked.length, 1)
})

test('a held command leaves by itself when its time has come, and till then the server is not asked', async (t) => {
  const { add, sender, asked, failing, holdFor, pass } = setUp(t, 'held')
  holdFor(5000)
  add('a')
  await sender.sendNow()
  assert.deepEqual([asked, failing], [[], [false]])
  await pass(4900)
  assert.deepEqual(asked, [])
  await pass(100)
  assert.deepEqual(asked, ['a'])
})

test('a closed sender sends nothing more', async (t) => {
  const { add, sender, asked, fails, pass } = setUp(t, 'closed')
  add('a')
  fails(1)
  await sender.sendNow()
  sender.close()
  await pass(60_000)
  await sender.sendNow()
  assert.deepEqual(asked, ['a'])
})
