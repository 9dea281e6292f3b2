import assert from 'node:assert/strict'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { openEmbedded, openPostgres } from '#server/platform/db/open.ts'
import { tokenAt } from '../product/product-calls.ts'
import { guard, openBrowser, openContext, RESULTS, UNOPTIMIZED } from './browser.ts'
import { migratedPostgres, SERVER_URL } from '../database/database.ts'
import { freePort } from '../../../scripts/free-port.ts'
import { ownFolder, startProduct } from '../product/product.ts'
import type { Product } from '../product/product.ts'
import { copySeed } from '../product/seed.ts'

/** A journey that takes longer hangs, on any machine. */
const JOURNEY_MS = 600_000
/** The characters of a failed page's outline in the log. */
const OUTLINE_LENGTH = 2000

/** A start on a PostgreSQL server takes half the processor time of one that compiles its database. */
const DEFAULT_ENGINE = SERVER_URL === undefined ? 'embedded' : 'postgres'

type SiteOptions = {
  /** PostgreSQL where the run has a server, else embedded. */
  engine?: 'embedded' | 'postgres'
  /** Whether it has the demo's artists. */
  demo?: boolean
  /** The host in the addresses of the site: browsers know keys of names only. */
  host?: '127.0.0.1' | 'localhost'
  /** More environment variables of the process. */
  variables?: Readonly<Record<string, string>>
  /** Fills the database before the first process starts. */
  prepare?: (sql: Sql) => Promise<void>
}

/** The site of a journey: the running product, and `enter` for as many people as it needs. */
export type TestSite = {
  url: string
  /** Opens a page in a browser context of its own; `name` names that person in failures. */
  enter(name: string, options?: BrowserContextOptions): Promise<Page>
  /** The token of an artist of the demo. */
  demoToken(username: string): Promise<string>
  /** A fault that matches this does not fail the journey. */
  expectFault(fault: RegExp): void
}

type Running = { product: Product; close(): Promise<void> }

/** Creates the site's database; returns the variables that point a process at it. */
async function databaseVariables(
  { engine = DEFAULT_ENGINE, prepare }: SiteOptions,
  ends: AsyncDisposableStack,
) {
  const folder = ownFolder()
  ends.defer(folder.remove)
  if (engine !== 'postgres') copySeed(join(folder.path, 'database'))
  const own = engine === 'postgres' ? await migratedPostgres(SERVER_URL ?? '') : null
  if (own !== null)
    ends.defer(async () => {
      await own.drop()
    })
  if (prepare !== undefined) {
    const open = own === null ? openEmbedded(join(folder.path, 'database')) : openPostgres(own.url)
    const database = await open
    await migrate(database)
    await prepare(database.sql)
    await database.close()
  }
  return own === null ? { DATA_DIR: folder.path } : { DATABASE_URL: own.url }
}

async function startOne(
  databaseAt: Record<string, string>,
  { demo = false, host = '127.0.0.1', variables = {} }: SiteOptions,
): Promise<Product> {
  const port = String(await freePort())
  const build = process.env['BUILD_DIR']
  return startProduct({
    ...databaseAt,
    ...(build === undefined ? {} : { BUILD_DIR: build }),
    PORT: port,
    PUBLIC_URL: `http://${host}:${port}`,
    DEMO: demo ? 'on' : 'off',
    MAILBOX: 'on',
    TEST_CALLS: 'on',
    SANDBOX_BANK: 'on',
    // Setup calls come from network addresses of their own, so that no journey uses up the rate limits of another.
    TRUST_PROXY: 'on',
    // An event loop that lags because the machine is busy with other tests must not shed requests.
    SHED: 'off',
    ...variables,
  })
}

async function startSite(options: SiteOptions): Promise<Running> {
  const ends = new AsyncDisposableStack()
  try {
    const product = await startOne(await databaseVariables(options, ends), options)
    ends.defer(async () => {
      await product.kill('SIGTERM')
    })
    return { product, close: () => ends.disposeAsync() }
  } catch (failure) {
    await ends.disposeAsync()
    throw failure
  }
}

