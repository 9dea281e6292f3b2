import { auditLedger, trialBalance } from '#server/modules/ledger/ledger.store.ts'
import type { Sql } from '#server/platform/db/open.ts'
import type { SandboxBank } from '#packages/tbank-sandbox/bank.ts'
import type { ExpectedMoney } from './scene-steps.ts'

type Books = Awaited<ReturnType<SandboxBank['books']>>
type CheckedSystems = {
  /** The product's database, which no product has open. */
  readonly product: Sql
  readonly bank: Pick<SandboxBank, 'books' | 'booksBalance' | 'inbox'>
  /** A concert to leave out: its songs are not among the promised ones. */
  readonly besides?: string
}

const NOWHERE = '00000000-0000-0000-0000-000000000000'

/** Returns every difference from what was promised, as a sentence; empty where nothing was lost and nothing happened twice. */
export async function findFaults(
  systems: CheckedSystems,
  expectedMoney: readonly ExpectedMoney[],
): Promise<string[]> {
  const books = await systems.bank.books()
  return [
    ...(await ledgerFaults(systems, books)),
    ...(await paymentFaults(systems, books, expectedMoney)),
    ...(await queueFaults(systems, expectedMoney)),
    ...(await payoutFaults(systems, books, expectedMoney)),
    ...moveFaults(books),
    ...(await receiptFaults(systems, books, expectedMoney)),
  ]
}

function differs(what: string, found: unknown, expected: unknown): string[] {
  const [a, b] = [JSON.stringify(found), JSON.stringify(expected)]
  return a === b ? [] : [`${what}: ${a}, and not ${b}`]
}

/** Checks the product's ledger against itself, and its sums against the bank's. */
async function ledgerFaults({ product, bank }: CheckedSystems, books: Books): Promise<string[]> {
  const faults = await auditLedger(product)
  const rows = await trialBalance(product)
  const sum = (name: string) =>
    rows.filter((row) => row.name === name).reduce((total, { amount }) => total + amount, 0)
  const empty = ['escrow', 'payout_in_flight', 'refund_due', 'check', 'loss', 'disputed']
  return [
    ...faults.map(({ about, what, amount }) => `the audit: ${about} ${what} (${amount})`),
    ...empty.flatMap((name) => differs(`the ledger’s ${name}`, sum(name), 0)),
    ...differs('taken by the bank for us', sum('acq_receivable'), books.taken - books.refunded),
    ...differs(
      'paid out of our cash',
      sum('settlement_cash'),
      0 - books.phones - books.chargedBack,
    ),
    ...differs('the bank’s books balance', await bank.booksBalance(), true),
    ...differs('held and on its way at the bank', [books.held, books.inFlight], [0, 0]),
  ]
}

/** The bank's final statuses that match each final state of ours. */
const ENDS = {
  released: { CONFIRMED: 1 },
  returned: { REVERSED: 1, REFUNDED: 1 },
  canceled: { CANCELED: 1 },
} as const

/** Checks that exactly the promised payments exist, and how each ended with us and at the bank. */
async function paymentFaults(
  { product }: CheckedSystems,
  books: Books,
  expectedMoney: readonly ExpectedMoney[],
): Promise<string[]> {
  const rows = await product
    .selectFrom('payments')
    .select(['id', 'state', 'amount', 'attention', 'bankPaymentId', 'bankState'])
    .execute()
  const open = await product
    .selectFrom('bankOperations')
    .select(['paymentId', 'kind'])
    .where('state', 'in', ['planned', 'sent'])
    .execute()
  const wanted = expectedMoney.flatMap(({ payments }) => payments)
  const known = new Map(rows.map((row) => [row.id, row]))
  const atBank = Map.groupBy(books.payments, ({ orderId }) => ownerOf(orderId))
  return [
    ...differs(
      'payments',
      rows.map(({ id }) => id).toSorted(),
      wanted.map(({ id }) => id).toSorted(),
    ),
    ...differs('open questions to the bank', open, []),
    ...wanted.flatMap(({ id, end, amount, part = 0 }) => {
      const row = known.get(id)
      const pages = atBank.get(bare(id)) ?? []
      const page = pages.find((one) => one.id === row?.bankPaymentId)
      const others = pages.filter((one) => one !== page)
      const held = part > 0 && end === 'released' ? amount - part : amount
      const taken = end === 'canceled' || page?.status === 'REVERSED' ? 0 : held
      const refunded = page?.status === 'REFUNDED' ? amount : 0
      const left = [row?.state, row?.attention, row?.amount]
      return [
        // Money that went back before its notice is not distinguished from what followed it.
        ...differs(`payment ${id}`, left, [end, null, end === 'returned' ? row?.amount : held]),
        ...(Object.hasOwn(ENDS[end], page?.status ?? '')
          ? []
          : [`payment ${id} is ${end} with us and ${page?.status} at the bank`]),
        ...differs(
          `payment ${id} at the bank`,
          [page?.captured, page?.refunded],
          [taken, refunded],
        ),
        // A page whose URL was lost is closed, and was never paid.
        ...others.flatMap((one) => differs(`lost page ${one.id} of ${id}`, one.status, 'CANCELED')),
      ]
    }),
    ...[...atBank.keys()]
      .filter((owner) => !rows.some(({ id }) => bare(id) === owner))
      .map((owner) => `the bank has a payment ${owner} that we do not know`),
  ]
}

