import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { makeListener, makeWorld } from './hub.fixture.ts'

describe('a change that nobody told of', () => {
  test('is on the screens within seconds, and what did not change is read once more at most', async (t) => {
    const revisions = new Map([
      ['c1', 1],
      ['c2', 1],
    ])
    const readRevisions = async (ids: string[]) => {
      const found = ids.flatMap((id) => (revisions.has(id) ? [[id, revisions.get(id) ?? 0]] : []))
      return new Map(found as [string, number][])
    }
    const { hub, stored, reads, advance } = makeWorld(t, { readRevisions })
    const [one, other] = [makeListener(), makeListener()]
    await hub.watch('c1', one)
    await hub.watch('c2', other)
    await advance(10_000)
    assert.deepEqual(reads, ['c1', 'c2', 'c1', 'c2'])
    stored.state = '["unheard"]'
    revisions.set('c1', 2)
    await advance(2_200)
    assert.deepEqual(one.states(), ['["first"]', '["unheard"]'])
    assert.deepEqual(other.states(), ['["first"]'])
    assert.deepEqual(reads, ['c1', 'c2', 'c1', 'c2', 'c1'])
  })

  test('is found also where the channel itself is gone', async (t) => {
    const revisions = new Map([['c1', 1]])
    const { hub, stored, advance } = makeWorld(t, { readRevisions: async () => new Map(revisions) })
    const listener = makeListener()
    await hub.watch('c1', listener)
    await advance(3_000)
    revisions.clear()
    stored.status = null
    await advance(2_200)
    assert.equal(listener.closes.length, 1)
  })

  test('is found after a time in which the database did not answer, which is logged once', async (t) => {
    let down = false
    let revision = 1
    const { hub, stored, log, advance } = makeWorld(t, {
      async readRevisions() {
        if (down) throw new Error('down')
        return new Map([['c1', revision]])
      },
    })
    const listener = makeListener()
    await hub.watch('c1', listener)
    await advance(3_000)
    down = true
    stored.state = '["unheard"]'
    revision += 1
    await advance(10_000)
    down = false
    await advance(2_200)
    assert.deepEqual(listener.states(), ['["first"]', '["unheard"]'])
    assert.deepEqual(log, ['revisions of watched channels cannot be read; trying again'])
  })

  test('costs nothing where nobody watches', async (t) => {
    let looks = 0
    const { advance } = makeWorld(t, {
      async readRevisions() {
        looks += 1
        return new Map()
      },
    })
    await advance(10_000)
    assert.equal(looks, 0)
  })
})
