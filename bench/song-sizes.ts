const numberFrom = (name: string, usual: number) => Number(process.env[name] ?? usual)

/** The full size; BENCH_SONGS makes it smaller. */
export const songsAtMost = numberFrom('BENCH_SONGS', 1_000_000)
export const songsOnPostgres = songsAtMost
export const songsOnEmbedded = Math.min(songsAtMost, numberFrom('BENCH_SONGS_EMBEDDED', 100_000))
/**
 * BENCH_QUERIES: the number of queries of each way of typing, for our index; MiniSearch, which takes a hundred times as
 * long, gets fewer.
 */
export const queriesOfEachWay = numberFrom('BENCH_QUERIES', 2000)
export const queriesOfReference = Math.min(queriesOfEachWay, 150)
