import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { sql as raw } from 'kysely'
import { charged, held, released } from '#domain/payments/ledger.ts'
import { kopecks } from '#domain/money.ts'
import { moscowDay } from '#domain/time.ts'
import { cp1251 } from '#packages/tbank-sandbox/registry.ts'
import { post } from '#server/modules/ledger/ledger.store.ts'
import { addPayment } from '#server/modules/payments/payments.store.ts'
import { migrate } from '#server/platform/db/migrate.ts'
import type { Database, Sql } from '#server/platform/db/open.ts'
import { openEmbedded, openPostgres } from '#server/platform/db/open.ts'
import { inTransaction } from '#server/platform/db/tx.ts'
import { REGISTRY_TITLES } from '#server/integrations/bank/tbank-dialect.ts'
import type { RegistryColumn } from '#server/integrations/bank/tbank-dialect.ts'
import { ownPostgres, SERVER_URL } from '#test/support/database/database.ts'
import { ownFolder, runCommand, startProduct } from '#test/support/product/product.ts'
import { copySeed } from '#test/support/product/seed.ts'
import { CONSENT } from '#domain/documents.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

const folders: { remove(): void }[] = []
function folder(): string {
  const own = ownFolder()
  folders.push(own)
  return own.path
}
after(() => {
  for (const own of folders) own.remove()
})

async function ledger(env: Record<string, string>, ...args: string[]) {
  const { code, output } = await runCommand(env, 'scripts/ledger.ts', ...args)
  // Sums are printed with non-breaking spaces.
  return { code, output: output.replaceAll(/[\u00A0\u202F]/gu, ' ') }
}

/** A data directory with the tables of this version. */
async function installed(): Promise<string> {
  const path = folder()
  copySeed(join(path, 'database'))
  const database = await openEmbedded(join(path, 'database'))
  await migrate(database)
  await database.close()
  return path
}

/** The rows of a printed balance: name, accounts, sum. */
function rowsOf(output: string): string[] {
  return output
    .split('\n')
    .filter((row) => row.startsWith('  '))
    .map((row) => row.trim().split(/ {2,}/u).join(' | '))
}

const SONG = {
  id: '019ac0de-0000-7000-8000-000000000001',
  reference: '019ac0de000070008000000000000001-1',
  bankId: '700777',
}

/** Inserts a returned payment with its bank operations. */
async function keepPayment(sql: Sql) {
  const artistId = randomUUID()
  const at = new Date('2026-11-20T21:30:00Z')
  await sql
    .insertInto('artists')
    .values({
      id: artistId,
      username: 'Lada',
      usernameKey: 'lada',
      email: 'lada@example.org',
      consentEdition: CONSENT.date,
      passwordHash: '',
      accountType: 'ARTIST',
      name: 'Лада',
      phoneNumber: null,
      sbpNumberId: null,
      numberCheckedAt: null,
      partnerId: null,
      createdAt: at,
    })
    .execute()
  const song = { concertId: randomUUID(), songId: randomUUID(), songTitle: 'Песня', artistId }
  const terms = {
    amount: kopecks(12_300),
    commissionBps: 1000,
    mode: 'hold',
    expiresAt: at,
  } as const
  const fresh = {
    id: SONG.id,
    kind: 'song',
    receipt: 'none',
    receiptTo: '',
    ...song,
    ...terms,
  } as const
  await addPayment(sql, fresh, at)
  await sql
    .updateTable('payments')
    .set({ state: 'returned', reason: 'skipped', bankPaymentId: SONG.bankId, dueAt: null })
    .where('id', '=', SONG.id)
    .execute()
  await sql
    .updateTable('bankOperations')
    .set({ state: 'done', answer: 'ok', tries: 1, closedAt: at })
    .where('paymentId', '=', SONG.id)
    .execute()
}

