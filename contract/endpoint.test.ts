import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { session } from './session.ts'
import { AdvancedSession } from './shapes.ts'

test('an unknown key is refused at any depth of a body', () => {
  const accepts = new Ajv({ strict: false, formats: { uuid: true, 'date-time': true } }).compile(
    session.update.body,
  )
  const privacy = {
    ableGetSongs: true,
    closedSession: false,
    showSongsOnPoster: true,
    autoRunSession: false,
  }
  const body = (more: object) => ({
    sessionId: 'x',
    advancedSessionDTO: {
      age: 18,
      description: '',
      ticketLink: '',
      privacy: { ...privacy, ...more },
    },
  })
  assert.equal(accepts(body({})), true)
  assert.equal(accepts(body({ closedSesion: true })), false)
})

test('a shape that answers share with bodies stays open', () => {
  assert.equal(AdvancedSession['additionalProperties'], undefined)
  assert.equal(AdvancedSession.properties.privacy['additionalProperties'], undefined)
})
