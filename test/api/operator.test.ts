import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { sql as raw } from 'kysely'
import type { AnyEndpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { mayDo, ROLES } from '#domain/accounts/operators.ts'
import type { Duty, Role } from '#domain/accounts/operators.ts'
import { MINUTE_MS } from '#domain/time.ts'
import type { Context } from '#server/context.ts'
import { markAccount, markBlocked } from '#server/modules/operator/operator.store.ts'
import { sendPlannedPayouts } from '#server/modules/payouts/payouts.service.ts'
import { callsMeanwhile } from '#test/support/database/held-artist.ts'
import { failWrites } from '#test/support/database/failing-database.ts'
import { auditOf } from '#test/support/database/ledger.ts'
import { NUMBER, pageOf, paidConcert, tipped } from '#test/support/paid-concert.ts'
import { filesOf, photo, upload } from '#test/support/photos.ts'
import { ARTIST_PASSWORD, makeWorld } from '#test/support/world.ts'
import type { Reply, TestArtist, World } from '#test/support/world.ts'

let world: World
let admin: TestArtist
before(async () => {
  world = await makeWorld()
  admin = await world.artist({ role: 'ADMIN', username: 'olga' })
})
after(() => world.close())

const WHY = { reason: 'fraud', words: 'взял деньги и ушёл' } as const
const deed = (username: string, more: object = {}) => ({ body: { username, ...WHY, ...more } })
const cardOf = (username: string) => world.ok(api.operator.account, { query: { username } }, admin)
const stateOf = async (id: string) => (await world.ok(api.payment.byId, { params: { id } })).state
const page = (username: string) =>
  world.call(api.page.getInfo, { query: { artistUsername: username } })
const listed = async (username: string) =>
  (await world.ok(api.session.getSessions, { body: { artistUsername: username } })).length
const logOf = async (username: string) =>
  (await world.ok(api.operator.log, { query: { username } }, admin)).deeds

/** The bank takes its time for money that was charged. */
async function bankReturns() {
  for (let look = 0; look < 5; look += 1) {
    world.advance(MINUTE_MS)
    await world.settle()
  }
}

test('a card counts the logins that still work', async () => {
  const { username, id } = await world.artist()
  const counted = async () => (await cardOf(username)).logins
  assert.equal(await counted(), 1)
  await world.sql
    .updateTable('loginTokens')
    .set({ expiresAt: world.now() })
    .where('artistId', '=', id)
    .execute()
  assert.equal(await counted(), 0)
})

test('each call of operators answers its roles alone', async () => {
  const operators: Partial<Record<Role, TestArtist>> = {}
  for (const role of ROLES) operators[role] = await world.artist({ role })
  const calls: [string, AnyEndpoint][] = [
    ...Object.entries(api.operator),
    ...Object.entries(api.admin),
  ]
  for (const [name, endpoint] of calls) {
    const input = { params: { id: crypto.randomUUID() } }
    await world.refused('NO_TOKEN', endpoint, input)
    for (const role of ROLES) {
      const { failure, status } = await world.call(endpoint, input, operators[role])
      const may = mayDo(role, endpoint.access as Duty)
      // Without an input a call that may be made is refused for that at most.
      assert.equal(
        status === 403 && failure.code === 'NOT_YOURS',
        !may,
        `${name} as ${role}: ${status} ${failure.code}`,
      )
    }
  }
})

describe('A blocked account', () => {
  test('ends its concert, gives every kopeck of waiting orders back, and cannot come in', async () => {
    const concert = await paidConcert(world, {
      artist: { phoneNumber: NUMBER.phone, sbpNumberId: NUMBER.bank, numberCheckedAt: world.now() },
    })
    const { username } = concert.artist
    const orders = [await concert.paid(), await concert.paid('sbp'), await concert.paid()]
    const coming = await world.concert(concert.artist, { startsIn: 600 })
    const ahead = await world
      .listener()
      .order(concert.artist, coming, await concert.newSong(), undefined, 10_000)
    await world.bank.pay(pageOf(ahead.data.paymentURL), { method: 'card', action: 'pay' })
    await world.settle()
    const ids = [...orders.map(({ id }) => id), ahead.data.orderId]
    const first = await cardOf(username)
    assert.deepEqual(
      [first.waitingOrders, first.waitingAmount, first.concertsAhead, first.logins],
      [4, 40_000, 1, 1],
    )
    await world.ok(api.operator.block, deed(username, { blocked: true }), admin)
    await world.settle()
    await bankReturns()
    for (const id of ids) assert.equal(await stateOf(id), 'returned')
    assert.deepEqual(await auditOf(world), [])
    assert.equal(await world.bank.booksBalance(), true)
    const card = await cardOf(username)
    assert.deepEqual(
      [
        card.blocked,
        card.hidden,
        card.payoutsFrozen,
        card.logins,
        card.running,
        card.waitingOrders,
      ],
      [true, true, true, 0, null, 0],
    )
    await world.refused('NO_TOKEN', api.auth.checkToken, {}, concert.artist)
    const login = await world.refused('NOT_YOURS', api.auth.login, {
      body: { username, password: ARTIST_PASSWORD },
    })
    assert.equal(login.message, 'Аккаунт заблокирован. Напишите в поддержку.')
    assert.equal((await page(username)).failure.message, 'Страница скрыта')
    const late = await world.listener().order(concert.artist, coming, orders[0]?.song ?? '')
    assert.equal(late.failure.code, 'SESSION_NOT_OPEN')
    await world.refused('NOT_FOUND', api.payment.donate, {
      body: { artistUsername: username, amount: 10_000, message: '' },
    })
    assert.equal(await listed(username), 0)

    await world.ok(api.operator.block, deed(username, { blocked: false }), admin)
    assert.equal((await page(username)).status, 200)
    assert.equal(await listed(username), 1)
    assert.deepEqual(
      (await logOf(username)).map(({ kind, by, reason, words }) => [kind, by, reason, words]),
      [
        ['unblock', 'olga', 'Обман', WHY.words],
        ['block', 'olga', 'Обман', WHY.words],
      ],
    )
  })

  test('opens to its second pads and hosts no more than to its artist, until it is unblocked', async () => {
    const artist = await world.artist()
    const body = { sessionId: await world.concert(artist) }
    const tokenIn = ({ link }: { link: string }) => ({ token: link.split('#')[1] ?? '' })
    const named = { ...body, name: 'Барабаны' }
    const pad = tokenIn(await world.ok(api.artist.addSecondPad, { body: named }, artist))
    const host = tokenIn(await world.ok(api.artist.makeHostLink, { body }, artist))
    const song = { songId: null, title: 'Своя', artistName: '' }
    const added = () => ({ body: { ...body, ...song, entryId: crypto.randomUUID() } })
    const barred = { body: { add: [], remove: [] } }
    await world.ok(api.artist.addSong, added(), pad)
    await world.ok(api.host.saveBarred, barred, host)
    await world.ok(api.operator.block, deed(artist.username, { blocked: true }), admin)
    const { message } = await world.refused('NO_TOKEN', api.artist.addSong, added(), artist)
    for (const failure of [
      await world.refused('NO_TOKEN', api.artist.addSong, added(), pad),
      await world.refused('NO_TOKEN', api.host.saveBarred, barred, host),
      await world.refused('NO_TOKEN', api.host.view, {}, host),
    ])
      assert.equal(failure.message, message)
    await world.ok(api.operator.block, deed(artist.username, { blocked: false }), admin)
    await world.ok(api.artist.addSong, added(), pad)
    await world.ok(api.host.saveBarred, barred, host)
  })

  test('is frozen and hidden no less after it than apart from it, however often it is blocked', async () => {
    const artist = await world.artist({
      phoneNumber: NUMBER.phone,
      sbpNumberId: NUMBER.bank,
      numberCheckedAt: world.now(),
    })
    const { username } = artist
    await world.concert(artist, { startsIn: 600 })
    const press = async (endpoint: AnyEndpoint, more: object) => {
      world.advance(1000)
      assert.equal((await world.call(endpoint, deed(username, more), admin)).status, 200)
    }
    const freeze = (frozen: boolean) => press(api.operator.freezePayouts, { frozen })
    const hide = (hidden: boolean) => press(api.operator.hide, { hidden })
    const block = (blocked: boolean) => press(api.operator.block, { blocked })
    const state = async () => {
      const { hidden, payoutsFrozen } = await cardOf(username)
      return [hidden, payoutsFrozen, await listed(username)]
    }
    await freeze(true)
    await block(true)
    await block(true)
    assert.deepEqual(await state(), [true, true, 0])
    await block(false)
    assert.deepEqual(await state(), [false, true, 1])
    const body = { username, password: ARTIST_PASSWORD }
    const { token } = await world.ok(api.auth.login, { body })
    const refused = await world.refused('ILLEGAL_STEP', api.payment.payout, {}, { token })
    assert.match(refused.message, /заморожены/u)

    await freeze(false)
    await hide(true)
    await block(true)
    assert.deepEqual(await state(), [true, true, 0])
    await block(false)
    assert.deepEqual(await state(), [true, false, 0])
    assert.equal((await page(username)).failure.message, 'Страница скрыта')

    await hide(false)
    await block(true)
    await freeze(true)
    await hide(true)
    await block(false)
    assert.deepEqual(await state(), [true, true, 0])
    await hide(false)
    assert.deepEqual(await state(), [false, true, 1])
  })

  test('lets no money go while it is blocked, whoever asks', async () => {
    const concert = await paidConcert(world, {
      artist: { phoneNumber: NUMBER.phone, sbpNumberId: NUMBER.bank, numberCheckedAt: world.now() },
    })
    const { username } = concert.artist
    await tipped(world, username, 50_000)
    await bankReturns()
    await world.ok(api.operator.block, deed(username, { blocked: true }), admin)
    const cashier = await world.artist({ role: 'CASHIER' })
    const unfreeze = deed(username, { frozen: false })
    const refused = await world.refused(
      'ILLEGAL_STEP',
      api.operator.freezePayouts,
      unfreeze,
      cashier,
    )
    assert.equal(refused.message, 'Сначала разблокируйте аккаунт')
    const card = await cardOf(username)
    assert.equal(card.payoutsFrozen, true)
    assert.ok(card.available > 0)
    assert.equal(await sendPlannedPayouts(world.app.ctx), 0)
    await world.ok(api.operator.block, deed(username, { blocked: false }), admin)
    assert.equal((await cardOf(username)).payoutsFrozen, false)
  })

  test('is no operator’s, and a deed needs its words', async () => {
    const { username } = await world.artist({ role: 'CASHIER' })
    await world.refused(
      'ILLEGAL_STEP',
      api.operator.block,
      deed(username, { blocked: true }),
      admin,
    )
    await world.refused(
      'ILLEGAL_STEP',
      api.operator.setRole,
      deed('olga', { role: 'ARTIST' }),
      admin,
    )
    await world.refused(
      'VALIDATION',
      api.operator.hide,
      deed(username, { hidden: true, words: ' ' }),
      admin,
    )
    assert.deepEqual(await logOf(username), [])
  })

  for (const [what, call] of [
    ['shown', (of: string) => world.call(api.operator.hide, deed(of, { hidden: false }), admin)],
    [
      'unfrozen',
      (of: string) => world.call(api.operator.freezePayouts, deed(of, { frozen: false }), admin),
    ],
    [
      'given a role',
      (of: string) => world.call(api.operator.setRole, deed(of, { role: 'SUPPORT' }), admin),
    ],
  ] as const)
    test(`is not ${what} by who pressed at the same moment`, async () => {
      const { id, username } = await world.artist()
      const press = () => call(username)
      const block = ({ sql, now }: Context) => markBlocked(sql, id, now())
      const [late] = await callsMeanwhile<Reply<AnyEndpoint>>(world, id, [press], block)
      assert.equal(late?.failure.code, 'ILLEGAL_STEP')
      assert.equal((await cardOf(username)).hidden, true)
    })

  test('is no operator’s who became one at the same moment', async () => {
    const { id, username } = await world.artist()
    const press = () => world.call(api.operator.block, deed(username, { blocked: true }), admin)
    const [late] = await callsMeanwhile(world, id, [press], ({ sql }) =>
      markAccount(sql, id, { role: 'SUPPORT' }),
    )
    assert.equal(late?.failure.code, 'ILLEGAL_STEP')
    assert.equal((await cardOf(username)).blocked, false)
  })
})

test('a hidden page leaves every list with its concerts, its running one goes on, and it comes back', async () => {
  const artist = await world.artist({ name: 'Скрытная Скворцова' })
  const { username } = artist
  const running = await world.concert(artist, { status: 'NOW', startsIn: -10 })
  world.advance(1000)
  const closed = await world.concert(artist, { startsIn: 600, closedSession: true })
  await world.concert(artist, { startsIn: 1200 })
  const hide = (hidden: boolean) => world.ok(api.operator.hide, deed(username, { hidden }), admin)
  const named = async () =>
    (await world.ok(api.page.searchByName, { query: { input: 'Скворцова' } })).length
  assert.deepEqual([await listed(username), await named()], [2, 1])
  await hide(true)
  assert.deepEqual([await listed(username), await named()], [0, 0])
  const own = { query: { artistUsername: username } }
  assert.equal((await world.call(api.page.getInfo, own, artist)).status, 200)
  const song = await world.song('Скворушка', username)
  assert.equal((await world.listener().order(artist, running, song)).status, 200)
  assert.equal((await page(username)).status, 200)
  // What is announced meanwhile is hidden too, and what the artist opens himself stays closed.
  const later = await world.concert(artist, { startsIn: 2400 })
  await world.refused('NOT_FOUND', api.session.byId, { query: { sessionId: later } })
  await hide(false)
  assert.deepEqual([await listed(username), await named()], [3, 1])
  const stays = await world.sql
    .selectFrom('concerts')
    .select('closedSession')
    .where('id', '=', closed)
    .executeTakeFirst()
  assert.equal(stays?.closedSession, true)
})

test('tonight is seen with its concerts, orders by hour, and what waits', async () => {
  const earlier = await world.ok(api.operator.today, {}, admin)
  const concert = await paidConcert(world)
  await concert.paid()
  const { username } = concert.artist
  const soon = await world.concert(await world.artist(), { startsIn: 60 })
  const later = await world.concert(await world.artist(), { startsIn: 600 })
  await world.ok(
    api.complaints.send,
    { body: { username, reason: 'obscene', words: '', email: '' } },
    { address: '10.88.0.9' },
  )
  const today = await world.ok(api.operator.today, {}, admin)
  const ids = new Set(today.concerts.map(({ sessionId }) => sessionId))
  assert.deepEqual([ids.has(soon), ids.has(later)], [true, false])
  const own = today.concerts.find((one) => one.username === username)
  assert.deepEqual([own?.running, own?.orders, own?.amount], [true, 1, 10_000])
  const since = (of: 'running' | 'orders' | 'amount') => today[of] - earlier[of]
  assert.deepEqual([since('running'), since('orders'), since('amount')], [1, 1, 10_000])
  assert.equal(today.hours.length, 12)
  assert.ok((today.hours.at(-1)?.orders ?? 0) >= 1)
  assert.equal(today.complaints.count, earlier.complaints.count + 1)
  assert.notEqual(today.complaints.oldest, null)
  assert.deepEqual([today.stuck.count, today.stuck.oldest], [0, null])
})

test('a photo and a concert are hidden one by one, and restored', async () => {
  const artist = await world.artist({ imageUrls: ['/a.webp', '/b.webp'] })
  const { username } = artist
  const sessionId = await world.concert(artist, { startsIn: 600 })
  const photos = async () => (await page(username)).data.artistInfoDTO.imageUrls
  const hidePhoto = (hidden: boolean) =>
    world.ok(api.operator.hidePhoto, deed(username, { photo: '/a.webp', hidden }), admin)
  await hidePhoto(true)
  assert.deepEqual(await photos(), ['/b.webp'])
  await world.refused(
    'NOT_FOUND',
    api.operator.hidePhoto,
    deed(username, { photo: '/a.webp', hidden: true }),
    admin,
  )
  await hidePhoto(false)
  assert.deepEqual(await photos(), ['/b.webp', '/a.webp'])
  const concert = (hidden: boolean) =>
    world.ok(api.operator.hideConcert, { body: { sessionId, hidden, ...WHY } }, admin)
  await concert(true)
  assert.equal(await listed(username), 0)
  const gone = await world.refused('NOT_FOUND', api.session.byId, { query: { sessionId } })
  assert.equal(gone.message, 'Концерт скрыт')
  const own = await world.call(api.session.byId, { query: { sessionId } }, artist)
  assert.equal(own.status, 200)
  await concert(false)
  assert.equal(await listed(username), 1)
  await world.ok(api.operator.hide, deed(username, { hidden: true }), admin)
  const back = { body: { sessionId, hidden: false, ...WHY } }
  await world.refused('ILLEGAL_STEP', api.operator.hideConcert, back, admin)
  const everywhere = await world.ok(api.session.getSessions, { body: { limit: 100 } })
  assert.ok(everywhere.every((listedOne) => listedOne.id !== sessionId))
})

test('a hidden photo does not open by its old address, only for operators, until it is restored', async () => {
  const artist = await world.artist()
  const { link } = await upload(world, artist, await photo().jpeg().toBuffer())
  const hide = (hidden: boolean) =>
    world.ok(api.operator.hidePhoto, deed(artist.username, { photo: link, hidden }), admin)
  const opened = async () => (await filesOf(world, link)).size
  assert.equal(await opened(), 7)
  await hide(true)
  assert.equal(await opened(), 0)
  const file = await world.call(api.operator.photo, { query: { photo: link } }, admin)
  assert.deepEqual([file.status, file.headers['content-type']], [200, 'image/webp'])
  const none = { query: { photo: '/media/none.webp' } }
  await world.refused('NOT_FOUND', api.operator.photo, none, admin)
  await hide(false)
  assert.equal(await opened(), 7)
})

test('frozen payouts stay on the balance, logins end, and roles are given', async () => {
  const concert = await paidConcert(world, {
    artist: { phoneNumber: NUMBER.phone, sbpNumberId: NUMBER.bank, numberCheckedAt: world.now() },
  })
  const { username } = concert.artist
  const freeze = (frozen: boolean) =>
    world.ok(api.operator.freezePayouts, deed(username, { frozen }), admin)
  await freeze(true)
  const refused = await world.refused('ILLEGAL_STEP', api.payment.payout, {}, concert.as)
  assert.match(refused.message, /заморожены/u)
  await freeze(false)
  await world.ok(api.operator.logOut, deed(username), admin)
  await world.refused('NO_TOKEN', api.auth.checkToken, {}, concert.as)
  const other = await world.artist()
  await world.refused('NOT_YOURS', api.operator.log, {}, other)
  await world.ok(api.operator.setRole, deed(other.username, { role: 'SUPPORT' }), admin)
  await world.ok(api.operator.log, {}, other)
})

test('what cannot be written into the log is not done', async () => {
  const concert = await paidConcert(world)
  const order = await concert.paid()
  const songId = await world.song('Вьюга', 'Лада')
  const verified = () =>
    world.sql
      .selectFrom('songs')
      .select('verified')
      .where('id', '=', songId)
      .executeTakeFirstOrThrow()
  const flags = await world.ok(api.admin.flags, {}, admin)
  const [flag] = flags
  const writes = await failWrites(world.sql, raw`insert on deeds for each row`)
  const calls: [AnyEndpoint, object][] = [
    [api.operator.returnPayment, { id: order.id, word: 'Простите', ...WHY }],
    [api.admin.verifySong, { songId, verified: false }],
    [api.features.setForAll, { featureName: flag?.name ?? '', enabled: flag?.byDefault !== true }],
  ]
  for (const [endpoint, body] of calls)
    assert.equal((await world.call(endpoint, { body }, admin)).status, 500, endpoint.path)
  await writes()
  await world.settle()
  assert.equal(await stateOf(order.id), 'secured')
  assert.equal((await verified()).verified, true)
  assert.deepEqual(await world.ok(api.admin.flags, {}, admin), flags)
})

test('a payment is found by the number that its payer reads out, and given back with a word', async () => {
  const concert = await paidConcert(world)
  const order = await concert.paid()
  const find = (input: string) => world.ok(api.operator.find, { query: { input } }, admin)
  const { payments } = await find(` ${order.id.toUpperCase()} `)
  assert.deepEqual(
    payments.map(({ id, artistUsername }) => [id, artistUsername]),
    [[order.id, concert.artist.username]],
  )
  const card = await world.ok(api.operator.payment, { query: { id: order.id } }, admin)
  assert.deepEqual([card.state, card.amount], ['secured', 10_000])
  assert.deepEqual(card.steps[0]?.what, 'Заказ')
  assert.ok(card.steps.some(({ what }) => what.startsWith('Проводка')))
  const body = { id: order.id, word: 'Простите', ...WHY }
  await world.ok(api.operator.returnPayment, { body }, admin)
  await world.settle()
  assert.equal(await stateOf(order.id), 'returned')
  assert.deepEqual(await concert.queue(), [])

  const played = await concert.paid()
  await concert.next()
  await concert.next()
  world.advance(21_000)
  await world.settle()
  assert.equal(await stateOf(played.id), 'released')
  await world.ok(api.operator.returnPayment, { body: { ...body, id: played.id } }, admin)
  await world.settle()
  await bankReturns()
  const shown = await world.ok(api.payment.byId, { params: { id: played.id } })
  assert.deepEqual([shown.state, shown.returnWord], ['returned', 'Простите'])
  const again = await world.call(
    api.operator.returnPayment,
    { body: { ...body, id: played.id } },
    admin,
  )
  assert.equal(again.failure.code, 'ILLEGAL_STEP')
  assert.deepEqual(await auditOf(world), [])
})

test('an account is found by its nickname now or formerly, its e-mail, telephone and INN', async () => {
  const { id, username } = await world.artist({
    username: 'kira-new',
    name: 'Кира Соловей',
    phoneNumber: '79161112233',
    taxInn: '770112345678',
  })
  await world.sql
    .insertInto('oldUsernames')
    .values({ usernameKey: 'kira-solovey', artistId: id, leftAt: world.now() })
    .execute()
  for (const input of [
    'kira-new',
    'KIRA-SOLOVEY',
    'соловей',
    'kira-new@example.org',
    '8 (916) 111-22-33',
    '770112345678',
    id,
  ]) {
    const { accounts } = await world.ok(api.operator.find, { query: { input } }, admin)
    assert.deepEqual(
      accounts.map((one) => one.username),
      [username],
      input,
    )
  }
  const { formerNames } = await cardOf('kira-solovey')
  assert.deepEqual(formerNames, ['kira-solovey'])
})

test('the log is only added to, also with flags and complaints, and goes out as a table', async () => {
  const { username } = await world.artist()
  const featureName = 'social-media-color'
  await world.ok(
    api.features.setForArtist,
    { body: { featureName, username, enabled: true } },
    admin,
  )
  await world.ok(
    api.complaints.send,
    { body: { username, reason: 'obscene', words: '', email: '' } },
    { address: '10.88.0.1' },
  )
  const { complaints } = await world.ok(api.admin.complaints, {}, admin)
  const complaint = complaints.find((one) => one.username === username)
  await world.ok(
    api.admin.settleComplaint,
    { params: { id: complaint?.id ?? '' }, body: { done: true } },
    admin,
  )
  const { deeds } = await world.ok(api.operator.log, {}, admin)
  assert.deepEqual(
    deeds.slice(0, 2).map(({ kind }) => kind),
    ['complaint', 'flag'],
  )
  const { data } = await world.call(api.operator.logCsv, {}, admin)
  assert.match(data, /Переключить флаг/u)
  for (const change of [raw`update deeds set words = ''`, raw`delete from deeds`])
    await assert.rejects(() => change.execute(world.sql), /only added to/u)
})
