import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { keptPage } from './kept-page.ts'
import type { KeptPage } from './kept-page.ts'
import { newNonce } from './kept-pages.ts'

const PAGES = 60
const ROWS = 300

/** A page such as ours: many small parts between the nonces, and one that is long. */
function pageOf(number: number): KeptPage {
  const nonce = newNonce()
  const row = (n: number) => `<li class="row"><b>Песня ${n} ${number}</b><i>${n * number}</i></li>`
  const rows = Array.from({ length: ROWS }, (_, n) => row(n)).join('')
  const scripts = `<script nonce="${nonce}" src="/a.js"></script>`.repeat(6)
  return keptPage({
    status: 200,
    headers: [],
    text: `<html>${scripts}<body>${rows}</body>${scripts}</html>`,
    nonce,
    policy: '',
    keepable: true,
    ofDevice: [],
  })
}

describe('a kept page', () => {
  it('takes no more memory than it is counted for, in all its forms', async () => {
    setFlagsFromString('--expose-gc')
    const clean = runInNewContext('gc') as () => void
    const held = () => {
      clean()
      const { heapUsed, arrayBuffers } = process.memoryUsage()
      return heapUsed + arrayBuffers
    }
    const filled = async (number: number) => {
      const page = pageOf(number)
      for (const encoding of ['br', 'gzip', '']) await page.bytesFor(newNonce(), encoding)
      return page
    }
    await filled(0)
    const before = held()
    const pages: KeptPage[] = []
    for (let number = 1; number <= PAGES; number += 1) pages.push(await filled(number))
    const taken = held() - before
    const counted = pages.reduce((sum, { weight }) => sum + weight, 0)
    assert.ok(taken <= counted, `${taken} bytes are held, ${counted} are counted`)
  })
})
