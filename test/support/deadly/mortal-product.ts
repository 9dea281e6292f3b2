import { freePort, startProduct } from '#test/support/product.ts'
import type { Product } from '#test/support/product.ts'

/** An error that the product wrote down (pino's level 50 and above). */
const ERROR_LINE = /"level":[56]0/u

/** The product at one address, killed and started again as often as need be. */
export async function mortalProduct(variables: Record<string, string>) {
  const port = String(await freePort())
  const url = `http://127.0.0.1:${port}`
  const errors: string[] = []
  let living: Product | null = null

  async function end(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const product = living
    living = null
    if (product === null) return
    const { words } = await product.kill(signal)
    errors.push(...words.split('\n').filter((line) => ERROR_LINE.test(line)))
  }

  return {
    url,
    /** What it wrote down as an error in all its lives. */
    errors,
    async start(): Promise<void> {
      living = await startProduct({ PUBLIC_URL: url, ...variables, PORT: port })
    },
    /** Null while it is dead. */
    pid: () => living?.pid ?? null,
    die: () => end('SIGKILL'),
    stop: () => end('SIGTERM'),
  }
}

export type MortalProduct = Awaited<ReturnType<typeof mortalProduct>>
