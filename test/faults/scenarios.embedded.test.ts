import assert from 'node:assert/strict'
import { test } from 'node:test'
import { knownScenarios } from './play.ts'
import { playShortForms } from './short-forms.ts'

await playShortForms('embedded')

test('no two scenarios have one number', async () => {
  const numbers = (await knownScenarios()).map(({ scenario }) => scenario.number)
  assert.deepEqual(numbers, [...new Set(numbers)])
})
