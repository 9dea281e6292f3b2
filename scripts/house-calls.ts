// Which files of the server's side run for a call: V8 counts the functions that ran while it was answered.
import { Session } from 'node:inspector/promises'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { api } from '#contract/index.ts'
import { paidConcert } from '#test/support/paid-concert.ts'
import { makeWorld } from '#test/support/world.ts'

const OURS = /^(?:domain|contract|server|packages)\//
/** How long the work that a call leaves behind may take: a payment is followed up after the answer. */
const AFTERWARDS_MS = 1500

/** The calls that the figures follow, each with the files whose functions ran from its start to its end. */
export async function filesRunByCalls(): Promise<[string, string[]][]> {
  const world = await makeWorld()
  const hall = await paidConcert(world)
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
        // The whole file counts as a function from its first character on.
        functions.some(({ ranges: [range] }) => range && range.startOffset > 0 && range.count > 0),
      )
      .map(({ url }) => relative(process.cwd(), fileURLToPath(url)))
      .filter((file) => OURS.test(file))
      .toSorted()
  }

  const search = () =>
    world.ok(api.songs.findSong, { query: { input: 'песня', username: hall.artist.username } })
  await hall.paid()
  try {
    return [
      ['a paid order', await filesOf(() => hall.paid())],
      ['«next»', await filesOf(() => hall.next())],
      ['a song search', await filesOf(search)],
    ]
  } finally {
    session.disconnect()
    await world.close()
  }
}
