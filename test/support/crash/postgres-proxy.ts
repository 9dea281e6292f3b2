import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import type { CrashRecord } from './crash-points.ts'
import type { CrashTrigger } from './crash-trigger.ts'

/** The tables that a money transaction writes to, the most important first. */
const TABLES: readonly (readonly [CrashRecord, RegExp])[] = [
  ['payout', /\binsert into "?payouts\b/iu],
  ['books', /\binsert into "?ledger_transactions\b/iu],
  ['wish', /\binsert into "?payments\b/iu],
  ['question', /\b(?:insert into|update) "?(?:bank_operations|payments|payouts)\b/iu],
]

const COMMIT = 'commit'

/** Splits what a client sends to PostgreSQL into protocol messages: a type and its bytes. */
function splitMessages(onMessage: (message: Buffer, type: string) => void) {
  let rest: Buffer = Buffer.alloc(0)
  // The first message has no type.
  let typed = 0
  return (part: Buffer) => {
    rest = Buffer.concat([rest, part])
    while (rest.length >= typed + 4) {
      const length = typed + rest.readInt32BE(typed)
      if (rest.length < length) return
      const message = rest.subarray(0, length)
      rest = rest.subarray(length)
      onMessage(message, typed === 0 ? '' : String.fromCodePoint(message[0] ?? 0))
      typed = 1
    }
  }
}

function readText(message: Buffer, from: number): string {
  return message.toString('utf8', from, message.indexOf(0, from))
}

/** Tracks what one connection has written since its last `begin`; null while that is not money. */
function makeCommitTracker() {
  const texts = new Map<string, string>()
  let written: CrashRecord | null = null

  function wrote(text: string): void {
    const found = TABLES.findIndex(([, table]) => table.test(text))
    const known = TABLES.findIndex(([name]) => name === written)
    if (found !== -1 && (known === -1 || found < known)) written = TABLES[found]?.[0] ?? null
  }

  return {
    /** What this message commits, or null. */
    commits(message: Buffer, type: string): CrashRecord | null {
      if (type === 'P') {
        const name = readText(message, 5)
        texts.set(name, readText(message, 5 + Buffer.byteLength(name) + 1))
      } else if (type === 'B') {
        const portal = readText(message, 5)
        wrote(texts.get(readText(message, 5 + Buffer.byteLength(portal) + 1)) ?? '')
      } else if (type === 'Q') {
        const text = readText(message, 5)
        const committed = text === COMMIT ? written : null
        if (['begin', COMMIT, 'rollback'].includes(text)) written = null
        return committed
      }
      return null
    },
  }
}

/** A proxy between the product and PostgreSQL, which can kill the product at a commit. */
export async function openPostgresProxy(database: string, trigger: CrashTrigger) {
  const to = new URL(database)
  const ends = new Set<Socket>()

  function join(near: Socket): void {
    const far = connect(Number(to.port), to.hostname)
    const { commits } = makeCommitTracker()
    let last = false
    let awaited: CrashRecord | null = null
    for (const [end, other] of [
      [near, far],
      [far, near],
    ] as const) {
      ends.add(end)
      end.on('error', () => other.destroy())
      end.on('close', () => {
        ends.delete(end)
        other.destroy()
      })
    }
    near.on(
      'data',
      splitMessages((message, type) => {
        if (last) return
        const written = commits(message, type)
        if (written !== null && trigger.passes(`${written} commit sent`)) {
          last = true
          far.destroy()
          return
        }
        awaited = written
        far.write(message)
      }),
    )
    far.on('data', (part) => {
      const lost = awaited !== null && trigger.passes(`${awaited} commit lost`)
      awaited = null
      if (!lost) near.write(part)
    })
  }

  const server = createServer(join)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(database)
  url.hostname = '127.0.0.1'
  url.port = String((server.address() as AddressInfo).port)
  return {
    url: url.href,
    async remove() {
      for (const end of ends) end.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
