import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DAY_MS } from '../time.ts'
import { checkNewUsername } from './new-username.ts'

const NOW = new Date('2026-11-24T12:00:00Z')
const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY_MS)
const check = (text: string, changes: readonly Date[] = []) =>
  checkNewUsername(text, { username: 'Lada', changes }, NOW)

test('another nickname keeps the rules of the sign-up and is not the one that it is', () => {
  assert.equal(check('lada'), 'lada')
  assert.throws(() => check('Lada'), { message: 'Это нынешний никнейм. Придумайте другой.' })
  assert.throws(() => check('admin'), { message: 'Никнейм занят' })
  assert.throws(() => check('ла'), { message: 'Используйте только латинские буквы и цифры.' })
})

test('three changes in 30 days are the most', () => {
  assert.equal(check('mira', [daysAgo(1), daysAgo(2), daysAgo(30)]), 'mira')
  assert.throws(() => check('mira', [daysAgo(1), daysAgo(2), daysAgo(25)]), {
    message: 'Никнейм меняют не чаще трёх раз за 30 дней. Попробуйте через 5 дней.',
  })
})