/** A support request contains the payment's number, the bank's, or only the day. */
async function findsThePayment(env: Record<string, string>) {
  for (const number of [SONG.reference, SONG.bankId]) {
    const { code, output } = await ledger(env, 'payment', number)
    assert.equal(code, 0, output)
    assert.match(output, /страница слушателя +\/payment\/019ac0de-0000-7000-8000-000000000001\n/u)
    assert.match(output, /состояние +song returned, деньги none\n +причина +skipped\n/u)
    assert.match(output, /создан +2026-11-21 00:30:00\n/u)
    assert.match(output, /2026-11-21 00:30:00 {2}open {2}done {2}попыток 1 .* ok\n/u)
  }
  const none = await ledger(env, 'payment', '700778')
  assert.deepEqual([none.code, none.output.trim()], [1, 'Платежа с номером 700778 нет.'])
  const day = await ledger(env, 'payments', 'LADA', '2026-11-21')
  assert.deepEqual(
    [day.code, day.output],
    [0, `${SONG.id}  2026-11-21 00:30:00  123 ₽  song  returned  skipped  Песня\n`],
  )
  const before = await ledger(env, 'payments', 'lada', '2026-11-20')
  assert.deepEqual(
    [before.code, before.output],
    [0, 'У музыканта lada за 2026-11-20 (по Москве) платежей нет.\n'],
  )
  const nobody = await ledger(env, 'payments', 'nobody', '2026-11-20')
  assert.deepEqual([nobody.code, nobody.output.trim()], [1, 'Такого музыканта нет: nobody.'])
}

/** Inserts a played song and a held one: books with something in them. */
async function keepBooks(sql: Sql) {
  const song = (amount: number) => ({
    id: crypto.randomUUID(),
    kind: 'song' as const,
    artistId: '00000000-0000-7000-8000-000000000001',
    amount: kopecks(amount),
    commission: kopecks(amount / 10),
  })
  const [played, waiting] = [song(12_300), song(50_050)]
  await inTransaction(sql, (tx) =>
    post(tx, [charged(played), released(played), held(waiting)], {}, new Date()),
  )
}

/** Changes a sum past every guard, as only a person with full access to the database can. */
async function spoil(sql: Sql) {
  await sql.transaction().execute(async (tx) => {
    await raw`set local session_replication_role = replica`.execute(tx)
    await raw`update ledger_lines set amount = amount + 7 where account = 'commission_song'`.execute(
      tx,
    )
  })
}

/** A day's registry as the bank writes it. */
function registryFile(rows: Partial<Record<RegistryColumn, string>>[]): string {
  const columns = Object.keys(REGISTRY_TITLES) as RegistryColumn[]
  const lines = rows.map((row) => columns.map((column) => row[column] ?? '').join(';'))
  const titles = columns.map((column) => REGISTRY_TITLES[column]).join(';')
  const file = join(folder(), 'registry.csv')
  writeFileSync(file, cp1251([titles, ...lines, ''].join('\r\n')))
  return file
}

const operation = {
  reference: 'кого-то',
  date: '20.11.2026',
  time: '20:15:00',
  zone: 'MSK',
  gross: '123,00',
  fee: '3,08',
  operation: 'Debit',
  bankPaymentId: '700001',
} as const

const TRIAL = [
  'счёт | счетов | дебет минус кредит',
  'acq_receivable | 1 | 123 ₽',
  'artist_payable | 1 | −110,70 ₽',
  'commission_song | 1 | −12,30 ₽',
  'escrow | 1 | 0 ₽',
  'всего | 0 ₽',
  'счёт | счетов | дебет минус кредит',
  'acq_receivable | 1 | 500,50 ₽',
  'escrow | 1 | −500,50 ₽',
  'всего | 0 ₽',
]

