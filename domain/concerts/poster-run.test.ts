import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import { atNight, nightPictureOf, pictureOf, RUNS, runOf } from './poster-run.ts'

const names = Array.from({ length: 600 }, (_, at) => `artist-${at}`)
const file = (address: string) => new URL(`../../web/public${address}`, import.meta.url)

test('every drawing that a nickname can lead to is there, by day and on the stage', () => {
  const addresses = new Set(names.flatMap((name) => [pictureOf(name), nightPictureOf(name)]))
  assert.deepEqual(
    [...addresses].filter((address) => !existsSync(file(address))),
    [],
  )
  assert.equal(addresses.size, 6 * 8 + 8)
})

test('a nickname has one run and one drawing, in any letter case', () => {
  assert.equal(pictureOf('Tretya-Paradnaya'), pictureOf('tretya-paradnaya'))
  assert.ok(pictureOf('Tretya-Paradnaya').endsWith(`-${runOf('tretya-paradnaya')}.svg`))
})

test('the runs are spread over the artists', () => {
  for (const run of RUNS) {
    const share = names.filter((name) => runOf(name) === run).length / names.length
    assert.ok(share > 0.1, `${run}: ${share}`)
  }
})

test('posters are printed in the colours of the drawing on them, a photo leaves them alone', () => {
  for (const run of RUNS) {
    assert.equal(runOf('tretya-paradnaya', `/art/sax-${run}.svg`), run)
    assert.equal(atNight(`/art/sax-${run}.svg`), '/art/sax-night.svg')
  }
  for (const photo of ['', '/photos/1-mint.svg', 'https://elsewhere.example/art/sax-mint.svg']) {
    assert.equal(runOf('tretya-paradnaya', photo), runOf('tretya-paradnaya'))
    assert.equal(atNight(photo), photo)
  }
})
