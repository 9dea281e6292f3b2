import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nowOf } from '#domain/queue/queue.ts'
import * as fc from '#test/support/inputs/fast-check.ts'
import { isUndoable } from './command-outbox.ts'
import type { CallOutcome } from './command.fixture.ts'
import { ELSEWHERE, entry, makeEvening } from './command.fixture.ts'
import { sendCommands } from './send-commands.ts'

/** The song that the artist added last, if any. */
const OWN = 'своя'
const TITLES = ['А', 'Б', 'В', 'Г', 'Д', 'Е'] as const
const title = fc.oneof(
  { weight: 6, arbitrary: fc.constantFrom(...TITLES) },
  { weight: 1, arbitrary: fc.constant(OWN) },
)
const onSong = fc.constantFrom('top' as const, 'queue' as const, 'skip' as const, 'up' as const)

const act = fc.oneof(
  { weight: 4, arbitrary: fc.record({ who: fc.constant('next' as const) }) },
  { weight: 4, arbitrary: fc.record({ who: fc.constant('song' as const), kind: onSong, title }) },
  { weight: 3, arbitrary: fc.record({ who: fc.constant('hold' as const), title }) },
  {
    weight: 3,
    arbitrary: fc.record({
      who: fc.constant('move' as const),
      list: fc.constantFrom('QUEUED' as const, 'SCHEDULED' as const),
      title,
      before: title,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ who: fc.constantFrom('let go' as const, 'think better' as const) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      who: fc.constantFrom(
        'pause' as const,
        'resume' as const,
        'close' as const,
        'open' as const,
        'byClock' as const,
        'longer' as const,
        'add' as const,
        'break' as const,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ who: fc.constant('undo' as const), ago: fc.nat(2) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      who: fc.constant('send' as const),
      fates: fc.array(fc.constantFrom<CallOutcome>('fine', 'lost', 'answer lost'), {
        maxLength: 4,
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ who: fc.constant('wait' as const) }) },
  { weight: 2, arbitrary: fc.record({ who: fc.constant('other next' as const) }) },
  { weight: 1, arbitrary: fc.record({ who: fc.constant('other undo' as const), ago: fc.nat(2) }) },
  { weight: 1, arbitrary: fc.record({ who: fc.constant('other skip' as const), title }) },
  { weight: 2, arbitrary: fc.record({ who: fc.constant('order' as const), title }) },
)

test('any presses, losses and other hands end in the truth of the server, and one press plays one song through at most', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(act, { maxLength: 40 }), async (acts) => {
      const pad = makeEvening([entry('А', 'NOW'), entry('Б', 'QUEUED'), entry('В', 'SCHEDULED')])
      for (const one of acts) await play(pad, one)

      pad.outcome()
      pad.later(60_000)
      const { end } = await sendCommands(pad.options)
      assert.equal(end, 'empty')
      assert.equal(pad.waitingCount(), 0)
      if (pad.sent.length > 0) {
        // The channel publishes other devices' actions; here a read replaces it.
        pad.options.applyResponse(() => pad.serverState())
        assert.deepEqual(pad.shownState(), pad.serverSummary())
      }
      const inOrder = [...new Set(pad.sent)].map((id) => Number(id.slice('press '.length)))
      assert.deepEqual(
        inOrder,
        inOrder.toSorted((one, other) => one - other),
      )
      const byPress = pad.played.filter(({ by }) => by !== ELSEWHERE).map(({ by }) => by)
      assert.deepEqual(byPress, [...new Set(byPress)])
    }),
    { numRuns: 400 },
  )
})

test('without other hands what the pad showed is what the server comes to, whatever was lost', async () => {
  const ownHands = new Set<Act['who']>([
    'next',
    'song',
    'hold',
    'let go',
    'think better',
    'pause',
    'resume',
    'close',
    'open',
    'longer',
    'add',
    'break',
    'send',
    'wait',
  ])
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        act.filter(({ who }) => ownHands.has(who)),
        { maxLength: 30 },
      ),
      fc.boolean(),
      async (acts, knowsKeys) => {
        const songs = TITLES.map((name, at) =>
          entry(name, at === 0 ? 'NOW' : at < 3 ? 'QUEUED' : 'SCHEDULED'),
        )
        const pad = makeEvening(songs, { knowsKeys })
        for (const one of acts) await play(pad, one)

        const shown = pad.shownState()
        pad.outcome()
        pad.later(60_000)
        const { cancelled } = await sendCommands(pad.options)
        assert.deepEqual(cancelled, [])
        assert.deepEqual(pad.serverSummary(), shown)
        assert.deepEqual(pad.shownState(), shown)
      },
    ),
    { numRuns: 400 },
  )
})

type Evening = ReturnType<typeof makeEvening>
type Act = typeof act extends fc.Arbitrary<infer A> ? A : never

async function play(pad: Evening, one: Act): Promise<void> {
  switch (one.who) {
    case 'next':
      pad.next()
      return
    case 'song':
      pad.pressOn(one.kind, one.title)
      return
    case 'hold':
      pad.hold(one.title)
      return
    case 'let go':
      pad.release()
      return
    case 'think better': {
      const last = pad.options.commands().at(-1)
      if (last === undefined || !isUndoable(last, pad.options.now())) return
      pad.options.drop(last)
      assert.ok(!pad.sent.includes(last.key), 'what can be taken back has not left')
      return
    }
    case 'pause':
    case 'resume':
    case 'close':
    case 'open':
    case 'byClock':
      pad.press({ kind: one.who })
      return
    case 'move':
      pad.move(one.title, one.list, one.before)
      return
    case 'longer':
      pad.playLonger(15)
      return
    case 'break':
      pad.press({ kind: 'break', until: new Date(pad.options.now()).toISOString() })
      return
    case 'add':
      pad.addSong(`Своя ${pad.options.now()}`)
      return
    case 'undo': {
      const song = pad.undoable().at(-1 - one.ago)
      if (song !== undefined) pad.press({ kind: 'undo', entry: song })
      return
    }
    case 'send':
      pad.outcome(...one.fates)
      await sendCommands(pad.options)
      pad.outcome()
      return
    case 'wait':
      pad.later(5000)
      return
    case 'other next':
      pad.elsewhere((queue) => ({
        kind: 'next',
        chosen: false,
        played: nowOf(queue),
        started: null,
      }))
      return
    case 'other undo': {
      const song = pad.undoable().at(-1 - one.ago)
      if (song !== undefined) pad.elsewhere(() => ({ kind: 'undo', entry: song }))
      return
    }
    case 'other skip':
      pad.elsewhere((queue) => {
        const song = queue.find((some) => some.title === one.title && some.status !== 'NOW')
        return song === undefined ? null : { kind: 'skip', entry: song }
      })
      return
    case 'order':
      pad.order(one.title)
  }
}
