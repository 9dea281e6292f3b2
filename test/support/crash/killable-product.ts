import { freePort } from '../../../scripts/free-port.ts'
import { startProduct } from '#test/support/product/product.ts'
import type { Product } from '#test/support/product/product.ts'
import { errorLines } from './error-lines.ts'

/** The product at one address, which can be killed and restarted any number of times. */
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
    const { output } = await product.kill(signal)
    last = output
    errors.push(...errorLines(output))
  }

  return {
    url,
    /** The error lines of its output in all runs. */
    errors,
    async start(): Promise<void> {
      running = await startProduct({ PUBLIC_URL: url, ...variables, PORT: port })
    },
    /** The output of its last run. */
    lastLog: () => last,
    /** Null while it is down. */
    pid: () => running?.pid ?? null,
    die: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

export type KillableProduct = Awaited<ReturnType<typeof killableProduct>>
