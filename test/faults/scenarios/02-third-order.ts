import { randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { freeLimitText } from '#domain/queue/admission.ts'
import { DEFAULT_RULES } from '#domain/queue/evening-rules.ts'
import { anyAddress } from '#test/support/product/product.ts'
import { startProducts } from '../harness/products.ts'
import { inDatabase, insertDataset } from '../harness/dataset.ts'
import type { TestDataset } from '../harness/dataset.ts'
import { knownDevice } from '../harness/concert-actions.ts'
import type { ScenarioFinding, Scenario, ScenarioContext } from '../scenario.ts'

const ORDERS = 50
const ACCEPTED = 2
const PHONES = { short: 2, long: 20 }

/** Orders once from this phone; returns «accepted» with the order, or the status and a refusal's message. */
async function orderFrom(
  url: string,
  { artist }: TestDataset,
  { cookie, songId, address }: { cookie: string; songId: string; address: string },
): Promise<string> {
  const answer = await fetch(`${url}${pathOf(api.songs.orderSong)}`, {
    method: 'POST',
    headers: {
      cookie,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
      'x-forwarded-for': address,
    },
    body: JSON.stringify({
      songId,
      artistUsername: artist.username,
      sessionId: artist.concertId,
      title: '',
      artistName: '',
      imageUrl: '',
    }),
  })
  const { code, message, data } = (await answer.json()) as {
    code?: string
    message?: string
    data?: { orderId: string }
  }
  return answer.status === 200 ? `accepted ${data?.orderId}` : `${answer.status} ${code} ${message}`
}

async function run(context: ScenarioContext): Promise<ScenarioFinding> {
  const dataset = await inDatabase(context, (sql) => insertDataset(sql, 0))
  const { urls, stop } = await startProducts(context, 2)
  const urlOf = (n: number) => urls[n % urls.length] ?? ''
  const broken: string[] = []
  const phones = context.short ? PHONES.short : PHONES.long
  let [accepted, refused] = [0, 0]
  for (let phone = 0; phone < phones; phone++) {
    const cookie = await knownDevice(urlOf(phone), dataset)
    const address = anyAddress()
    const answers = await Promise.all(
      Array.from({ length: ORDERS }, (_, n) => {
        const songId = dataset.songIds[n % dataset.songIds.length] ?? ''
        return orderFrom(urlOf(n), dataset, { cookie, songId, address })
      }),
    )
    const limitRefusals = answers.filter(
      (answer) => answer === `409 FREE_LIMIT ${freeLimitText(DEFAULT_RULES.freeWaiting)}`,
    ).length
    const taken = answers.filter((answer) => answer.startsWith('accepted'))
    // The same song again is the first order, not another.
    const acceptedCount = new Set(taken).size
    accepted += acceptedCount
    refused += limitRefusals
    if (acceptedCount !== ACCEPTED || limitRefusals !== ORDERS - taken.length)
      broken.push(`${acceptedCount} accepted: ${[...new Set(answers)].join('; ')}`)
  }
  const errors = await stop()
  const rows = await inDatabase(context, (sql) =>
    sql
      .selectFrom('orders')
      .select('id')
      .where('concertId', '=', dataset.artist.concertId)
      .execute(),
  )
  if (rows.length !== phones * ACCEPTED)
    broken.push(`${rows.length} orders of ${phones} telephones`)
  return {
    figures: { phones, accepted, refused, orders: rows.length },
    broken: [...broken, ...errors],
    slow: [],
  }
}

export const scenario: Scenario = {
  number: 2,
  title: '50 parallel third free orders from one device',
  pass: 'exactly 2 accepted, the rest with the fixed text but for repeats of these',
  engines: ['embedded', 'postgres'],
  inTests: ['postgres'],
  run,
}
