import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entry } from './command.fixture.ts'
import type { Action, PadCommand } from './command.ts'
import { reportWords } from './send-report-texts.ts'
import type { CancelledCommand } from './send-commands.ts'

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
const wordsOf = (late: number, gone: readonly CancelledCommand[]) =>
  reportWords({ end: 'empty', late, cancelled: gone, restSeconds: 0 }).map(({ text }) => text)

test('presses that went out at once are worth no word', () => {
  assert.deepEqual(wordsOf(0, []), [])
})

test('presses that had waited are told of by their number', () => {
  assert.deepEqual(wordsOf(1, []), ['Отправили 1 нажатие'])
  assert.deepEqual(wordsOf(3, []), ['Отправили 3 нажатия'])
  assert.deepEqual(wordsOf(11, []), ['Отправили 11 нажатий'])
})

test('a press of long ago is named when it is cancelled, a fresh one needs its reason alone', () => {
  const action: Action = { kind: 'queue', entry: entry('Перемен', 'SCHEDULED') }
  const why = 'Эта песня уже играет'
  assert.deepEqual(wordsOf(0, [cancelled(action, why)]), [
    'Нажатие «В очередь: Перемен» отменено. Эта песня уже играет.',
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
    'Отправили 2 нажатия',
    'Отменены 2 нажатия: «Следующая: Печаль», «Приостановить концерт». Концерт уже завершён.',
  ])
})
