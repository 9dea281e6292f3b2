import { errorLines } from '#test/support/crash/error-lines.ts'
import { startProduct } from '#test/support/product/product.ts'
import type { Product } from '#test/support/product/product.ts'
import type { ScenarioContext } from '../scenario.ts'

/** Environment of every product of a scenario: phones have addresses of their own, and no outside service is called. */
export const PLAIN = { TRUST_PROXY: 'on', MAILBOX: 'off', LOG_LEVEL: 'error', SANDBOX_BANK: 'off' }

/** Starts `most` products on the scenario's database, or one where it is embedded. */
export async function startProducts(
  { engine, environment }: ScenarioContext,
  most: number,
  variables: Record<string, string> = PLAIN,
) {
  const products: Product[] = []
  for (let count = 0; count < (engine === 'embedded' ? 1 : most); count++)
    products.push(await startProduct({ ...environment, ...variables }))
  return {
    products,
    urls: products.map(({ url }) => url),
    /** Shuts them down in order; returns the lines that they logged as errors. */
    async stop(): Promise<string[]> {
      const ends = await Promise.all(products.map((one) => one.kill('SIGTERM')))
      return ends.flatMap(({ output }) => errorLines(output))
    },
  }
}
