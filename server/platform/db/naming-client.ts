import { createHash } from 'node:crypto'
import pg from 'pg'
import { planIsStale } from './database-errors.ts'

const MOST_NAMES = 400

/**
 * A client whose statements with parameters are prepared once a connection and reused by name:
 * measured at 1.6 times the selects of plain statements. The number of names is bounded, since a
 * server keeps each of them.
 */
export function namingClient(): typeof pg.Client {
  const names = new Map<string, string>()

  function nameOf(text: string): string | undefined {
    const known = names.get(text)
    if (known !== undefined || names.size >= MOST_NAMES) return known
    return nameAnew(text)
  }

  function nameAnew(text: string): string {
    const hash = createHash('sha256')
      .update(text)
      .update(names.get(text) ?? '')
    const name = hash.digest('hex').slice(0, 24)
    names.set(text, name)
    return name
  }

  /** Asks again under another name where a migration of a newer version gave a table more columns since. */
  async function againUnlessStale(
    asked: Promise<unknown>,
    { text, name }: { text: string; name: string },
    ask: (name: string) => unknown,
  ): Promise<unknown> {
    try {
      return await asked
    } catch (error) {
      if (!planIsStale(error)) throw error
      if (names.get(text) === name) nameAnew(text)
      try {
        return await ask(names.get(text) ?? name)
      } catch {
        // Inside of a transaction it fails: the caller repeats the transaction.
        throw error
      }
    }
  }

  const Naming = class extends pg.Client {}
  const plain = pg.Client.prototype.query as (...args: unknown[]) => unknown
  Object.defineProperty(Naming.prototype, 'query', {
    value(this: pg.Client, ...args: unknown[]) {
      const [text, values] = args
      if (typeof text !== 'string' || !Array.isArray(values) || values.length === 0)
        return plain.apply(this, args)
      const name = nameOf(text)
      if (name === undefined) return plain.call(this, { text, values }, ...args.slice(2))
      const ask = (as: string) => plain.call(this, { name: as, text, values }, ...args.slice(2))
      const asked = ask(name)
      return asked instanceof Promise ? againUnlessStale(asked, { text, name }, ask) : asked
    },
  })
  return Naming
}
