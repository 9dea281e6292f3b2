import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entry } from './command.fixture.ts'
import type { Action, PadCommand } from './command.ts'
import { reportToasts, skipText } from './send-commands.ts'
import type { CancelledCommand, SendReport } from './send-commands.ts'

const commandOf = (action: Action): PadCommand => ({
  key: 'p',
  sessionId: 's',
  at: 0,
  state: 'waiting',
  action,
})
const cancelled = (action: Action, why: string, late = true): CancelledCommand => ({
  command: commandOf(action),
  why,
  late,
})
const wordsOf = (
  late: number,
  gone: readonly CancelledCommand[],
  end: SendReport['end'] = 'empty',
  lost = true,
) => reportToasts({ end, late, cancelled: gone, restSeconds: 0 }, lost).map(({ text }) => text)

test('presses that went out at once are worth no word', () => {
  assert.deepEqual(wordsOf(0, []), [])
})

test('presses that had waited are told of once all of them are sent', () => {
  assert.deepEqual(wordsOf(1, []), ['Связь вернулась, всё отправлено'])
  assert.deepEqual(wordsOf(3, [], 'later'), ['Связь вернулась'])
})

test('a slow server is no lost network', () => {
  assert.deepEqual(wordsOf(1, [], 'empty', false), ['Всё отправлено'])
  assert.deepEqual(wordsOf(1, [], 'later', false), [])
})

test('a press of long ago is named when it is cancelled, a fresh one needs its reason alone', () => {
  const action: Action = { kind: 'queue', entry: entry('Перемен', 'SCHEDULED') }
  const why = 'Эта песня уже играет'
  assert.deepEqual(wordsOf(0, [cancelled(action, why)]), [
    '«В очередь: Перемен» не выполнено. Эта песня уже играет.',
  ])
  assert.deepEqual(wordsOf(0, [cancelled(action, why, false)]), [why])
})

test('several cancelled presses are one sentence, with the reason where they share it', () => {
  const why = 'Концерт уже завершён'
  const next: Action = {
    kind: 'next',
    chosen: false,
    played: null,
    started: entry('Печаль', 'QUEUED'),
  }
  assert.deepEqual(wordsOf(2, [cancelled(next, why), cancelled({ kind: 'pause' }, why)]), [
    'Связь вернулась',
    'Не выполнено: «Следующая: Печаль», «Приостановить концерт». Концерт уже завершён.',
  ])
})

test('a paid order that is deleted says how much goes back', () => {
  const paid = entry('Перемен', 'SCHEDULED')
  assert.equal(skipText({ kind: 'skip', entry: paid }), 'Удалили «Перемен»')
  assert.match(
    skipText({ kind: 'skip', entry: { ...paid, backers: 1 }, returned: 25_000 }),
    /^Удалили «Перемен»\. Вернём 250\s₽ слушателю$/u,
  )
  assert.match(
    skipText({ kind: 'skip', entry: { ...paid, backers: 2 }, returned: 25_000 }),
    /слушателям$/u,
  )
  // As a second pad, which is not told how much.
  assert.equal(
    skipText({ kind: 'skip', entry: { ...paid, backers: 1 }, returned: 0, paid: true }),
    'Удалили «Перемен». Вернём деньги слушателю',
  )
})

test('a song that is interrupted is not said to be deleted', () => {
  const action = { kind: 'skip', entry: entry('Перемен', 'NOW') } as const
  assert.equal(skipText(action), 'Прервали «Перемен»')
  assert.deepEqual(wordsOf(0, [cancelled(action, 'Эта песня сейчас не играет')]), [
    '«Прервать: Перемен» не выполнено. Эта песня сейчас не играет.',
  ])
})