async function takePictures(sentence: string, guests: ReadonlyMap<string, BrowserContext>) {
  const folder = join(RESULTS, sentence.replaceAll(/[^\p{L}\p{N}]+/gu, '-'))
  mkdirSync(folder, { recursive: true })
  const pictures: string[] = []
  for (const [name, context] of guests)
    for (const [at, page] of context.pages().entries()) {
      const path = join(folder, `${name}-${at + 1}.png`)
      // A page that hangs must not hide why the journey failed.
      const taken = await page.screenshot({ path, timeout: 5000 }).catch(() => null)
      if (taken !== null) pictures.push(`${path} (${page.url()})`)
      // The outline goes to the log, because a screenshot may stay on another machine.
      const outline = await page
        .locator('body')
        .ariaSnapshot({ timeout: 5000 })
        .catch(() => '')
      pictures.push(outline.slice(0, OUTLINE_LENGTH))
    }
  return pictures
}

/** A response that a test's route handler still reads fails with its page; that error would fail the whole process. */
async function leave(context: BrowserContext): Promise<void> {
  const behavior = 'ignoreErrors'
  // The journey may have closed it already.
  for (const routed of [context, ...context.pages()])
    await routed.unrouteAll({ behavior }).catch(() => undefined)
  await context.close()
}

/** Shared by the journeys of one process: a browser, and a product without the demo's artists. */
let browser: Promise<Browser> | undefined
let shared: Promise<Running> | undefined
const left = new Set<Running>()
after(async () => {
  for (const running of left) await running.close()
  await (await browser)?.close()
})

async function start(options: SiteOptions): Promise<Running> {
  const running = await startSite(options)
  left.add(running)
  return running
}

async function close(running: Running): Promise<void> {
  left.delete(running)
  await running.close()
}

/**
 * Returns `journey(sentence, walk)`, a test in the product of this process, or in one of its own where there are
 * options: it starts with the first journey there and ends with the last. A journey fails on every unexpected fault of
 * its pages, and leaves screenshots in test-results.
 */
export function onSite(options?: SiteOptions) {
  let own: Promise<Running> | undefined
  let ahead = 0
  const running = () => (options === undefined ? (shared ??= start({})) : (own ??= start(options)))

  return function journey(sentence: string, walk: (site: TestSite) => Promise<void>): void {
    ahead += 1
    test(sentence, { timeout: JOURNEY_MS }, async () => {
      const { product } = await running()
      const guests = new Map<string, BrowserContext>()
      const faults: string[] = []
      const expected: RegExp[] = []
      const logLength = product.output().length
      const unexpected = () =>
        faults.filter((fault) => !expected.some((known) => known.test(fault)))
      try {
        await walk({
          url: product.url,
          async enter(name, more) {
            const context = await openContext(await (browser ??= openBrowser(UNOPTIMIZED)), more)
            guests.set(name, context)
            guard(name, context, faults)
            return context.newPage()
          },
          async demoToken(username) {
            return tokenAt(product.url, username, await product.demoPassword())
          },
          expectFault: (fault) => expected.push(fault),
        })
        assert.deepEqual(unexpected(), [], 'nothing goes wrong behind the screens')
      } catch (cause) {
        const evidence = [
          cause instanceof Error ? cause.message : String(cause),
          '── pictures',
          ...(await takePictures(sentence, guests)),
          '── faults',
          ...unexpected(),
          '── the server’s log',
          product.output().slice(logLength),
        ]
        throw new Error(evidence.join('\n'), { cause })
      } finally {
        for (const context of guests.values()) await leave(context)
        ahead -= 1
        if (ahead === 0 && own !== undefined) await close(await own)
      }
    })
  }
}
