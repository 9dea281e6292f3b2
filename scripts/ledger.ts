import { readFileSync } from 'node:fs'
import { isCalendarDay } from '#domain/time.ts'
import { formatRubles, kopecks } from '#domain/money.ts'
import { makeReconciliation } from '#server/modules/reconciliation/reconciliation.service.ts'
import type { Reconciliation } from '#server/modules/reconciliation/reconciliation.service.ts'
import { BadRegistry, readRegistry } from '#server/integrations/bank/bank.tbank-registry.ts'
import { stop, withDatabase } from './own-database.ts'

const USAGE =
  'Напишите, что сделать с книгами: npm run ledger -- audit (или trial, или registry ФАЙЛ ГГГГ-ММ-ДД).'
const DAY = /^\d{4}-\d{2}-\d{2}$/u
const NAME_WIDTH = 26
const SUM_WIDTH = 20

const LAYERS = {
  posted: 'Проведено',
  pending: 'Удержано банком (ещё не проведено)',
} as const

function line(name: string, accounts: string, amount: string): string {
  return `  ${name.padEnd(NAME_WIDTH)}${accounts.padStart(10)}${amount.padStart(SUM_WIDTH)}\n`
}

async function printTrial(books: Reconciliation): Promise<void> {
  const rows = await books.trialBalance()
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

async function printAudit(books: Reconciliation): Promise<boolean> {
  await printTrial(books)
  const faults = await books.audit()
  if (faults.length === 0) {
    process.stdout.write('\nКниги сходятся.\n')
    return true
  }
  process.stdout.write(`\nОшибок: ${faults.length}\n`)
  for (const { about, what, amount } of faults)
    process.stdout.write(`  ${about}: ${what}, ${amount} коп.\n`)
  return false
}

async function bookRegistry(books: Reconciliation, file: string, day: string): Promise<void> {
  let lines
  try {
    lines = readRegistry(readFileSync(file))
  } catch (error) {
    if (error instanceof BadRegistry) stop(`Реестр не читается: ${error.message}`)
    stop(`Файл «${file}» не открывается.`)
  }
  // It would undo the whole day.
  if (lines.length === 0) stop(`В файле «${file}» нет ни одной операции: книги не изменились.`)
  const fresh = await books.readRegistry(day, lines)
  process.stdout.write(
    fresh
      ? `Реестр за ${day} разнесён, операций: ${lines.length}. Что не сошлось, ждёт на /admin.\n`
      : `Реестр за ${day} уже был разнесён, книги не изменились.\n`,
  )
}

const [verb, ...words] = process.argv.slice(2)
const [file, day] = words
const known =
  ((verb === 'audit' || verb === 'trial') && words.length === 0) ||
  (verb === 'registry' && words.length === 2 && DAY.test(day ?? '') && isCalendarDay(day ?? ''))
if (!known) stop(USAGE)

let clean = true
await withDatabase(async ({ sql }) => {
  const books = makeReconciliation({ sql, now: () => new Date(), bank: null })
  if (verb === 'trial') await printTrial(books)
  else if (verb === 'audit') clean = await printAudit(books)
  else await bookRegistry(books, file ?? '', day ?? '')
})
if (!clean) process.exit(1)
