import assert from 'node:assert/strict'
import { once } from 'node:events'
import { test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { IMPORT_TEXT_MAX } from './song-lines.ts'

/** Reads the texts in a worker thread, which is terminated where reading does not end. */
async function readApart(texts: readonly string[]): Promise<number> {
  const reader = new Worker(
    `const { parentPort, workerData } = require('node:worker_threads')
    import(${JSON.stringify(import.meta.resolve('./song-lines.ts'))}).then(({ readSongLines }) =>
      parentPort.postMessage(workerData.flatMap((text) => readSongLines(text)).length))`,
    { eval: true, workerData: texts },
  )
  try {
    const [lines]: number[] = await once(reader, 'message', { signal: AbortSignal.timeout(20_000) })
    return lines ?? 0
  } finally {
    await reader.terminate()
  }
}

test('a text of the greatest length is read to its end, whatever it is full of', async () => {
  const full = (before: string, what: string, after: string) =>
    before + what.repeat((IMPORT_TEXT_MAX - before.length - after.length) / what.length) + after
  const hostile = [
    full('а', ' ', 'б'),
    full('а', '\t', 'б'),
    full('Кино', ' ', '«Печаль» б'),
    full('«Печаль»', ' ', 'Кино«'),
    full('а', ' \t', 'б'),
    full('', '- ', 'а'),
    full('', '"а;', ''),
    full('title,artist\n', '"а,', ''),
    full('', ' ', '\nа'),
    full('а', '\u0301', ''),
  ]
  assert.ok((await readApart(hostile)) >= hostile.length)
})
