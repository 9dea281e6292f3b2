import { parentPort, workerData } from 'node:worker_threads'
import { makeIndexBuilder } from '../packages/song-search/index-builder.ts'
import { buffersOf } from '../packages/song-search/index-format.ts'
import { idAt, readLines, songOf } from './song-lines.ts'

const builder = makeIndexBuilder()
let at = 0
for await (const lines of readLines(String(workerData)))
  for (const line of lines) {
    const { key, orders } = songOf(line)
    builder.add({ id: idAt(at++), key, orders })
  }
const packed = builder.build()
parentPort?.postMessage(packed, buffersOf(packed))
