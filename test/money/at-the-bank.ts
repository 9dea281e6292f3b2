import assert from 'node:assert/strict'
import type { MoneyEvening } from './evening.ts'
import { idOf } from '#server/integrations/bank/bank.ts'

/** Returns the last path segment of the bank page's address. */
export function pageOf(url: string): string {
  return url.split('/').at(-1) ?? ''
}

async function rowAt({ world }: MoneyEvening, link: string) {
  const { payments } = await world.bank.books()
  const found = payments.find((payment) => payment.link === link)
  assert.ok(found !== undefined)
  return found
}

/** The statuses of an order that was never paid. */
export const NOTHING_MOVES = new Set(['CHECKED', 'REJECTED'])

/** Returns how every order to the bank for a payout begins; a number of the try follows. */
export const orderStem = (payout: { id: string; orderId: string | null }): string =>
  `${(payout.orderId ?? payout.id).replaceAll('-', '')}-`

/** Returns the bank's status of the payment behind a page. */
export const statusAt = async (evening: MoneyEvening, link: string): Promise<string> =>
  (await rowAt(evening, link)).status

/** Returns the bank's id of it. */
export const idAt = async (evening: MoneyEvening, link: string): Promise<string> =>
  (await rowAt(evening, link)).id

/** Returns our id of the payment behind an address of the bank. */
export async function idOfPage(evening: MoneyEvening, url: string): Promise<string> {
  const id = idOf((await rowAt(evening, pageOf(url))).orderId)
  assert.ok(id !== null)
  return id
}

/** Returns everything that a notice alone must not change. */
export async function paymentState({ world }: MoneyEvening, id: string) {
  const payment = await world.sql
    .selectFrom('payments')
    .select(['state', 'funds', 'reason', 'attention', 'method', 'bankState', 'holdUntil'])
    .where('id', '=', id)
    .executeTakeFirst()
  const postings = await world.sql
    .selectFrom('ledgerTransactions')
    .select('key')
    .where('paymentId', '=', id)
    .execute()
  return { payment, postings: postings.length }
}

/** The lease of a crashed visit lasts a minute, and a request meanwhile waits in real time: here the clock is advanced instead. */
export async function untilFree({ world, artist }: MoneyEvening, id: string | null): Promise<void> {
  const rows = await world.sql
    .selectFrom('payments')
    .select('leasedUntil as until')
    .where('artistId', '=', artist.id)
    .where((is) => (id === null ? is('state', '=', 'created') : is('id', '=', id)))
    .where('leasedUntil', '>', world.now())
    .execute()
  for (const { until } of rows)
    if (until !== null && until >= world.now()) world.setNow(new Date(until.getTime() + 1))
}
