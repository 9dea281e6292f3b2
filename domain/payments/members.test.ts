import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from '#test/support/inputs/fast-check.ts'
import { kopecks } from '../money.ts'
import { Refusal } from '../refusal.ts'
import { checkMembers, percentText, splitAmong, totalsOf } from './members.ts'
import type { Member } from './members.ts'

const BAND = [
  { name: 'Аня', part: 1 },
  { name: 'Лёша', part: 1 },
  { name: 'Касса', part: 1 },
]

const amounts = (amount: number, members: readonly Member[]) =>
  splitAmong(kopecks(amount), members).map((sum) => Number(sum.amount))

/** More than any concert will earn: a billion rubles. */
const anyAmount = fc.integer({ min: -100_000_000_000, max: 100_000_000_000 })
const anyMembers = fc
  .array(fc.integer({ min: 1, max: 1000 }), { minLength: 1, maxLength: 20 })
  .map((parts) => parts.map((part, place) => ({ name: `Участник ${place}`, part })))

test('a sum that does not divide gives its last kopecks to those who lose most, the earlier first', () => {
  assert.deepEqual(amounts(100, BAND), [34, 33, 33])
  assert.deepEqual(amounts(101, BAND), [34, 34, 33])
  assert.deepEqual(
    amounts(100, [
      { name: 'Аня', part: 1 },
      { name: 'Лёша', part: 5 },
    ]),
    [17, 83],
  )
  assert.deepEqual(amounts(0, BAND), [0, 0, 0])
  assert.deepEqual(amounts(50, []), [])
})

test('the parts always make the whole to the kopeck, and none is a kopeck off', () => {
  fc.assert(
    fc.property(anyAmount, anyMembers, (amount, members) => {
      const parts = amounts(amount, members)
      const shares = members.reduce((sum, { part }) => sum + part, 0)
      assert.equal(
        parts.reduce((sum, part) => sum + part, 0),
        amount,
      )
      for (const [place, { part }] of members.entries())
        assert.ok(Math.abs((parts[place] ?? 0) - (amount * part) / shares) < 1)
    }),
  )
})

test('what is below zero splits as the same sum above it', () => {
  fc.assert(
    fc.property(anyAmount, anyMembers, (amount, members) => {
      assert.deepEqual(
        amounts(-amount, members),
        amounts(amount, members).map((part) => 0 - part),
      )
    }),
  )
})

test('whoever has more shares never gets less', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1_000_000 }), anyMembers, (amount, members) => {
      const sorted = members.toSorted((a, b) => b.part - a.part)
      const parts = amounts(amount, sorted)
      assert.deepEqual(
        parts,
        parts.toSorted((a, b) => b - a),
      )
    }),
  )
})

test('over several concerts a name is one person, and the totals are those of the concerts', () => {
  const totals = totalsOf([
    splitAmong(kopecks(100), BAND),
    splitAmong(kopecks(7), [{ name: 'ЛЕША', part: 2 }]),
    splitAmong(kopecks(-1), [{ name: 'Нина', part: 1 }]),
  ])
  assert.deepEqual(
    totals.map(({ name, amount }) => `${name} ${amount}`),
    ['Аня 34', 'Лёша 40', 'Касса 33', 'Нина -1'],
  )
})

function refusedAt(typed: readonly Member[]): readonly string[] {
  try {
    checkMembers(typed)
  } catch (error) {
    if (error instanceof Refusal) return Object.keys(error.fields ?? {})
    throw error
  }
  return []
}

test('members are tidied, and each wrong field is told', () => {
  assert.deepEqual(checkMembers([{ name: '  Аня   Иванова ', part: 2 }]), [
    { name: 'Аня Иванова', part: 2 },
  ])
  assert.deepEqual(checkMembers([]), [])
  const wrong = [
    { name: ' ', part: 1 },
    { name: 'Я'.repeat(61), part: 1 },
    { name: 'Аня', part: 0 },
    { name: 'Аня ', part: 1001 },
    { name: 'Лёша', part: 1.5 },
    { name: 'леша', part: 1 },
  ]
  assert.deepEqual(refusedAt(wrong), [
    'members.0.name',
    'members.1.name',
    'members.2.part',
    'members.3.name',
    'members.3.part',
    'members.4.part',
    'members.5.name',
  ])
  assert.deepEqual(refusedAt([{ name: 'Я'.repeat(60), part: 1000 }]), [])
  const many = Array.from({ length: 21 }, (_, place) => ({ name: `У${place}`, part: 1 }))
  assert.deepEqual(refusedAt(many), ['members'])
  assert.deepEqual(refusedAt(many.slice(1)), [])
})

test('a part is also told in percent', () => {
  assert.equal(percentText(1, BAND), '33,3\u00A0%')
  assert.equal(percentText(Number.NaN, BAND), '')
})
