import { errorLines } from '#test/support/crash/error-lines.ts'
import { startProduct } from '#test/support/product.ts'
import type { Product } from '#test/support/product.ts'
import type { ScenarioContext } from '../scenario.ts'

/** What every product of a scenario is told: phones have addresses of their own, and nothing is asked of anybody outside. */
export const PLAIN = { TRUST_PROXY: 'on', MAILBOX: 'off', LOG_LEVEL: 'error', SANDBOX_BANK: 'off' }

/** So many products on the database of the scenario: one where it is embedded. */
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
    /** Ends them in order; gives what they wrote down as errors. */
    async stop(): Promise<string[]> {
      const ends = await Promise.all(products.map((one) => one.kill('SIGTERM')))
      return ends.flatMap(({ words }) => errorLines(words))
    },
  }
}
