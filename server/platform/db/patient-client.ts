import { Socket } from 'node:net'
import type pg from 'pg'

const BEGINS = /^\s*(?:begin|start)\b/iu
const ENDS = /^\s*(?:commit|rollback)\b/iu
/** Such a transaction says itself how long its statements may take. */
const TAKES_ITS_TIME = /\bset local statement_timeout\b/iu

/**
 * A client that waits for an answer no longer than `patienceMs` and cuts its connection then. The server ends a
 * statement that takes too long by itself; a network that swallows what is said ends nothing for a quarter of an hour,
 * and whoever asked, and all who wait behind him, would hear nothing for so long.
 */
export function patientClient(Base: typeof pg.Client, patienceMs: number): typeof pg.Client {
  const Patient = class extends Base {
    private readonly wire: Socket
    private hurries = true

    constructor(config?: string | pg.ClientConfig) {
      const wire = new Socket()
      const given = typeof config === 'string' ? { connectionString: config } : config
      super({ ...given, stream: () => wire })
      this.wire = wire
    }

    /** Cuts the line where `asked` does not end in time. */
    waitFor(text: unknown, asked: unknown): unknown {
      if (typeof text !== 'string' || !(asked instanceof Promise)) return asked
      if (BEGINS.test(text)) this.hurries = true
      if (TAKES_ITS_TIME.test(text)) this.hurries = false
      const { hurries, wire } = this
      if (ENDS.test(text)) this.hurries = true
      if (!hurries) return asked
      const timer = setTimeout(() => wire.destroy(), patienceMs)
      return asked.finally(() => clearTimeout(timer))
    }
  }
  const plain = Base.prototype.query as (...args: unknown[]) => unknown
  Object.defineProperty(Patient.prototype, 'query', {
    value(this: InstanceType<typeof Patient>, ...args: unknown[]) {
      return this.waitFor(args[0], plain.apply(this, args))
    },
  })
  return Patient
}