function bare(id: string): string {
  return id.replaceAll('-', '')
}

/** The payment's id without dashes, from the reference that the bank got. */
function ownerOf(reference: string): string {
  return reference.split('-')[0] ?? ''
}

/**
 * Checks that each secured order is one order behind an entry of its own, or behind the one that it joins, and that
 * there are no others.
 */
async function queueFaults(
  { product, besides = NOWHERE }: CheckedSystems,
  expectedMoney: readonly ExpectedMoney[],
): Promise<string[]> {
  const rows = await product
    .selectFrom('orders as o')
    .innerJoin('queueEntries as e', 'e.id', 'o.entryId')
    .select(['o.paymentId as id', 'e.id as entry', 'e.status', 'e.concertId as concert'])
    .where('e.concertId', '!=', besides)
    .execute()
  const entries = await product
    .selectFrom('queueEntries')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('concertId', '!=', besides)
    .executeTakeFirstOrThrow()
  const expectedOrders = expectedMoney.flatMap(({ concertId, payments }) =>
    payments.flatMap(({ id, song }) => (song === null ? [] : [`${id} ${concertId} ${song}`])),
  )
  const shared = expectedMoney.flatMap(({ payments }) =>
    payments.filter(({ joins }) => joins),
  ).length
  const found = rows.map(({ id, concert, status }) => `${id} ${concert} ${status}`)
  return [
    ...differs('orders in the queues', found.toSorted(), expectedOrders.toSorted()),
    ...differs('entries of the queues', entries.count, expectedOrders.length - shared),
    ...differs(
      'entries with an order',
      new Set(rows.map(({ entry }) => entry)).size,
      expectedOrders.length - shared,
    ),
  ]
}

/** Checks that each payout came to its phone once, and that nothing else came. */
async function payoutFaults(
  { product, bank }: CheckedSystems,
  books: Books,
  expectedMoney: readonly ExpectedMoney[],
): Promise<string[]> {
  const rows = await product
    .selectFrom('payouts')
    .select(['id', 'state', 'amount', 'phone', 'bankPayoutId as bankId'])
    .execute()
  const moved = books.payouts.filter(({ status }) => status !== 'CHECKED')
  const ours = rows.map(({ bankId, amount, phone }) => `${bankId} COMPLETED ${amount} ${phone}`)
  const theirs = moved.map(({ id, status, amount, phone }) => `${id} ${status} ${amount} ${phone}`)
  const faults = [
    ...rows.flatMap(({ id, state }) => differs(`payout ${id}`, state, 'completed')),
    ...differs('payouts at the bank', theirs.toSorted(), ours.toSorted()),
    ...differs('arrivals', rows.length, expectedMoney.flatMap(({ arrivals }) => arrivals).length),
  ]
  for (const { phone, arrivals } of expectedMoney) {
    const inbox = (await bank.inbox(phone)).map(({ amount }) => amount).toReversed()
    faults.push(...differs(`the phone ${phone}`, inbox, arrivals))
  }
  return faults
}

/** Checks that a closing receipt was sent for each prepaid song that was credited, and for no other. */
async function receiptFaults(
  { product }: CheckedSystems,
  books: Books,
  expectedMoney: readonly ExpectedMoney[],
): Promise<string[]> {
  const rows = await product
    .selectFrom('payments')
    .select(['id', 'bankPaymentId as bankId', 'receipt'])
    .where('receipt', '!=', 'none')
    .execute()
  // Receipts are off on this evening.
  if (rows.length === 0) return []
  const closed = books.payments.filter(({ receipts }) =>
    receipts.some(({ kind }) => kind === 'closing'),
  )
  const closedIds = new Set(closed.map(({ id }) => id))
  return expectedMoney
    .flatMap(({ payments }) => payments)
    .filter(({ end, song }) => end === 'released' && song === 'PLAYED')
    .flatMap(({ id, prepaid = false }) => {
      const row = rows.find((one) => one.id === id)
      const found = [row?.receipt, closedIds.has(row?.bankId ?? '')]
      return differs(`the receipt of ${id}`, found, ['closed', prepaid])
    })
}

/** The ways of money at the bank: held, then taken or let go; or charged, and perhaps given back. */
const WAYS = [
  'held captured',
  'held let_go',
  'held let_go captured',
  'charged',
  'charged refunded',
  'held captured charged_back',
  'charged refunded refunded',
  'held captured refunded',
]

/** Checks these ways; the bank's own settlement at midnight in Moscow is left out. */
function moveFaults({ payments, payouts }: Books): string[] {
  const wayOf = ({ moves }: { moves: readonly { cause: string }[] }) =>
    moves.map(({ cause }) => cause).join(' ')
  const ways = [
    ...payments.map((payment) => ({ way: wayOf(payment), may: WAYS })),
    ...payouts.map((payout) => ({ way: wayOf(payout), may: ['payout_sent paid_out'] })),
  ]
  return ways.flatMap(({ way, may }) =>
    way === '' || may.includes(way) ? [] : [`money went this way at the bank: ${way}`],
  )
}
