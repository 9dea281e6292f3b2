import { fork } from 'node:child_process'

/** A process of its own that answers one question at a time. */
export type AskedChild = {
  readonly pid: number
  ask(words: object): Promise<unknown>
  close(): void
}

/** Resolves once the process at `url` has said that it is ready. */
export async function bringChild(
  url: URL,
  env: Record<string, string | undefined> = process.env,
): Promise<AskedChild> {
  const child = fork(url, { env })
  let waiting: { resolve(told: unknown): void; reject(error: unknown): void } | null = null
  const next = () =>
    new Promise<unknown>((resolve, reject) => {
      waiting = { resolve, reject }
    })
  child.on('message', (told) => waiting?.resolve(told))
  child.on('exit', () => waiting?.reject(new Error(`${url.pathname} is gone`)))
  await next()
  return {
    pid: child.pid ?? 0,
    ask(words) {
      const told = next()
      child.send(words)
      return told
    },
    close: () => void child.kill(),
  }
}

/** The other side of it: what the process does with each question. What it throws ends it. */
export function answerParent(answer: (asked: never) => Promise<unknown>): void {
  process.on('message', (asked) => {
    void answer(asked as never).then(
      (told) => process.send?.(told),
      (error: unknown) => {
        process.stderr.write(`${String(error)}\n`)
        process.exit(1)
      },
    )
  })
  process.on('disconnect', () => process.exit(0))
  process.send?.('ready')
}
