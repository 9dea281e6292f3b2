import assert from 'node:assert/strict'
import { test } from 'node:test'
import { originRule } from './origin.ts'

const allowed = originRule(['https://bis.example'])

test('a page of the same host comes in, whatever the port and the letters of the host', () => {
  assert.equal(allowed('http://localhost:3000', 'localhost:3000'), true)
  assert.equal(allowed('https://music.example', 'Music.Example'), true)
})

test('a page of a named origin comes in, whatever host a proxy asks for', () => {
  assert.equal(allowed('https://bis.example', '10.0.0.7:3000'), true)
})

test('a client that is no browser comes in', () => {
  assert.equal(allowed(undefined, 'localhost:3000'), true)
})

test('a foreign page stays out', () => {
  for (const foreign of [
    'https://evil.example',
    'https://bis.example.evil.example',
    'http://bis.example',
    'http://localhost:4000',
    'null',
    '',
    'localhost:3000',
  ]) {
    assert.equal(allowed(foreign, 'localhost:3000'), false, foreign)
  }
  assert.equal(allowed('https://evil.example', undefined), false)
})
