import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { acceptDeflate } from './handshake.ts'

const AGREED =
  'permessage-deflate; server_no_context_takeover; client_no_context_takeover; server_max_window_bits=13'

describe('an offer of compression', () => {
  for (const offer of [
    'permessage-deflate',
    'permessage-deflate; client_max_window_bits',
    'permessage-deflate; server_max_window_bits="14"',
    'x-webkit-deflate-frame, permessage-deflate',
    'permessage-deflate; server_max_window_bits=8, permessage-deflate',
  ])
    test(`«${offer}» is met, and no window is kept from message to message`, () => {
      assert.deepEqual(acceptDeflate(offer)?.split('; ').toSorted(), AGREED.split('; ').toSorted())
    })

  for (const offer of [
    undefined,
    '',
    'permessage-bzip2',
    'permessage-deflate; server_max_window_bits=8',
    'permessage-deflate; constructor',
    'permessage-deflate; =',
  ])
    test(`«${offer ?? 'none'}» is let pass, and the channel goes on without`, () => {
      assert.equal(acceptDeflate(offer), null)
    })
})
