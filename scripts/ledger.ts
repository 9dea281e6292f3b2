import { readFileSync } from 'node:fs'
import { noArtist } from '#domain/accounts/account.ts'
import { formatRubles, kopecks } from '#domain/money.ts'
import { DAY_MS, MOSCOW_OFFSET, MOSCOW_OFFSET_MS, moscowDay } from '#domain/time.ts'
import { isUuid } from '#domain/uuid.ts'
import { idOf } from '#server/integrations/bank/bank.ts'
import { readArtistByUsername } from '#server/modules/artists/artists.store.ts'
import {
  adviceOf,
  bankOperationsOf,
  findPayments,
} from '#server/modules/reconciliation/manual-review.service.ts'
import { auditBooks } from '#server/modules/reconciliation/audit.service.ts'
import { bookRegistryDay } from '#server/modules/reconciliation/reconciliation.service.ts'
import { BadRegistry, readRegistry } from '#server/integrations/bank/bank.tbank-registry.ts'
import { isRestoreOpen } from '#server/modules/reconciliation/restore-check.service.ts'
import { markRestored, trialBalance } from '#server/modules/ledger/ledger.service.ts'
import { tellAddressesAgain } from '#server/modules/messengers/updates.service.ts'
import type { Sql } from '#server/platform/db/open.ts'
import { inLongTransaction, inTransaction } from '#server/platform/db/tx.ts'
import { logCommand } from './command-log.ts'
import { readLedgerArguments } from './ledger-arguments.ts'
import type { LedgerVerb } from './ledger-arguments.ts'
import { isSystemError, stop, withDatabase } from './own-database.ts'

const now = () => new Date()

const USAGE =
  'Напишите, что сделать с книгами: npm run ledger -- audit (или trial, registry ФАЙЛ ГГГГ-ММ-ДД, payment НОМЕР, payments НИКНЕЙМ ГГГГ-ММ-ДД, restored МОМЕНТ).'
const NAME_WIDTH = 26
const SUM_WIDTH = 20

const LAYERS = {
  posted: 'Проведено',
  pending: 'Удержано банком (ещё не проведено)',
} as const

function line(name: string, accounts: string, amount: string): string {
  return `  ${name.padEnd(NAME_WIDTH)}${accounts.padStart(10)}${amount.padStart(SUM_WIDTH)}\n`
}

async function printTrial(sql: Sql): Promise<void> {
  const rows = await inLongTransaction(sql, trialBalance)
  for (const layer of ['posted', 'pending'] as const) {
    const own = rows.filter((row) => row.layer === layer)
    process.stdout.write(`\n${LAYERS[layer]}\n`)
    process.stdout.write(line('счёт', 'счетов', 'дебет минус кредит'))
    for (const { name, accounts, amount } of own)
      process.stdout.write(line(name, String(accounts), formatRubles(kopecks(amount))))
    const sum = own.reduce((total, { amount }) => total + amount, 0)
    process.stdout.write(line('всего', '', formatRubles(kopecks(sum))))
  }
}

async function printAudit(sql: Sql): Promise<boolean> {
  await printTrial(sql)
  const faults = await auditBooks({ sql, now })
  if (faults.length === 0) {
    process.stdout.write('\nКниги сходятся.\n')
    return true
  }
  process.stdout.write(`\nОшибок: ${faults.length}\n`)
  for (const { about, what, amount } of faults)
    process.stdout.write(`  ${about}: ${what}, ${amount} коп.\n`)
  return false
}

async function bookRegistry(sql: Sql, file: string, day: string): Promise<void> {
  // The registries that are read by themselves go on after the last booked day.
  if (day >= moscowDay(now())) stop('Этот день ещё не кончился: реестр разносят за прошедший день.')
  let lines
  try {
    lines = readRegistry(readFileSync(file))
  } catch (error) {
    if (error instanceof BadRegistry) stop(`Реестр не читается: ${error.message}`)
    if (isSystemError(error)) stop(`Файл «${file}» не открывается.`)
    throw error
  }
  // An empty registry would undo the whole day.
  if (lines.length === 0) stop(`В файле «${file}» нет ни одной операции: книги не изменились.`)
  const fresh = await bookRegistryDay({ sql, now }, day, lines)
  process.stdout.write(
    fresh
      ? `Реестр за ${day} разнесён, операций: ${lines.length}. Что не сошлось, ждёт на /admin.\n`
      : `Реестр за ${day} уже был разнесён, книги не изменились.\n`,
  )
}

const rubles = (amount: number) => formatRubles(kopecks(amount))

/** 2026-11-21 20:15:03, as in the bank's cabinet. */
function inMoscow(at: Date | null): string {
  if (at === null) return ''
  return new Date(at.getTime() + MOSCOW_OFFSET_MS).toISOString().slice(0, 19).replace('T', ' ')
}

