import type { LookupAddress, LookupOptions } from 'node:dns'
import { lookup, Resolver } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { callbackify } from 'node:util'
import { semaphore, singleFlight } from './concurrency.ts'
import { isInnerAddress } from './inner-address.ts'

type Find = (name: string) => Promise<LookupAddress[]>

/** The code of the failure of a name that has addresses, but inner ones alone. */
export const INNER_NAME = 'EINNER'

function lookupBy(find: Find): LookupFunction {
  return (name, { all, family }: LookupOptions, callback) => {
    const wanted = family === 4 || family === 6 ? [family] : [4, 6]
    const fitting = async () => {
      const found = (await find(name)).filter((address) => wanted.includes(address.family))
      if (found.length === 0) throw Object.assign(new Error('no address'), { code: 'ENOTFOUND' })
      return found
    }
    callbackify(fitting)((error, found) => {
      const [first] = found ?? []
      if (first === undefined) callback(error, [])
      else if (all === true) callback(null, found)
      else callback(null, first.address, first.family)
    })
  }
}

type PublicLookupOptions = {
  /** Other name servers than the machine's, as «127.0.0.1:5353». */
  nameServers?: readonly string[]
  /** Time limit of one name. */
  limitMs?: number
}

const PUBLIC_LIMIT_MS = 2000
const PUBLIC_AT_ONCE = 32

/**
 * Finds the public addresses of a name that a stranger may have chosen; the checked address is the one that is
 * connected to. Name servers are asked directly: getaddrinfo would hold one of the process's two threads for names for
 * as long as a silent name server likes, and calls to the bank would wait behind it.
 */
export function publicLookup(options: PublicLookupOptions = {}): LookupFunction {
  const { nameServers, limitMs = PUBLIC_LIMIT_MS } = options
  const full = () => Object.assign(new Error('too many names at once'), { code: 'EBUSY' })
  const places = semaphore(PUBLIC_AT_ONCE, { max: 0, full })

  async function ask(name: string): Promise<LookupAddress[]> {
    const resolver = new Resolver({ timeout: limitMs / 2, tries: 2 })
    if (nameServers !== undefined) resolver.setServers(nameServers)
    // The limit of a try is that of each name server, however many the machine has.
    const timer = setTimeout(() => resolver.cancel(), limitMs)
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(name), resolver.resolve6(name)])
    clearTimeout(timer)
    if (v4.status === 'rejected' && v6.status === 'rejected') throw v4.reason
    const of = (family: 4 | 6, found: PromiseSettledResult<string[]>) =>
      found.status === 'rejected' ? [] : found.value.map((address) => ({ address, family }))
    const open = [...of(4, v4), ...of(6, v6)].filter(({ address }) => !isInnerAddress(address))
    if (open.length === 0) throw Object.assign(new Error('no public address'), { code: INNER_NAME })
    return open
  }

  return lookupBy((name) => places.run(() => ask(name)))
}

type KeptLookupOptions = {
  ask?: Find
  now?: () => number
}

const FRESH_MS = 30_000
/** A caller waits so long for newer addresses where there are older ones. */
const LATE_MS = 250

/**
 * Finds names of the configuration as the system does, hosts file included. It holds one thread for names at most,
 * whatever number of calls waits; and a name that was found once is never waited for: where newer addresses are late,
 * the last ones serve.
 */
export function keptLookup(options: KeptLookupOptions = {}): LookupFunction {
  const { ask = (name) => lookup(name, { all: true }), now = () => performance.now() } = options
  const known = new Map<string, { addresses: LookupAddress[]; freshUntil: number }>()
  const oneThread = semaphore(1)
  const asked = singleFlight<LookupAddress[]>()

  async function renew(name: string): Promise<LookupAddress[]> {
    const addresses = await oneThread.run(() => ask(name))
    known.set(name, { addresses, freshUntil: now() + FRESH_MS })
    return addresses
  }

  return lookupBy(async (name) => {
    const last = known.get(name)
    if (last !== undefined && now() < last.freshUntil) return last.addresses
    const newer = asked.run(name, () => renew(name))
    if (last === undefined) return newer
    const { promise: late, resolve } = Promise.withResolvers<LookupAddress[]>()
    const timer = setTimeout(() => resolve(last.addresses), LATE_MS)
    return Promise.race([newer.catch(() => last.addresses), late]).finally(() =>
      clearTimeout(timer),
    )
  })
}
