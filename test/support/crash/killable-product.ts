import { freePort, startProduct } from '#test/support/product.ts'
import type { Product } from '#test/support/product.ts'
import { errorLines } from './error-lines.ts'

/** The product at one address, killed and started again as often as need be. */
export async function killableProduct(variables: Record<string, string>) {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const errors: string[] = []
  let running: Product | null = null
  let last = ''

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const product = running
    running = null
    if (product === null) return
    const { words } = await product.kill(signal)
    last = words
    errors.push(...errorLines(words))
  }

  return {
    url,
    /** What it wrote down as an error in all its lives. */
    errors,
    async start(): Promise<void> {
      running = await startProduct({ PUBLIC_URL: url, ...variables, PORT: port })
    },
    /** What it wrote in its last life. */
    lastLog: () => last,
    /** Null while it is dead. */
    pid: () => running?.pid ?? null,
    die: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

export type KillableProduct = Awaited<ReturnType<typeof killableProduct>>
