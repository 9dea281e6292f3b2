import { startPostgres } from '../scripts/test-postgres.ts'
import { markdownOf, rowsOf } from './growth-figure.ts'
import type { FiguresOfSize } from './growth-figure.ts'
import { DATABASES, sizesOf } from './growth-plan.ts'
import { bench as benchFollowers } from './growth-followers.ts'
import { bench as benchWord } from './growth-word.ts'
import { measureSize } from './growth-stage.ts'
import { startLoadProcess } from './load.ts'
import { SHORT } from './short.ts'

const say = (words: string) => process.stderr.write(`${words}\n`)

/**
 * The other benches once more with ten and a hundred times the data and the running concerts, which share the same
 * listeners and orders. Each ratio is to the smallest size: above 1 the cost grew, and the same ratio of a reference
 * that holds no data shows how the machine itself changed meanwhile.
 */
export async function bench(): Promise<void> {
  console.log(
    'Of orders the free ones: a paid order takes its place in the queue as they do. The payments of the past lie in these\n' +
      'tables and are passed by in «at rest»; how the payment of an order itself grows is not measured.\n',
  )
  const load = await startLoadProcess()
  const postgres = SHORT ? null : await startPostgres()
  const found: FiguresOfSize[] = []
  try {
    for (const database of DATABASES)
      for (const size of sizesOf(database)) {
        const server = database === 'postgres' ? (postgres?.url ?? null) : null
        const began = performance.now()
        const { figures, laid, walks } = await measureSize({ server, load }, size)
        found.push({ database, times: size.times, figures })
        const seconds = ((performance.now() - began) / 1000).toFixed(0)
        say(
          `${database}, ${size.times}×: ${size.songs} songs, ${size.artists} artists, ${size.concerts} concerts, ` +
            `${size.runningConcerts} under way: laid in ${laid.toFixed(1)} s, measured after ${seconds} s` +
            walks.map(([table, rows]) => `\n  walked: ${rows} rows of ${table}`).join(''),
        )
      }
  } finally {
    load.close()
    await postgres?.stop()
  }
  const rows = rowsOf(found)
  console.table(rows)
  console.log(`\n${markdownOf(rows)}`)
  if (SHORT) console.log('\nLeft out of the short form: pages, starts, bare Fastify, PostgreSQL.')
  await benchFollowers()
  await benchWord()
  console.log(
    '\nLeft out: paid orders (see above); the embedded database beyond 10×; a change told by another process (fanout) on the embedded database, which has one process alone.',
  )
}
