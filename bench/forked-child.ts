import { fork } from 'node:child_process'

/** A child process that answers one request at a time. */
type ForkedChild = {
  readonly pid: number
  ask(request: object): Promise<unknown>
  close(): void
}

/** Forks the module at `url`; resolves once it has sent its first message, which means that it is ready. */
export async function forkChild(url: URL): Promise<ForkedChild> {
  const child = fork(url)
  let waiting: { resolve(reply: unknown): void; reject(error: unknown): void } | null = null
  const next = () =>
    new Promise<unknown>((resolve, reject) => {
      waiting = { resolve, reject }
    })
  child.on('message', (reply) => waiting?.resolve(reply))
  child.on('exit', () => waiting?.reject(new Error(`${url.pathname} is gone`)))
  await next()
  return {
    pid: child.pid ?? 0,
    ask(request) {
      const reply = next()
      child.send(request)
      return reply
    },
    close: () => void child.kill(),
  }
}

/** The child's side: answers each message with the result of `answer`; an error ends the process. */
export function serveParent(answer: (asked: never) => Promise<unknown>): void {
  process.on('message', (asked) => {
    void answer(asked as never).then(
      (reply) => process.send?.(reply),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      },
    )
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.('ready')
}
