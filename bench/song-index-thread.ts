import { parentPort, workerData } from 'node:worker_threads'
import { makeIndexBuilder } from '../domain/song-search/index-builder.ts'
import { buffersOf } from '../domain/song-search/packed-index.ts'
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
