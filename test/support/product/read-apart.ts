import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Reads the texts with an exported function of a module in a worker thread, which is terminated where reading does not
 * end. The time limit is far above what a busy machine needs.
 */
export async function readApart<Read>(
  module: string,
  name: string,
  texts: readonly string[],
): Promise<Read[]> {
  const reader = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
    import(${JSON.stringify(module)}).then(({ ${name} }) =>
      parentPort.postMessage(workerData.map((text) => ${name}(text))))`,
    { eval: true, workerData: texts },
  )
  try {
    const [read]: Read[][] = await once(reader, 'message', { signal: AbortSignal.timeout(20_000) })
    return read ?? []
  } finally {
    await reader.terminate()
  }
}
