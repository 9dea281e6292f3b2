import { join } from 'node:path'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { makePasswords } from '#server/modules/accounts/passwords.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import { openEmbedded, openPostgres } from '#server/platform/db/open.ts'
import { startProduct } from '#test/support/product/product.ts'
import { CONSENT } from '#domain/documents.ts'
import type { Scenario } from '../scenario.ts'

const EACH = { long: 100, short: 10 }
const WITHIN_MS = 5
/** So few that none is stopped by the wrong passwords of this scenario, so many that none is asked twice a minute. */
const LOGINS_OF_ONE = 20

/** Inserts accounts that exist before the product starts. */
async function insertAccountsFor(environment: Readonly<Record<string, string>>, count: number) {
  const url = environment['DATABASE_URL']
  const folder = join(environment['DATA_DIR'] ?? '', 'database')
  const database = await (url === undefined ? openEmbedded(folder) : openPostgres(url))
  try {
    await migrate(database)
    const hash = await makePasswords().hash('Verevka7-mytha')
    const names = Array.from({ length: count }, (_, at) => `izvestnyi${at}`)
    await database.sql
      .insertInto('artists')
      .values(
        names.map((username, at) => ({
          id: `00000000-0000-7000-8000-${String(at).padStart(12, '0')}`,
          username,
          usernameKey: username,
          email: `${username}@example.org`,
          consentEdition: CONSENT.date,
          passwordHash: hash,
          accountType: 'ARTIST',
          name: username,
          phoneNumber: null,
          sbpNumberId: null,
          numberCheckedAt: null,
          partnerId: null,
          createdAt: new Date(),
        })),
      )
      .execute()
    return names
  } finally {
    await database.close()
  }
}

let addresses = 0
function freshAddress(): string {
  addresses += 1
  return `10.30.${addresses >> 8}.${addresses & 255}`
}

/** Returns an answer without its request id, and how long it took. */
async function timedAnswer(url: string, endpoint: AnyEndpoint, body: object) {
  const began = performance.now()
  const answer = await fetch(`${url}${pathOf(endpoint)}`, {
    method: endpoint.method,
    headers: { 'content-type': 'application/json', 'x-forwarded-for': freshAddress() },
    body: JSON.stringify(body),
  })
  const { requestId: _, ...rest } = (await answer.json()) as Record<string, unknown>
  const ms = performance.now() - began
  return { words: `${answer.status} ${JSON.stringify(rest)}`, ms }
}

function median(times: readonly number[]): number {
  const sorted = times.toSorted((a, b) => a - b)
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2
}

export const scenario: Scenario = {
  number: 17,
  title: 'Enumeration: 200 logins and 200 recoveries, known vs unknown',
  pass: 'same status and body; medians within 5 ms',
  engines: ['embedded', 'postgres'],
  inTests: [],
  async run({ short, environment, logProgress }) {
    const each = short ? EACH.short : EACH.long
    const names = await insertAccountsFor(environment, each)
    const product = await startProduct({ ...environment, MAILBOX: 'on', TRUST_PROXY: 'on' })
    const asks = {
      login: (name: string) =>
        timedAnswer(product.url, api.auth.login, { username: name, password: 'Ne-tot-parol-1' }),
      recovery: (name: string) =>
        timedAnswer(product.url, api.auth.forgotPassword, { usernameOrEmail: name }),
    }
    const broken: string[] = []
    const slow: string[] = []
    const figures: Record<string, number> = {}
    for (const [kind, ask] of Object.entries(asks)) {
      // The first requests of a process are slower than all that follow.
      for (let turn = 0; turn < 5; turn += 1) await ask(`razminka${turn}`)
      const times = { known: [] as number[], unknown: [] as number[] }
      const answers = new Set<string>()
      for (let turn = 0; turn < each; turn += 1) {
        const at = kind === 'login' ? Math.floor(turn / LOGINS_OF_ONE) : turn
        const pair = [
          ['known', names[at] ?? ''],
          ['unknown', `neizvestnyi${at}`],
        ] as const
        // The order alternates, since the first of a pair finds the machine as the previous pair left it.
        for (const [who, name] of turn % 2 === 0 ? pair : pair.toReversed()) {
          const { words, ms } = await ask(name)
          answers.add(words)
          times[who].push(ms)
        }
      }
      const [known, unknown] = [median(times.known), median(times.unknown)]
      const apart = Math.abs(known - unknown)
      figures[`${kind} known ms`] = Math.round(known * 10) / 10
      figures[`${kind} unknown ms`] = Math.round(unknown * 10) / 10
      if (answers.size !== 1) broken.push(`${kind} tells: ${[...answers].join(' | ')}`)
      if (apart > WITHIN_MS) slow.push(`${kind}: medians ${apart.toFixed(1)} ms apart`)
      logProgress(`${2 * each} × ${kind}`)
    }
    await product.kill('SIGTERM')
    return { figures: { ...figures, asked: 4 * each }, broken, slow }
  },
}
