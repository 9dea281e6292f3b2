import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { HIDDEN_TITLE_TEXT } from '#domain/accounts/hidden-page.ts'
import { DAY_MS } from '#domain/time.ts'
import { mailIdle } from '#server/modules/accounts/mailer.service.ts'
import { MailDown } from '#server/integrations/mail/mail.ts'
import { emailLink } from '#test/support/steps/another-email.ts'
import { makePhone, makeStage } from '#test/support/steps/stage.ts'
import { ARTIST_PASSWORD, makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
let admin: TestArtist
let isMailDown = false
before(async () => {
  world = await makeWorld({
    mail: {
      async send(message) {
        if (isMailDown) throw new MailDown('unreached')
        world.sentMail.push(message)
      },
      async ready() {},
    },
  })
  admin = await world.artist({ role: 'ADMIN', username: 'olga' })
})
after(() => world.close())

const WHY = { reason: 'other', words: 'по письму владельца' } as const
const mailTo = (address: string) => world.sentMail.filter(({ to }) => to === address)
let addresses = 0
const somebody = () => ({ address: `10.78.0.${(addresses += 1)}` })

describe('An answer by mail', () => {
  const complaintFrom = async (email: string) => {
    const { username } = await world.artist()
    const body = { username, reason: 'obscene', words: 'Мы зашли с ребёнком', email }
    await world.ok(api.complaints.send, { body }, somebody())
    const { complaints } = await world.ok(api.admin.complaints, { query: { limit: 100 } }, admin)
    return complaints.find((one) => one.username === username)?.id ?? ''
  }
  const complaintOf = async (id: string, done: boolean) => {
    const { complaints } = await world.ok(api.admin.complaints, { query: { done } }, admin)
    return complaints.find((one) => one.id === id)
  }
  const answer = (id: string, text: string) =>
    [api.admin.answerComplaint, { params: { id }, body: { text } }, admin] as const

  test('to a complaint goes to its address, settles it, and stays with it', async () => {
    const id = await complaintFrom('masha@mail.example')
    await world.ok(...answer(id, 'Спасибо, фотографию скрыли.'))
    await mailIdle(world.app.ctx)
    const [letter] = mailTo('masha@mail.example')
    assert.match(letter?.text ?? '', /^Спасибо, фотографию скрыли\./u)
    const settled = await complaintOf(id, true)
    assert.deepEqual(
      settled?.answers.map(({ by, text }) => [by, text]),
      [['olga', 'Спасибо, фотографию скрыли.']],
    )
    await world.ok(...answer(id, 'И ещё раз спасибо.'))
    assert.equal((await complaintOf(id, true))?.answers.length, 2)
    const { deeds } = await world.ok(api.operator.log, {}, admin)
    assert.deepEqual([deeds[0]?.kind, deeds[0]?.by], ['answer', 'olga'])
  })

  test('that could not be sent is marked so, and the complaint waits again', async () => {
    const id = await complaintFrom('petr@mail.example')
    isMailDown = true
    await world.ok(...answer(id, 'Спасибо'))
    await mailIdle(world.app.ctx)
    isMailDown = false
    assert.deepEqual(
      (await complaintOf(id, false))?.answers.map(({ text, failed }) => [text, failed]),
      [['Спасибо', true]],
    )
  })

  test('needs an address and words', async () => {
    const silent = await complaintFrom('')
    const refused = await world.refused('ILLEGAL_STEP', ...answer(silent, 'Спасибо'))
    assert.equal(refused.message, 'Адрес для ответа не оставили')
    const id = await complaintFrom('anna@mail.example')
    const { fields } = await world.refused('VALIDATION', ...answer(id, '  '))
    assert.deepEqual(fields, { text: 'Напишите ответ' })
    await world.refused('NOT_FOUND', ...answer(crypto.randomUUID(), 'Спасибо'))
  })

  test('is sent once where two operators, or one after a lost answer, saw none', async () => {
    const email = 'vera@mail.example'
    const id = await complaintFrom(email)
    const other = await world.artist({ role: 'SUPPORT' })
    const answerOf = (text: string, answered: number) => ({
      params: { id },
      body: { text, answered },
    })
    const both = await Promise.all(
      [admin, other].map((by) => world.call(api.admin.answerComplaint, answerOf('Скрыли.', 0), by)),
    )
    const refused = both.filter(({ status }) => status !== 200)
    assert.deepEqual(
      refused.map(({ failure }) => [failure.code, failure.message]),
      [['ILLEGAL_STEP', 'На это уже ответили. Прочитайте тот ответ, прежде чем отправить свой.']],
    )
    await mailIdle(world.app.ctx)
    assert.equal(mailTo(email).length, 1)
    await world.ok(api.admin.answerComplaint, answerOf('И спасибо.', 1), other)
    await mailIdle(world.app.ctx)
    assert.equal(mailTo(email).length, 2)
    const body = { name: 'Ян', email: 'yan@mail.example', topic: 'Вход', message: 'Не вхожу' }
    await world.ok(api.feedback.support, { body }, somebody())
    const { requests } = await world.ok(api.admin.support, {}, admin)
    const { id: letter = '' } = requests.find((one) => one.email === body.email) ?? {}
    const input = { params: { id: letter }, body: { text: 'Попробуйте ещё раз.', answered: 0 } }
    await world.ok(api.admin.answerSupport, input, admin)
    await world.refused('ILLEGAL_STEP', api.admin.answerSupport, input, other)
  })

  test('to a letter goes to whoever wrote it, and stays with it', async () => {
    const body = { name: 'Лера', email: 'lera@mail.example', topic: 'Где деньги', message: '500 ₽' }
    await world.ok(api.feedback.support, { body }, somebody())
    const { requests } = await world.ok(api.admin.support, {}, admin)
    const { id = '' } = requests.find(({ email }) => email === body.email) ?? {}
    const input = { params: { id }, body: { text: 'Вернули.\n\nПридут завтра.' } }
    await world.ok(api.admin.answerSupport, input, admin)
    await mailIdle(world.app.ctx)
    const [letter] = mailTo(body.email)
    assert.equal(letter?.subject, 'Re: Где деньги')
    const done = await world.ok(api.admin.support, { query: { done: true } }, admin)
    const answered = done.requests.find((one) => one.id === id)
    assert.deepEqual(
      answered?.answers.map(({ text }) => text),
      ['Вернули.\n\nПридут завтра.'],
    )
  })
})

test('a song and the words behind it are hidden from everybody, and its artist cannot open them', async () => {
  const stage = await makeStage(world)
  const rules = { namesShown: true }
  const { concertId: sessionId, as } = stage
  await world.ok(api.artist.changeRules, { body: { sessionId, rules } }, as)
  const ordered = { title: 'Купите слона', artistName: 'Я', name: 'Олег', words: 'маме' }
  await makePhone(world).order(stage, null, ordered)
  const [entry] = await stage.queue()
  const entryId = entry?.id ?? ''
  const hall = async () => {
    const [shown] = await world.ok(api.test.getQueueBySession, { body: { sessionId } })
    return [shown?.title, shown?.names?.join() ?? '']
  }
  const hide = (hidden: boolean) =>
    world.ok(api.operator.hideText, { body: { sessionId, entryId, hidden, ...WHY } }, admin)
  const asks = () => world.ok(api.artist.asks, { query: { sessionId, entryId } }, as)
  assert.deepEqual(await hall(), ['Купите слона', 'Олег'])
  await hide(true)
  assert.deepEqual(await hall(), ['скрыто', ''])
  await mailIdle(world.app.ctx)
  const letter = mailTo(`${stage.artist.username}@example.org`).at(-1)
  assert.equal(letter?.subject, 'Слова слушателя у песни «Купите слона» скрыты')
  assert.match(letter.text, /скрыты\.\nКонцерт: «Тихий концерт»\nПричина: Другое\n\nпо письму/u)
  // Who orders it later is hidden with it.
  await makePhone(world).order(stage, entry?.songId ?? null, { name: 'Пётр', words: 'папе' })
  assert.deepEqual(await hall(), ['скрыто', ''])
  const [{ id: askId } = { id: '' }] = await asks()
  const ask = { body: { sessionId, askId } }
  const song = { body: { sessionId, entryId } }
  const refusals = [
    await world.refused('ILLEGAL_STEP', api.artist.openWords, ask, as),
    await world.refused('ILLEGAL_STEP', api.artist.openTitle, song, as),
  ]
  for (const { message } of refusals) assert.equal(message, HIDDEN_TITLE_TEXT)
  assert.deepEqual(await hall(), ['скрыто', ''])
  assert.deepEqual(
    (await asks()).map((one) => [one.words, one.held]),
    [
      ['', true],
      ['', true],
    ],
  )
  await hide(false)
  assert.deepEqual(await hall(), ['Купите слона', 'Олег,Пётр'])
  const other = crypto.randomUUID()
  const none = { body: { sessionId, entryId: other, hidden: true, ...WHY } }
  await world.refused('NOT_FOUND', api.operator.hideText, none, admin)
})

test('another e-mail by an operator can be undone from the former address', async () => {
  const { username } = await world.artist()
  const email = 'new@mail.example'
  const body = { username, email, ...WHY }
  await world.ok(api.operator.changeEmail, { body }, admin)
  const card = () => world.ok(api.operator.account, { query: { username } }, admin)
  assert.equal((await card()).email, email)
  await mailIdle(world.app.ctx)
  const former = `${username}@example.org`
  assert.match(mailTo(former).at(-1)?.text ?? '', /Почту сменила поддержка\.\nпо письму владельца/u)
  await world.ok(api.security.undoEmailChange, { body: { token: await emailLink(world, former) } })
  assert.equal((await card()).email, former)
  const { fields } = await world.refused(
    'VALIDATION',
    api.operator.changeEmail,
    { body: { ...body, email: 'nothing' } },
    admin,
  )
  assert.ok(fields?.['email'])
  const { deeds } = await world.ok(api.operator.log, { query: { username } }, admin)
  assert.deepEqual(
    deeds.map(({ kind, subject }) => [kind, subject.includes(email)]),
    [['email', false]],
  )
})

test('an account deleted by an operator comes back with a login on day 13', async () => {
  const { username } = await world.artist()
  const cashier = await world.artist({ role: 'CASHIER' })
  await world.ok(api.operator.leave, { body: { username, ...WHY } }, admin)
  const page = () => world.call(api.page.getInfo, { query: { artistUsername: username } })
  assert.notEqual((await page()).status, 200)
  world.advance(13 * DAY_MS)
  await world.ok(api.auth.login, { body: { username, password: ARTIST_PASSWORD } })
  assert.equal((await page()).status, 200)
  await world.refused(
    'ILLEGAL_STEP',
    api.operator.leave,
    { body: { username: cashier.username, ...WHY } },
    admin,
  )
})

test('a hidden song is found by no listener, and its artist cannot open it', async () => {
  const artist = await world.artist()
  const { username } = artist
  const typed = { songId: null, title: 'Ёлки на Луне', artistName: 'Никто', imageUrl: '' }
  const { songId } = await world.ok(api.artist.addFavorite, { body: typed }, artist)
  const found = async () =>
    (await world.ok(api.songs.findSong, { query: { input: 'елки', username } })).length
  const hide = (hidden: boolean) =>
    world.ok(api.operator.hideSong, { body: { username, songId, hidden, ...WHY } }, admin)
  assert.equal(await found(), 1)
  await hide(true)
  assert.equal(await found(), 0)
  const open = { body: { songIds: [songId], tags: [], state: 'open' } }
  await world.ok(api.artist.noteSongs, open, artist)
  assert.equal(await found(), 0)
  // Removed and added again, it would be open.
  const remove = { query: { songId } }
  await world.refused('ILLEGAL_STEP', api.artist.removeFavorite, remove, artist)
  const { songs } = await world.ok(api.operator.account, { query: { username } }, admin)
  assert.deepEqual(
    songs.map(({ title, hidden }) => [title, hidden]),
    [['Ёлки на Луне', true]],
  )
  await hide(false)
  assert.equal(await found(), 1)
  const none = { body: { username, songId: crypto.randomUUID(), hidden: true, ...WHY } }
  await world.refused('NOT_FOUND', api.operator.hideSong, none, admin)
})

test('a hidden song is «скрыто» in the queues of its artist for all but him, and the hall is told', async () => {
  const stage = await makeStage(world)
  const { concertId, artist, as, ids } = stage
  const { username } = artist
  const songId = ids.А
  const elsewhere = await makeStage(world)
  const body = { songId, title: '', artistName: '', imageUrl: '' }
  for (const each of [stage, elsewhere]) {
    await world.ok(api.artist.addFavorite, { body }, each.as)
    await makePhone(world).order(each, songId)
  }
  const inHall = async (of: typeof stage) =>
    (await world.ok(api.session.songs, { query: { sessionId: of.concertId } })).map(
      ({ title, artistName }) => [title, artistName],
    )
  const shown = await inHall(stage)
  const revision = async () =>
    (
      await world.sql
        .selectFrom('concerts')
        .select('revision')
        .where('id', '=', concertId)
        .executeTakeFirstOrThrow()
    ).revision
  const revisionBefore = await revision()
  const hide = (hidden: boolean) =>
    world.ok(api.operator.hideSong, { body: { username, songId, hidden, ...WHY } }, admin)
  await hide(true)
  assert.deepEqual(await inHall(stage), [['скрыто', '']])
  assert.deepEqual(await inHall(elsewhere), shown, 'not in the repertoire of another')
  assert.ok((await revision()) > revisionBefore)
  const [own] = await stage.queue()
  assert.deepEqual([own?.title, own?.heldTitle], [shown[0]?.[0], true])
  const entry = { sessionId: concertId, entryId: own?.id ?? '' }
  await world.refused('ILLEGAL_STEP', api.artist.openTitle, { body: entry }, as)
  await hide(false)
  assert.deepEqual(await inHall(stage), shown)
})

test('a song that is shown again is as its artist had it', async () => {
  const artist = await world.artist()
  const { username } = artist
  const typed = { songId: null, title: 'Оттепель на Луне', artistName: 'Никто', imageUrl: '' }
  const { songId } = await world.ok(api.artist.addFavorite, { body: typed }, artist)
  const hide = (hidden: boolean) =>
    world.ok(api.operator.hideSong, { body: { username, songId, hidden, ...WHY } }, admin)
  const stored = async () => {
    const { state } = await world.sql
      .selectFrom('repertoire')
      .select('state')
      .where('songId', '=', songId)
      .executeTakeFirstOrThrow()
    return state
  }
  for (const state of ['closed', 'learning', 'open'] as const) {
    await world.ok(api.artist.noteSongs, { body: { songIds: [songId], tags: [], state } }, artist)
    await hide(true)
    await hide(true)
    assert.equal(await stored(), 'closed')
    await hide(false)
    assert.equal(await stored(), state)
    await hide(false)
    assert.equal(await stored(), state)
  }
})

test('a letter about a deed says what became of what', async () => {
  const artist = await world.artist({ imageUrls: ['/a.webp', '/b.webp'] })
  const { username } = artist
  const typed = { songId: null, title: 'Пурга на Марсе', artistName: 'Никто', imageUrl: '' }
  const { songId } = await world.ok(api.artist.addFavorite, { body: typed }, artist)
  const { email } = await world.ok(api.operator.account, { query: { username } }, admin)
  const letterAfter = async (deed: Promise<unknown>) => {
    await deed
    await mailIdle(world.app.ctx)
    return mailTo(email).at(-1)
  }
  const body = { username, ...WHY }
  const does = {
    freezePayouts: (frozen: boolean) =>
      world.ok(api.operator.freezePayouts, { body: { ...body, frozen } }, admin),
    hide: (hidden: boolean) => world.ok(api.operator.hide, { body: { ...body, hidden } }, admin),
    block: (blocked: boolean) =>
      world.ok(api.operator.block, { body: { ...body, blocked } }, admin),
    hideSong: (hidden: boolean) =>
      world.ok(api.operator.hideSong, { body: { ...body, songId, hidden } }, admin),
    hidePhoto: (hidden: boolean) =>
      world.ok(api.operator.hidePhoto, { body: { ...body, photo: '/a.webp', hidden } }, admin),
  }
  const told: Record<keyof typeof does, readonly [string, string]> = {
    freezePayouts: ['выплаты заморожены', 'выплаты разморожены'],
    hide: ['страница скрыта', 'страница снова видна'],
    block: ['аккаунт заблокирован', 'аккаунт разблокирован'],
    hideSong: ['песня «Пурга на Марсе» скрыта', 'песня «Пурга на Марсе» снова видна'],
    hidePhoto: ['фото № 1 скрыто', 'фото возвращено, оно теперь последнее'],
  }
  for (const name of Object.keys(does) as (keyof typeof does)[])
    for (const [at, on] of [true, false].entries()) {
      const letter = await letterAfter(does[name](on))
      assert.equal(letter?.subject, `Ваш аккаунт в «Бисе»: ${told[name][at]}`)
      assert.equal(
        letter.text,
        `Здравствуйте!\n\n${letter.subject}.\nПричина: Другое\n\nпо письму владельца\n\nЕсли это ошибка, ответьте на это письмо.\n\n«Бис», поддержка`,
      )
    }
  const given = { body: { ...body, role: 'SUPPORT' } } as const
  const letter = await letterAfter(world.ok(api.operator.setRole, given, admin))
  assert.equal(letter?.subject, 'Ваш аккаунт в «Бисе»: новая роль, поддержка')
})
