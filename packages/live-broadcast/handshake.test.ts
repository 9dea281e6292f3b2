import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { acceptDeflate } from './handshake.ts'

const AGREED = 'permessage-deflate; server_no_context_takeover; client_no_context_takeover'

describe('an offer of compression', () => {
  for (const offer of [
    'permessage-deflate',
    'permessage-deflate; client_max_window_bits',
    'permessage-deflate; client_max_window_bits=10; server_no_context_takeover',
    'x-webkit-deflate-frame, Permessage-Deflate;client_no_context_takeover',
    'permessage-deflate; what=7, permessage-deflate',
  ])
    test(`«${offer}» is met, and no window is kept from message to message`, () => {
      assert.equal(acceptDeflate(offer), AGREED)
    })

  test('with a small window of ours is met where ours fits, and told so', () => {
    for (const bits of ['13', '15', '"14"'])
      assert.equal(
        acceptDeflate(`permessage-deflate; server_max_window_bits=${bits}`),
        `${AGREED}; server_max_window_bits=13`,
      )
    assert.equal(acceptDeflate('permessage-deflate; server_max_window_bits=8'), null)
    assert.equal(
      acceptDeflate('permessage-deflate; server_max_window_bits=8, permessage-deflate'),
      AGREED,
    )
  })

  for (const offer of [
    undefined,
    '',
    'permessage-bzip2',
    'permessage-deflate; server_max_window_bits',
    'permessage-deflate; server_max_window_bits=16',
    'permessage-deflate; client_max_window_bits=7',
    'permessage-deflate; client_max_window_bits; client_max_window_bits',
    'permessage-deflate; server_no_context_takeover=1',
    'permessage-deflate; constructor',
    'permessage-deflate; =',
  ])
    test(`«${offer ?? 'none'}» is let pass, and the channel goes on without`, () => {
      assert.equal(acceptDeflate(offer), null)
    })
})