/** Prints the payment with a number: ours, the bank's own, or the one under which the bank knows ours. */
async function printPayment(sql: Sql, number: string): Promise<void> {
  const id = isUuid(number) ? number.toLowerCase() : idOf(number)
  const [payment] = await findPayments(sql, id === null ? { bankId: number } : { id })
  if (payment === undefined) stop(`Платежа с номером ${number} нет.`)
  const { attention } = payment
  const byBank = payment.letGo + payment.givenBack + payment.lost
  const facts: [string, string | null][] = [
    ['страница слушателя', `/payment/${payment.id}`],
    ['состояние', `${payment.kind} ${payment.state}, деньги ${payment.funds}`],
    ['причина', payment.reason],
    ['сумма', rubles(payment.amount)],
    ['банк вернул сам', byBank === 0 ? null : rubles(byBank)],
    ['музыкант', payment.username],
    ['концерт', payment.concertTitle],
    ['песня', payment.songTitle],
    ['песня в очереди', payment.songStatus],
    ['номер у банка', payment.bankId],
    ['состояние у банка', payment.bankState],
    ['способ', payment.method],
    ['создан', inMoscow(payment.createdAt)],
    ['деньги пришли', inMoscow(payment.securedAt)],
    ['закончен', inMoscow(payment.closedAt)],
    ['спросим банк', inMoscow(payment.dueAt)],
    ['ждёт человека', attention && `${adviceOf(attention).what} ${adviceOf(attention).todo}`],
    ...payment.questions.map((what): [string, string] => ['вопрос на /admin', what]),
  ]
  for (const [name, fact] of facts)
    if (fact !== null && fact !== '') process.stdout.write(`  ${name.padEnd(NAME_WIDTH)}${fact}\n`)
  process.stdout.write('\nЗапросы к банку (время московское)\n')
  for (const { kind, state, tries, answer, createdAt, closedAt } of await bankOperationsOf(
    sql,
    payment.id,
  ))
    process.stdout.write(
      `  ${[inMoscow(createdAt), kind, state, `попыток ${tries}`, inMoscow(closedAt), answer].filter((word) => word !== '').join('  ')}\n`,
    )
}

/** Prints what listeners paid an artist on a day in Moscow. */
async function printPayments(sql: Sql, username: string, day: string): Promise<void> {
  const from = new Date(`${day}T00:00:00${MOSCOW_OFFSET}`)
  const till = new Date(from.getTime() + DAY_MS)
  const artist = await readArtistByUsername(sql, username)
  if (artist === undefined) stop(`${noArtist().message}: ${username}.`)
  const key = artist.username.toLowerCase()
  const found = await findPayments(sql, { usernameKey: key, from, till })
  if (found.length === 0)
    process.stdout.write(`У музыканта ${username} за ${day} (по Москве) платежей нет.\n`)
  for (const { id, createdAt, amount, kind, state, reason, songTitle } of found)
    process.stdout.write(
      `${[id, inMoscow(createdAt), rubles(amount), kind, state, reason, songTitle].filter((word) => word !== null && word !== '').join('  ')}\n`,
    )
}

/** For a restore by another tool: what it turned back is to be compared with the bank. */
async function noteRestore(sql: Sql, moment: string): Promise<void> {
  const madeAt = new Date(moment)
  if (Number.isNaN(madeAt.getTime()) || madeAt > new Date())
    stop('Напишите, когда сделана копия, например 2026-11-22T18:00:00+03:00.')
  await inTransaction(sql, async (inside) => {
    await markRestored(inside, { madeAt, at: new Date() })
    await tellAddressesAgain(inside)
    const subject = `копия от ${madeAt.toISOString()}`
    await logCommand(inside, 'ledger', { kind: 'restored', artistId: null, subject })
  })
  process.stdout.write(
    (await isRestoreOpen({ sql }))
      ? 'Записано. Деньги сверятся с банком, сразу или при запуске. Выплаты ждут, пока их не возобновят на /admin.\n'
      : 'Записано. Платежей в базе нет, сверять с банком нечего.\n',
  )
}

const COMMANDS: Record<
  LedgerVerb,
  (args: { sql: Sql; about: string; day: string }) => Promise<boolean | void>
> = {
  trial: ({ sql }) => printTrial(sql),
  audit: ({ sql }) => printAudit(sql),
  registry: ({ sql, about, day }) => bookRegistry(sql, about, day),
  payment: ({ sql, about }) => printPayment(sql, about),
  payments: ({ sql, about, day }) => printPayments(sql, about, day),
  restored: ({ sql, about }) => noteRestore(sql, about),
}
const asked = readLedgerArguments(process.argv.slice(2))
if (asked === null) stop(USAGE)

let clean = true
await withDatabase(async ({ sql }) => {
  clean = (await COMMANDS[asked.verb]({ sql, ...asked })) !== false
})
if (!clean) process.exit(1)
