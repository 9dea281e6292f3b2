import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { anyAddress } from '#test/support/product/product.ts'
import { PLAIN, startProducts } from '../harness/products.ts'
import { inDatabase, insertDataset } from '../harness/dataset.ts'
import type { TestDataset } from '../harness/dataset.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const POSTS = 200
const PAID = 1
const AMOUNT = 20_000
const KEYS = { short: 2, long: 15 }
/** Some of the cut clients disconnect before the answer begins. */
const GONE_MS = 20

/** The result of one POST for its client: `null` where it disconnected before it had the answer. */
type End = { readonly status: number; readonly body: string } | null

type Wanted = { readonly url: string; readonly text: string }

/** Sends the request over a connection of its own; with `cut` the client disconnects when the answer begins, or earlier. */
function post({ url, text }: Wanted, cut: 'no' | 'at the answer' | 'before'): Promise<End> {
  const { port } = new URL(url)
  const socket = connect(Number(port), '127.0.0.1')
  let heard = ''
  return new Promise((resolve, reject) => {
    const go = () => {
      socket.destroy()
      resolve(null)
    }
    socket.once('connect', () => {
      socket.write(text)
      if (cut === 'before') setTimeout(go, Math.random() * GONE_MS)
    })
    socket.on('data', (part: Buffer) => {
      if (cut === 'at the answer') return go()
      heard += part.toString()
    })
    socket.on('error', (error) => (cut === 'no' ? reject(error) : resolve(null)))
    socket.on('close', () => {
      const [head = '', body = ''] = heard.split('\r\n\r\n')
      resolve(cut === 'no' ? { status: Number(head.slice(9, 12)), body } : null)
    })
  })
}

function requestOf(
  { username, concertId }: { username: string; concertId: string },
  order: { songId: string; key: string; address: string; amount?: number },
): string {
  const { songId, key, address, amount } = order
  const body = JSON.stringify({
    songId,
    artistUsername: username,
    sessionId: concertId,
    title: '',
    artistName: '',
    imageUrl: '',
    ...(amount === undefined ? {} : { amount }),
  })
  return [
    `POST ${pathOf(api.songs.orderSong)} HTTP/1.1`,
    'host: localhost',
    'connection: close',
    `x-forwarded-for: ${address}`,
    `idempotency-key: ${key}`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    '',
    body,
  ].join('\r\n')
}

/** Sends 200 posts with one key; returns the order's id and a sentence for each violation. */
async function oneKey(urls: readonly string[], text: string) {
  const urlOf = (n: number) => urls[n % urls.length] ?? ''
  const ends = await Promise.all(
    Array.from({ length: POSTS }, (_, n) =>
      post({ url: urlOf(n), text }, n % 2 === 0 ? 'no' : n % 4 === 1 ? 'at the answer' : 'before'),
    ),
  )
  const finished = ends.filter((end) => end !== null)
  // The retry of a client that was cut.
  const again = await post({ url: urlOf(1), text }, 'no')
  const bodies = new Set([...finished, again].map((end) => end?.body))
  const statuses = new Set([...finished, again].map((end) => end?.status))
  const broken: string[] = []
  if (finished.length < POSTS / 2) broken.push(`only ${finished.length} had an answer`)
  if (bodies.size !== 1) broken.push(`one key was answered in ${bodies.size} ways`)
  if (statuses.size !== 1 || !statuses.has(200))
    broken.push(`answered ${[...statuses].join(', ')}: ${again?.body}`)
  const data = (JSON.parse(again?.body ?? '{}') as { data?: { orderId: string } }).data
  return { orderId: data?.orderId ?? '', finished: finished.length, broken }
}

/** Counts what is in the database after all of it. */
async function counted(context: ScenarioContext, dataset: TestDataset) {
  const paidAt = dataset.accounts.musicians[0]?.concertId ?? ''
  return inDatabase(context, async (sql) => {
    const free = await sql
      .selectFrom('orders')
      .select('id')
      .where('concertId', '=', dataset.artist.concertId)
      .execute()
    const payments = await sql
      .selectFrom('payments')
      .select('id')
      .where('concertId', '=', paidAt)
      .execute()
    return { free: free.map(({ id }) => id), payments: payments.map(({ id }) => id) }
  })
}

async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  const keys = context.short ? KEYS.short : KEYS.long
  const dataset = await inDatabase(context, (sql) => insertDataset(sql, PAID))
  const musician = dataset.accounts.musicians[0]
  if (musician === undefined) throw new Error('nobody plays for money')
  const { urls, stop } = await startProducts(context, 2, { ...PLAIN, SANDBOX_BANK: 'on' })
  const broken: string[] = []
  const [free, paid]: [string[], string[]] = [[], []]
  let finished = 0
  for (let turn = 0; turn < keys; turn++) {
    const songId = dataset.songIds[turn % dataset.songIds.length] ?? ''
    const order = () => ({ songId, key: randomUUID(), address: anyAddress() })
    const one = await oneKey(urls, requestOf(dataset.artist, order()))
    const other = await oneKey(urls, requestOf(musician, { ...order(), amount: AMOUNT }))
    free.push(one.orderId)
    paid.push(other.orderId)
    finished += one.finished + other.finished
    broken.push(...one.broken, ...other.broken.map((words) => `paid: ${words}`))
  }
  const errors = await stop()
  const rows = await counted(context, dataset)
  const same = (found: readonly string[], wanted: readonly string[]) =>
    found.toSorted().join(' ') === wanted.toSorted().join(' ')
  if (!same(rows.free, free)) broken.push(`${rows.free.length} free orders of ${keys} keys`)
  if (!same(rows.payments, paid)) broken.push(`${rows.payments.length} payments of ${keys} keys`)
  return {
    figures: {
      keys: keys * 2,
      posts: keys * 2 * POSTS,
      answered: finished,
      orders: rows.free.length,
      payments: rows.payments.length,
    },
    broken: [...broken, ...errors],
    slow: [],
  }
}

export const scenario: Scenario = {
  number: 1,
  title: 'One order, same idempotency key, 200 parallel POSTs, half cut by the client mid-answer',
  pass: '1 order, 1 payment, same body to all that finished, 0 × 5xx',
  engines: ['embedded', 'postgres'],
  inTests: [],
  run,
}
