import { pino } from 'pino'
import { kopecks } from '#domain/money.ts'
import type { Bank } from '#server/integrations/bank/bank.ts'
import { demoBank } from '#test/support/servers/demo-bank.ts'
import { makeWorld } from '#test/support/world.ts'
import type { World } from '#test/support/world.ts'
import { makeCrashes, crashingBank } from './crashes.ts'
import type { Crashes } from './crashes.ts'

/** A server with its demo bank, reused for many evenings one after another. */
export type MoneySystem = {
  readonly world: World
  readonly crashes: Crashes
  readonly songs: readonly string[]
  /** The error lines of the server's log, newest last. */
  readonly bugs: string[]
  evenings: number
}

const SONGS = 4
/** Kopecks available for payouts before the bank has settled: little, so that the limit is reached. */
const FLOAT = 300_000
export const RESERVE = { percent: 10, days: 1 } as const

async function openSystem(): Promise<MoneySystem> {
  const bugs: string[] = []
  const log = pino({ level: 'error' }, { write: (line: string) => bugs.push(line) })
  const real: { bank?: Bank } = {}
  const crashing = crashingBank(() => {
    if (real.bank === undefined) throw new Error('the bank is asked before the world is made')
    return real.bank
  })
  const world: World = await makeWorld({
    log,
    money: {
      bank: crashing.bank,
      notificationUrl: () => 'http://localhost/api/v1/payment/notification',
      receipts: { email: 'box@example.org', taxation: 'usn_income', tax: 'none' },
      captureGraceSeconds: 20,
      payoutFloat: kopecks(FLOAT),
      reserve: RESERVE,
    },
  })
  const { sql, now } = world
  // Another entry point to the same bank: all worlds of a process share its keys.
  const http = () => world.app.http
  real.bank = demoBank({ now, publicUrl: 'http://localhost', log, http }).bank
  const songs: string[] = []
  for (let at = 1; at <= SONGS; at += 1) songs.push(await world.song(`Песня ${at}`, 'Хор'))
  const crashes = await makeCrashes(sql, crashing)
  return { world, crashes, songs, bugs, evenings: 0 }
}

/** A new world takes a second to start, and in an old one the audit has many rows to read. */
const EVENINGS_PER_WORLD = 25

/** Reuses one system for many evenings; the caller closes it after a failure. */
export function makeSystems() {
  let open: MoneySystem | null = null

  async function close(): Promise<void> {
    const old = open
    open = null
    await old?.world.close()
  }

  return {
    async take(): Promise<MoneySystem> {
      if (open !== null && open.evenings >= EVENINGS_PER_WORLD) await close()
      open ??= await openSystem()
      open.evenings += 1
      return open
    },
    close,
  }
}
