// Finds the server files that run for a call: V8 counts the functions executed while it is answered.
import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api } from '#contract/index.ts'
import { paidConcert } from '#test/support/paid-concert.ts'
import { makeWorld } from '#test/support/world.ts'

const OURS = /^(?:domain|contract|server|packages)\//
/** The longest time of the work after the answer: a payment is processed further then. */
const AFTERWARDS_MS = 1500

/** The measured calls, each with the files whose functions ran from its start to its end. */
export async function filesRunByCalls(): Promise<[string, string[]][]> {
  const world = await makeWorld()
  const concert = await paidConcert(world)
  const session = new Session()
  session.connect()
  await session.post('Profiler.enable')

  async function filesOf(work: () => Promise<unknown>): Promise<string[]> {
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
    await session.post('Profiler.takePreciseCoverage')
    await work()
    await new Promise((resolve) => setTimeout(resolve, AFTERWARDS_MS))
    const { result } = await session.post('Profiler.takePreciseCoverage')
    await session.post('Profiler.stopPreciseCoverage')
    return result
      .filter(({ url }) => url.startsWith('file:'))
      .filter(({ functions }) =>
        // V8 reports the whole file as a function that starts at its first character.
        functions.some(({ ranges: [range] }) => range && range.startOffset > 0 && range.count > 0),
      )
      .map(({ url }) => relative(process.cwd(), fileURLToPath(url)))
      .filter((file) => OURS.test(file))
      .toSorted()
  }

  const search = () =>
    world.ok(api.songs.findSong, { query: { input: 'песня', username: concert.artist.username } })
  await concert.paid()
  try {
    return [
      ['a paid order', await filesOf(() => concert.paid())],
      ['«next»', await filesOf(() => concert.next())],
      ['a song search', await filesOf(search)],
    ]
  } finally {
    session.disconnect()
    await world.close()
  }
}
