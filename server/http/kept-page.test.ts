import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { keptPage } from './kept-page.ts'
import type { KeptPage } from './kept-page.ts'
import { newNonce } from './kept-pages.ts'

const PAGES = 60
const ROWS = 300
const LOOKS = 10
const LOOK_MS = 20

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
    /** What compressing has borrowed is given back some turns later; what is kept is there for good. */
    const held = async () => {
      let least = Infinity
      for (let look = 0; look < LOOKS; look += 1) {
        await sleep(LOOK_MS)
        clean()
        const { heapUsed, arrayBuffers } = process.memoryUsage()
        least = Math.min(least, heapUsed + arrayBuffers)
      }
      return least
    }
    const filled = async (number: number) => {
      const page = pageOf(number)
      for (const encoding of ['br', 'gzip', '']) await page.bytesFor(newNonce(), encoding)
      return page
    }
    await filled(0)
    const before = await held()
    const pages: KeptPage[] = []
    for (let number = 1; number <= PAGES; number += 1) pages.push(await filled(number))
    const taken = (await held()) - before
    const counted = pages.reduce((sum, { weight }) => sum + weight, 0)
    assert.ok(taken <= counted, `${taken} bytes are held, ${counted} are counted`)
  })
})
