import { WebSocket } from 'ws'
import { LIVE_PATH } from '#contract/path.ts'
import type { Told } from './fanout.ts'

const [port, count] = process.argv.slice(2).map(Number)
const registration = JSON.stringify({ artistUsername: 'artist', sessionId: 'concert' })
let heard = 0
let began = 0

function tell(told: Told): void {
  process.send?.(told)
}

function open(): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${port}${LIVE_PATH}`, { perMessageDeflate: false })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => socket.send(registration))
    socket.on('message', (message: Buffer) => {
      if (began === 0) {
        resolve()
        return
      }
      if (++heard < (count ?? 0)) return
      tell({ kind: 'seen', lastMs: Date.now() - began, bytes: message.length })
    })
  })
}

process.on('message', ({ at }: { at: number }) => {
  began = at
  heard = 0
})
for (let opened = 0; opened < (count ?? 0); opened += 100)
  await Promise.all(Array.from({ length: Math.min(100, (count ?? 0) - opened) }, open))
tell({ kind: 'ready' })
