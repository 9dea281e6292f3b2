import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { api } from '#contract/index.ts'
import type { World } from '#test/support/world.ts'
import { ARTIST_PASSWORD, makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld()
})
after(() => world.close())

const NUMBER = { phoneNumber: '79001234567', sbpNumberId: '100000000111' }

const save = (token: string, paymentDTO: object) =>
  world.ok(api.auth.update, { body: { paymentDTO, currentPassword: ARTIST_PASSWORD } }, { token })

async function checkedAt(artistId: string): Promise<Date | null> {
  const { numberCheckedAt: at } = await world.sql
    .selectFrom('artists')
    .select('numberCheckedAt')
    .where('id', '=', artistId)
    .executeTakeFirstOrThrow()
  return at
}

const UNSTATED = { taxStatus: null, taxName: '', taxInn: '', payoutLetters: false }

const artistWithCheckedNumber = () =>
  world.artist({
    phoneNumber: NUMBER.phoneNumber,
    sbpNumberId: NUMBER.sbpNumberId,
    numberCheckedAt: world.now(),
  })

test('what is saved is answered, kept and shown on the page', async () => {
  const artist = await world.artist()
  const paymentDTO = {
    ...NUMBER,
    description: 'Спасибо за чай',
    paidSongsEnabled: true,
    minSongAmount: 150,
    taxStatus: 'company' as const,
    taxName: 'ООО «Лада»',
    taxInn: '7707083893',
    payoutLetters: true,
  }
  const answered = await save(artist.token, paymentDTO)
  assert.deepEqual(answered.paymentDTO, paymentDTO)
  const kept = await world.ok(api.page.getAccountInfo, {}, { token: artist.token })
  assert.deepEqual(kept, answered)
  const page = await world.ok(api.page.getInfo, { query: { artistUsername: artist.username } })
  assert.deepEqual(page.paymentPublicDTO, {
    donationEnabled: true,
    description: 'Спасибо за чай',
    paidSongsEnabled: true,
    minSongAmount: 150,
  })
})

test('a part changes that part alone', async () => {
  const { token } = await world.artist()
  await save(token, { ...NUMBER, description: 'Спасибо', minSongAmount: 90 })
  const { paymentDTO } = await save(token, { paidSongsEnabled: true })
  assert.deepEqual(paymentDTO, {
    ...NUMBER,
    description: 'Спасибо',
    paidSongsEnabled: true,
    minSongAmount: 90,
    ...UNSTATED,
  })
})

test('two parts saved at once are both kept', async () => {
  const { token } = await world.artist()
  await Promise.all([
    save(token, NUMBER),
    save(token, { minSongAmount: 70 }),
    save(token, { description: 'Спасибо' }),
  ])
  const { paymentDTO } = await world.ok(api.page.getAccountInfo, {}, { token })
  assert.deepEqual(paymentDTO, {
    ...NUMBER,
    description: 'Спасибо',
    paidSongsEnabled: false,
    minSongAmount: 70,
    ...UNSTATED,
  })
})

test('paid orders without a number are refused at each field, and nothing is changed', async () => {
  const { token } = await world.artist()
  const failure = await world.refused(
    'VALIDATION',
    api.auth.update,
    { body: { paymentDTO: { paidSongsEnabled: true, minSongAmount: 5 } } },
    { token },
  )
  assert.deepEqual(failure.fields, {
    phoneNumber: 'Обязательно ввести номер телефона',
    sbpNumberId: 'Обязятельно нужно выбрать банк для перевода по СБП',
    minSongAmount: 'Минимальная сумма оплаты должна быть не меньше 10 рублей',
  })
  const { paymentDTO } = await world.ok(api.page.getAccountInfo, {}, { token })
  assert.equal(paymentDTO.paidSongsEnabled, false)
  assert.equal(paymentDTO.minSongAmount, 10)
})

test('the number cannot be taken away while orders are paid', async () => {
  const { token } = await world.artist()
  await save(token, { ...NUMBER, paidSongsEnabled: true })
  const body = { paymentDTO: { phoneNumber: null } }
  const failure = await world.refused('VALIDATION', api.auth.update, { body }, { token })
  assert.deepEqual(Object.keys(failure.fields ?? {}), ['phoneNumber'])
  const { paymentDTO } = await save(token, { paidSongsEnabled: false, phoneNumber: null })
  assert.equal(paymentDTO.phoneNumber, null)
})

for (const [what, change] of [
  ['another phone', { phoneNumber: '79007654321' }],
  ['another bank', { sbpNumberId: '100000000004' }],
  ['a phone taken away', { phoneNumber: null }],
] as const)
  test(`${what} unchecks the number, of this artist alone`, async () => {
    const [artist, other] = [await artistWithCheckedNumber(), await artistWithCheckedNumber()]
    await save(artist.token, change)
    assert.equal(await checkedAt(artist.id), null)
    assert.notEqual(await checkedAt(other.id), null)
  })

test('a check stays good while the number stays', async () => {
  const artist = await artistWithCheckedNumber()
  await save(artist.token, { ...NUMBER, paidSongsEnabled: true, description: 'Спасибо' })
  assert.deepEqual(await checkedAt(artist.id), world.now())
})
