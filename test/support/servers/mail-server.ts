import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

export type MailServer = Awaited<ReturnType<typeof startMailServer>>

/** A mail server that accepts and stores every e-mail; it answers one `lagMs` later. */
export async function startMailServer({ host = '127.0.0.1', lagMs = 0 } = {}) {
  const received: { to: string; text: string }[] = []
  const server = createServer((socket) => {
    let [rest, to, text] = ['', '', '']
    let inBody = false
    const say = (words: string) => socket.write(`${words}\r\n`)
    socket.on('error', () => {})
    say('220 hello')
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines)
        if (inBody && line !== '.') text += `${line}\n`
        else if (inBody) {
          received.push({ to, text })
          ;[inBody, text] = [false, '']
          setTimeout(() => say('250 taken'), lagMs)
        } else if (/^DATA/iu.test(line)) {
          inBody = true
          say('354 go on')
        } else if (/^QUIT/iu.test(line)) socket.end('221 bye\r\n')
        else {
          to = /^RCPT [^<]*<([^>]+)>/iu.exec(line)?.[1] ?? to
          say('250 ok')
        }
    })
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return {
    received,
    url: `smtp://${host}:${(server.address() as AddressInfo).port}`,
    close: () => void server.close(),
  }
}