/** Checks what the command does with the books of this installation, whichever database it has. */
async function tellsTheTruth(env: Record<string, string>, open: () => Promise<Database>) {
  const withSql = async (work: (sql: Sql) => Promise<unknown>) => {
    const database = await open()
    try {
      await work(database.sql)
    } finally {
      await database.close()
    }
  }

  await withSql(keepPayment)
  await findsThePayment(env)
  await withSql(keepBooks)
  const trial = await ledger(env, 'trial')
  assert.deepEqual([trial.code, rowsOf(trial.output)], [0, TRIAL])

  const clean = await ledger(env, 'audit')
  assert.deepEqual([clean.code, rowsOf(clean.output)], [0, TRIAL])
  assert.match(clean.output, /Книги сходятся\./u)

  const file = registryFile([operation])
  const booked = await ledger(env, 'registry', file, '2026-11-20')
  assert.equal(booked.code, 0, booked.output)
  assert.match(booked.output, /Реестр за 2026-11-20 разнесён, операций: 1\./u)
  const again = await ledger(env, 'registry', file, '2026-11-20')
  assert.match(again.output, /уже был разнесён, книги не изменились/u)
  assert.equal(again.code, 0)
  const then = rowsOf((await ledger(env, 'audit')).output)
  assert.ok(then.includes('settlement_cash | 1 | 119,92 ₽'), then.join('\n'))
  assert.ok(then.includes('acquiring_fee | 1 | 3,08 ₽'), then.join('\n'))
  assert.ok(then.includes('acq_receivable | 1 | 0 ₽'), then.join('\n'))

  await withSql(spoil)
  const spoilt = await ledger(env, 'audit')
  assert.equal(spoilt.code, 1)
  assert.match(spoilt.output, /Ошибок: 2/u)
  assert.match(spoilt.output, /transaction released:\S+: does not balance, 7 коп\./u)
  assert.match(spoilt.output, /layer posted: does not sum to zero, 7 коп\./u)
  assert.equal((await ledger(env, 'trial')).code, 0, 'a balance alone judges nothing')
}

describe('on the embedded database', () => {
  test('the balance is printed, a registry is booked once, and the audit says whether all agrees', async () => {
    const DATA_DIR = await installed()
    await tellsTheTruth({ DATA_DIR }, () => openEmbedded(join(DATA_DIR, 'database')))
  })

  test('beside a running server the command refuses, and a directory without a database stays empty', async () => {
    const DATA_DIR = folder()
    const none = await ledger({ DATA_DIR }, 'audit')
    assert.equal(none.code, 1)
    assert.match(none.output, /базы ещё нет/u)
    const product = await startProduct({ DATA_DIR })
    const { code, output } = await ledger({ DATA_DIR }, 'audit')
    assert.equal(code, 1)
    assert.match(output, /сначала остановите «Бис»/u)
    await product.kill('SIGTERM')
  })
})

describe('on PostgreSQL', { skip: SERVER_URL === undefined }, () => {
  test('the same is said, beside a running server too', async () => {
    const own = await ownPostgres(SERVER_URL ?? '')
    const product = await startProduct({ DATABASE_URL: own.url })
    try {
      await tellsTheTruth({ DATABASE_URL: own.url }, () => openPostgres(own.url, 1))
    } finally {
      await product.kill('SIGTERM')
      await own.drop()
    }
  })
})

test('a file that is no registry is refused, and its day stays open for the right one', async (t) => {
  const DATA_DIR = await installed()
  const letter = join(folder(), 'letter.txt')
  writeFileSync(letter, readFileSync(join(ROOT, 'README.md')))
  const unread = registryFile([{ ...operation, gross: 'сто рублей' }])
  const over = '2026-11-20'
  const today = moscowDay(new Date())
  const wrong: [string, string, string, RegExp][] = [
    ['another text', letter, over, /нет ни одной операции/u],
    ['a registry with a line that cannot be read', unread, over, /Строка 2 реестра не читается/u],
    ['a file that is not there', join(folder(), 'nowhere.csv'), over, /не открывается/u],
    ['a day that is not over', registryFile([operation]), today, /Этот день ещё не кончился/u],
    ['a wrong year', registryFile([operation]), '2099-11-20', /Этот день ещё не кончился/u],
  ]
  for (const [what, file, day, why] of wrong)
    await t.test(what, async () => {
      const { code, output } = await ledger({ DATA_DIR }, 'registry', file, day)
      assert.equal(code, 1)
      assert.match(output, why)
      assert.doesNotMatch(output, /at .*\.ts:\d+/u, 'no stack trace')
    })
  const right = await ledger({ DATA_DIR }, 'registry', registryFile([operation]), over)
  assert.match(right.output, /разнесён, операций: 1\./u)
})

test('a command that says too little is answered with how to say it', async () => {
  const { code, output } = await ledger({ DATA_DIR: folder() }, 'registry', 'file.csv')
  assert.equal(code, 1)
  assert.match(output, /npm run ledger -- audit/u)
  assert.doesNotMatch(output, /at .*\.ts:\d+/u, 'no stack trace')
})
