import { Receiver } from 'ws'
import { DEFLATE, MessageInflater } from './ws-parts.ts'

/** What a browser reads from these bytes: texts, pongs, the code of a close frame, or that it cannot read them. */
export async function received(bytes: Buffer): Promise<string[]> {
  const heard: string[] = []
  const extensions = { [DEFLATE]: new MessageInflater(bytes.length * 1_000) }
  const reader = new Receiver({ isServer: false, extensions, maxPayload: 0 })
  reader.on('message', (body: Buffer) => heard.push(body.toString()))
  reader.on('pong', (body: Buffer) => heard.push(`pong ${body.toString()}`))
  reader.on('conclude', (code: number) => heard.push(`closed ${code}`))
  reader.on('error', (error: Error) => heard.push(`failed: ${error.message}`))
  await new Promise<void>((resolve) => reader.write(bytes, resolve))
  return heard
}
