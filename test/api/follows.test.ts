import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, describe, test } from 'node:test'
import { api } from '#contract/index.ts'
import { HOUR_MS, MINUTE_MS } from '#domain/time.ts'
import type { MailMessage } from '#server/integrations/mail/mail.ts'
import type { Context } from '#server/context.ts'
import { NO_PUSH } from '#server/integrations/push/push.ts'
import { notifyGuests } from '#server/modules/notifications/guests.service.ts'
import { notifyFollowers } from '#server/modules/notifications/news.service.ts'
import { forgetOldFollows } from '#server/modules/notifications/follows.service.ts'
import { startPushService } from '#test/support/servers/push-service.ts'
import { knownPhone, makePhone, makeStage } from '#test/support/steps/stage.ts'
import { makeWorld } from '#test/support/world.ts'
import type { TestArtist, World } from '#test/support/world.ts'

let world: World
let service: Awaited<ReturnType<typeof startPushService>>

before(async () => {
  world = await makeWorld()
  service = await startPushService(async () => (await world.ok(api.songs.pushKey)).publicKey)
})
after(async () => {
  await service[Symbol.asyncDispose]()
  await world.close()
})

const run = () => notifyFollowers(world.app.ctx)
/** Noon in Moscow of that day of November. */
const noon = (day: number) =>
  world.setNow(new Date(`2026-11-${String(day).padStart(2, '0')}T09:00:00Z`))
/** Runs what is due once the news has rested. */
async function later(minutes = 16) {
  world.advance(minutes * MINUTE_MS)
  await run()
}

const mailTo = (email: string) => world.sentMail.filter(({ to }) => to === email)
const linkIn = (message: MailMessage | undefined) =>
  /\/follow\/([\w-]{43})/u.exec(message?.text ?? '')?.[1] ?? ''

type Followed = { artistUsername?: string; songId?: string; town?: string }

async function byPush(followed: Followed, timeZone = 'Europe/Moscow') {
  const phone = await knownPhone(world)
  const as = { cookie: phone.cookie ?? '' }
  const name = randomUUID()
  const subscription = service.subscribe(name)
  await world.ok(api.follows.byPush, { body: { ...followed, timeZone, subscription } }, as)
  return {
    as,
    name,
    receivedTitles: () => service.receivedTitles(name),
    messages: () => service.received.filter((one) => one.name === name),
  }
}

async function byEmail(followed: Followed, confirmed = true) {
  const phone = await knownPhone(world)
  const as = { cookie: phone.cookie ?? '' }
  const email = `${randomUUID()}@example.org`
  const body = { ...followed, email, consent: true, timeZone: 'Europe/Moscow' }
  await world.ok(api.follows.byEmail, { body }, as)
  const token = linkIn(mailTo(email)[0])
  if (confirmed) await world.ok(api.follows.confirm, { body: { token } }, as)
  return { as, email, token, messages: () => mailTo(email).slice(1) }
}

const draft = (dateTimeStart: string, name = 'Подвал') => ({
  dateTimeStart,
  durationHours: 2,
  durationMinutes: 0,
  description: 'Тихий вечер',
  location: { name, description: 'Москва, Арбат 1', longitude: 37.6, latitude: 55.75 },
})

async function announce(artist: TestArtist, dateTimeStart: string): Promise<string> {
  return (await world.ok(api.session.create, { body: draft(dateTimeStart) }, artist)).id
}

async function move(
  artist: TestArtist,
  sessionId: string,
  dateTimeStart: string,
  name?: string,
  words?: string,
) {
  const {
    dateTimeStart: startsAt,
    durationHours,
    durationMinutes,
    ...rest
  } = draft(dateTimeStart, name)
  const time = { dateTimeStart: startsAt, durationHours, durationMinutes }
  await world.ok(api.session.correct, { body: { ...rest, sessionId, time, words } }, artist)
}

describe('who follows an artist', () => {
  test('is told of a new concert once it has rested, once, on both ways', async () => {
    noon(2)
    const artist = await world.artist({ name: 'Аня' })
    const followed = { artistUsername: artist.username }
    const [phone, box, stranger] = [
      await byPush(followed),
      await byEmail(followed),
      await byPush({ artistUsername: (await world.artist()).username }),
    ]
    const id = await announce(artist, '2026-11-07T19:00:00+03:00')
    await later(14)
    assert.deepEqual(phone.receivedTitles(), [])
    await later()
    await run()
    assert.deepEqual(phone.receivedTitles(), ['Аня: новый концерт'])
    const html = box.messages()[0]?.html ?? ''
    assert.match(html, /<h1[^>]*>Аня: новый концерт<\/h1>/u)
    assert.ok(html.includes(`/og/concert/${id}.jpg"`) && html.includes('Больше не писать'))
    assert.match(
      html,
      new RegExp(`<a href="[^"]*/user/${artist.username}/${id}"[^>]*>Подробнее</a>`, 'u'),
    )
    const { message } = phone.messages()[0] ?? {}
    assert.match(message?.body ?? '', /^«Тихий вечер»: суббота, 7 нояб\., 19:00 \(МСК\), Подвал/u)
    assert.equal(message?.url, `/user/${artist.username}/${id}`)
    assert.deepEqual(
      box.messages().map(({ subject }) => subject),
      ['Аня: новый концерт'],
    )
    assert.match(
      box.messages()[0]?.text ?? '',
      new RegExp(`http://localhost/user/${artist.username}/${id}`, 'u'),
    )
    assert.deepEqual(stranger.receivedTitles(), [])
  })

  test('is told on the morning of the day that it is today', async () => {
    noon(3)
    const artist = await world.artist({ name: 'Боря' })
    await announce(artist, '2026-11-05T19:00:00+03:00')
    await later()
    const phone = await byPush({ artistUsername: artist.username })
    world.setNow(new Date('2026-11-05T05:50:00Z'))
    await run()
    assert.deepEqual(phone.receivedTitles(), [])
    await later(11)
    assert.deepEqual(phone.receivedTitles(), ['Боря: концерт сегодня'])
    await later(60)
    assert.equal(phone.receivedTitles().length, 1)
  })

  test('hears of many concerts and of their changes in one notice, as they stand', async () => {
    noon(6)
    const artist = await world.artist({ name: 'Вера' })
    const phone = await byPush({ artistUsername: artist.username })
    const first = await announce(artist, '2026-11-12T19:00:00+03:00')
    await announce(artist, '2026-11-13T19:00:00+03:00')
    await move(artist, first, '2026-11-12T20:00:00+03:00', 'Чердак')
    await later()
    assert.deepEqual(phone.receivedTitles(), ['Вера: новый концерт'])
    assert.match(
      phone.messages()[0]?.message.body ?? '',
      /12 нояб\., 20:00 \(МСК\), Чердак.*И ещё 1 новость$/u,
    )
  })

  test('hears of what was corrected before it was told as new alone, unless he was coming by then', async () => {
    noon(7)
    const artist = await world.artist({ name: 'Вика' })
    const followed = { artistUsername: artist.username }
    const [phone, goes] = [await byPush(followed), await byPush(followed)]
    const id = await announce(artist, '2026-11-19T19:00:00+03:00')
    await world.ok(api.session.going, { body: { sessionId: id, going: true } }, goes.as)
    world.advance(5 * MINUTE_MS)
    await move(artist, id, '2026-11-19T20:00:00+03:00', 'Чердак')
    await later(10)
    await later(6)
    world.setNow(new Date('2026-11-08T06:01:00Z'))
    await run()
    assert.deepEqual(phone.receivedTitles(), ['Вика: новый концерт'])
    assert.match(phone.messages()[0]?.message.body ?? '', /20:00 \(МСК\), Чердак/u)
    assert.deepEqual(goes.receivedTitles(), ['Вика: новый концерт', 'Вика: концерт перенесён'])
    await move(artist, id, '2026-11-20T20:00:00+03:00')
    await later(24 * 60)
    assert.equal(phone.receivedTitles()[1], 'Вика: концерт перенесён')
  })

  test('hears in the morning what today is of, as it stands, though it was moved in the night', async () => {
    world.setNow(new Date('2026-11-07T18:50:00Z'))
    const artist = await world.artist({ name: 'Вика' })
    const phone = await byPush({ artistUsername: artist.username })
    const id = await announce(artist, '2026-11-08T20:00:00+03:00')
    await later(40)
    await move(artist, id, '2026-11-08T21:00:00+03:00')
    await later()
    world.setNow(new Date('2026-11-08T06:01:00Z'))
    await run()
    await later(90)
    assert.deepEqual(phone.receivedTitles(), ['Вика: концерт сегодня'])
    assert.match(phone.messages()[0]?.message.body ?? '', /21:00 \(МСК\)/u)
  })

  test('hears as new alone of what begins soon and is moved before it was told', async () => {
    noon(7)
    const artist = await world.artist({ name: 'Вика' })
    const phone = await byPush({ artistUsername: artist.username })
    const id = await announce(artist, '2026-11-07T14:30:00+03:00')
    await move(artist, id, '2026-11-07T15:00:00+03:00')
    await later(2)
    assert.deepEqual(phone.receivedTitles(), [])
    await later(14)
    await later(60)
    assert.deepEqual(phone.receivedTitles(), ['Вика: концерт сегодня'])
  })

  test('is told at most once a day, and of the rest the next morning', async () => {
    noon(8)
    const artist = await world.artist({ name: 'Гена' })
    const phone = await byPush({ artistUsername: artist.username })
    const id = await announce(artist, '2026-11-20T19:00:00+03:00')
    await later()
    await move(artist, id, '2026-11-21T19:00:00+03:00')
    await later()
    await later(120)
    assert.equal(phone.receivedTitles().length, 1)
    world.setNow(new Date('2026-11-09T05:59:00Z'))
    await run()
    assert.equal(phone.receivedTitles().length, 1)
    await later(2)
    assert.deepEqual(phone.receivedTitles(), ['Гена: новый концерт', 'Гена: концерт перенесён'])
  })

  test('is told nothing at night by his own clock', async () => {
    noon(10)
    const artist = await world.artist({ name: 'Дина' })
    const followed = { artistUsername: artist.username }
    const [moscow, east] = [await byPush(followed), await byPush(followed, 'Asia/Vladivostok')]
    world.setNow(new Date('2026-11-10T12:00:00Z'))
    await announce(artist, '2026-11-20T19:00:00+03:00')
    await later()
    assert.deepEqual([moscow.receivedTitles().length, east.receivedTitles().length], [1, 0])
    world.setNow(new Date('2026-11-10T23:01:00Z'))
    await run()
    assert.equal(east.receivedTitles().length, 1)
  })

  test('is not told of what is closed, deleted, on the street or over', async () => {
    noon(12)
    const artist = await world.artist()
    const phone = await byPush({ artistUsername: artist.username })
    const closed = await announce(artist, '2026-11-20T19:00:00+03:00')
    await world.sql
      .updateTable('concerts')
      .set({ closedSession: true })
      .where('id', '=', closed)
      .execute()
    const gone = await announce(artist, '2026-11-21T19:00:00+03:00')
    await world.ok(api.session.remove, { query: { sessionId: gone } }, artist)
    await announce(artist, '2026-11-12T12:10:00+03:00')
    await world.ok(api.session.playHere, { body: { latitude: 55.7, longitude: 37.6 } }, artist)
    await later()
    await later(24 * 60)
    assert.deepEqual(phone.receivedTitles(), [])
  })

  test('is told of the move and the end of a closed concert only where he is coming, behind a code word by its time and his words', async () => {
    for (const veiled of [false, true]) {
      noon(12)
      const artist = await world.artist({ name: 'Яна' })
      const followed = { artistUsername: artist.username }
      const [phone, box] = [await byPush(followed), await byEmail(followed)]
      const [stranger, strangeBox] = [await byPush(followed), await byEmail(followed)]
      const body = { ...draft('2026-11-20T19:00:00+03:00'), closedSession: true }
      const { id: sessionId } = await world.ok(api.session.create, { body }, artist)
      if (veiled)
        await world.sql
          .updateTable('concerts')
          .set({ codeWord: 'ромашка', pass: randomUUID() })
          .where('id', '=', sessionId)
          .execute()
      for (const { as } of [phone, box])
        await world.ok(api.session.going, { body: { sessionId, going: true } }, as)
      await later()
      await move(artist, sessionId, '2026-11-20T20:00:00+03:00', 'Чердак', 'Ждём вас')
      await later()
      const told = ['Яна: концерт перенесён', 'Яна: концерт отменён']
      const where = veiled
        ? /^«Закрытый вечер»: [^Ч]*20:00 \(МСК\)\. «Ждём вас»$/u
        : /20:00 \(МСК\), Чердак/u
      assert.match(phone.messages()[0]?.message.body ?? '', where)
      await later(24 * 60)
      await world.ok(api.session.remove, { query: { sessionId } }, artist)
      await notifyGuests(world.app.ctx)
      await later()
      assert.deepEqual(phone.receivedTitles(), told)
      assert.deepEqual(
        box.messages().map(({ subject }) => subject),
        told,
      )
      assert.deepEqual([stranger.messages().length, strangeBox.messages().length], [0, 0])
    }
  })

  test('is told of what was announced as closed, or is hidden, once it is open, and only once', async () => {
    noon(12)
    const artist = await world.artist({ name: 'Ира' })
    const phone = await byPush({ artistUsername: artist.username })
    const body = { ...draft('2026-11-20T19:00:00+03:00'), closedSession: true }
    const { id: sessionId } = await world.ok(api.session.create, { body }, artist)
    const mark = async (closedSession: boolean) => {
      const { advancedSession } = await world.ok(api.session.byId, { query: { sessionId } })
      const privacy = { ...advancedSession.privacy, closedSession }
      const advancedSessionDTO = { ...advancedSession, privacy }
      await world.ok(api.session.update, { body: { sessionId, advancedSessionDTO } }, artist)
    }
    const hide = (hiddenAt: Date | null) =>
      world.sql.updateTable('concerts').set({ hiddenAt }).where('id', '=', sessionId).execute()
    await later()
    await later(10)
    await mark(false)
    await later(14)
    assert.deepEqual(phone.receivedTitles(), [])
    await hide(world.now())
    await later(2)
    assert.deepEqual(phone.receivedTitles(), [])
    await hide(null)
    await later()
    assert.deepEqual(phone.receivedTitles(), ['Ира: новый концерт'])
    await later(24 * 60)
    await mark(true)
    await later()
    await mark(false)
    await later()
    assert.equal(phone.receivedTitles().length, 1)
  })

  test('is told of the deletion or the move of what was opened on its own day, before it was told', async () => {
    noon(12)
    const admin = await world.artist({ role: 'ADMIN' })
    for (const opens of ['by its artist', 'by an operator'] as const)
      for (const change of ['deleted', 'moved'] as const) {
        world.setNow(new Date('2026-11-12T09:00:00Z'))
        const artist = await world.artist({ name: 'Ия' })
        const phone = await byPush({ artistUsername: artist.username })
        const closedSession = opens === 'by its artist'
        const body = { ...draft('2026-11-13T20:00:00+03:00'), closedSession }
        const { id: sessionId } = await world.ok(api.session.create, { body }, artist)
        const hide = (hidden: boolean) => {
          const why = { reason: 'fraud', words: 'так решили' } as const
          const asked = { username: artist.username, hidden, ...why }
          return world.ok(api.operator.hide, { body: asked }, admin)
        }
        if (!closedSession) await hide(true)
        await later()
        world.setNow(new Date('2026-11-13T09:00:00Z'))
        await run()
        if (!closedSession) await hide(false)
        else {
          const { advancedSession } = await world.ok(api.session.byId, { query: { sessionId } })
          const privacy = { ...advancedSession.privacy, closedSession: false }
          const advancedSessionDTO = { ...advancedSession, privacy }
          await world.ok(api.session.update, { body: { sessionId, advancedSessionDTO } }, artist)
        }
        await run()
        world.advance(MINUTE_MS)
        if (change === 'moved') await move(artist, sessionId, '2026-11-13T21:00:00+03:00')
        else await world.ok(api.session.remove, { query: { sessionId } }, artist)
        for (const minutes of [2, 16, 60]) await later(minutes)
        assert.deepEqual(
          phone
            .messages()
            .map(({ message }) => [message?.title, /21:00/u.test(message?.body ?? '')]),
          change === 'moved' ? [['Ия: концерт сегодня', true]] : [],
          `${change}, opened ${opens}`,
        )
      }
  })

  test('is told once by two processes', async () => {
    noon(14)
    const artist = await world.artist()
    const phones = await Promise.all(
      Array.from({ length: 12 }, () => byPush({ artistUsername: artist.username })),
    )
    await announce(artist, '2026-11-20T19:00:00+03:00')
    world.advance(16 * MINUTE_MS)
    await Promise.all([run(), run(), run()])
    for (const { receivedTitles } of phones) assert.equal(receivedTitles().length, 1)
  })

  test('is told later where the push service takes nothing, and forgotten where the browser is gone', async () => {
    noon(15)
    const artist = await world.artist()
    const phone = await byPush({ artistUsername: artist.username })
    await announce(artist, '2026-11-20T19:00:00+03:00')
    service.answers(503)
    await later()
    assert.deepEqual(phone.receivedTitles(), [])
    await later(2)
    assert.equal(phone.receivedTitles().length, 1)
    service.unsubscribe(phone.name)
    await announce(artist, '2026-11-21T19:00:00+03:00')
    world.advance(24 * HOUR_MS)
    await run()
    const own = { query: { artistUsername: artist.username } }
    assert.deepEqual(await world.ok(api.follows.own, own, phone.as), {
      push: false,
      messenger: null,
      email: false,
      asked: false,
    })
  })
})

test('a follower whose browser subscribes anew while the former subscription is found gone is told by the new one', async () => {
  noon(15)
  const { ctx } = world.app
  const stage = await makeStage(world)
  const phone = makePhone(world)
  const { orderId } = (await phone.order(stage, stage.ids.А)).data
  const as = { cookie: phone.cookie ?? '' }
  const [former, fresh] = [randomUUID(), randomUUID()]
  const follow = { artistUsername: stage.artist.username, timeZone: 'Europe/Moscow' }
  const body = { ...follow, subscription: service.subscribe(former) }
  await world.ok(api.follows.byPush, { body }, as)
  await announce(stage.artist, '2026-11-20T19:00:00+03:00')
  world.advance(16 * MINUTE_MS)
  service.unsubscribe(former)
  const send: typeof ctx.push.send = async (...of) => {
    const answer = await ctx.push.send(...of)
    const renewed = { orderId, subscription: service.subscribe(fresh) }
    await world.ok(api.songs.pushSubscription, { body: renewed }, as)
    return answer
  }
  await notifyFollowers({ ...ctx, push: { ...ctx.push, send } })
  await later(2)
  assert.equal(service.receivedTitles(fresh).length, 1)
})

describe('a message that may have arrived', () => {
  /** Another process, which is killed right after it sends its messages. */
  function deadProcess() {
    const sent: { to: string; id: string | undefined }[] = []
    const die = () => Promise.reject(new Error('killed'))
    const dead: Context = {
      ...world.app.ctx,
      mail: {
        ready: async () => {},
        send: ({ to, id }) => (sent.push({ to, id }), die()),
      },
      push: {
        ...NO_PUSH,
        send: ({ endpoint }, { topic }) => (sent.push({ to: endpoint, id: topic }), die()),
      },
    }
    return { sent, run: () => assert.rejects(notifyFollowers(dead), AggregateError) }
  }

  test('is sent again once the lease of its process is over, as the same message, before what is new', async () => {
    noon(20)
    // Sends what other tests have left due.
    await run()
    const artist = await world.artist({ name: 'Жанна' })
    const followed = { artistUsername: artist.username }
    const [phone, box] = [await byPush(followed), await byEmail(followed)]
    const id = await announce(artist, '2026-11-27T19:00:00+03:00')
    world.advance(16 * MINUTE_MS)
    const dead = deadProcess()
    await dead.run()
    assert.equal(dead.sent.length, 2)
    await run()
    assert.deepEqual([phone.receivedTitles(), box.messages()], [[], []])
    const second = await announce(artist, '2026-11-28T19:00:00+03:00')
    await world.sql
      .updateTable('followNews')
      .set({ dueAt: world.now() })
      .where('concertId', '=', second)
      .execute()
    await run()
    assert.deepEqual([phone.receivedTitles(), box.messages()], [[], []])
    await later(1)

    const [push] = phone.messages()
    const [message] = box.messages()
    const firstOf = (to: string) => dead.sent.find((one) => one.to.endsWith(to))
    assert.equal(push?.headers['topic'], firstOf(phone.name)?.id)
    assert.equal(push?.message.tag?.replaceAll('-', ''), push?.headers['topic'])
    assert.match(push?.message.url ?? '', new RegExp(id, 'u'))
    assert.equal(message?.id, firstOf(box.email)?.id)
    await later(60)
    assert.deepEqual([phone.receivedTitles().length, box.messages().length], [1, 1])
    await later(24 * 60)
    const [, next] = phone.messages()
    assert.match(next?.message.url ?? '', new RegExp(second, 'u'))
    assert.notEqual(next?.headers['topic'], push?.headers['topic'])
    assert.equal(phone.receivedTitles().length, 2)
  })

  test('is repeated as the same message where no answer came', async () => {
    noon(24)
    const artist = await world.artist({ name: 'Зоя' })
    const phone = await byPush({ artistUsername: artist.username })
    await announce(artist, '2026-11-29T19:00:00+03:00')
    service.keepsSilent(1)
    await later()
    await later(2)
    await later(60)
    const topics = phone.messages().map(({ headers }) => headers['topic'])
    assert.deepEqual(topics, [topics[0], topics[0]])
  })
})

describe('an address', () => {
  test('is written to only once it is confirmed, and is forgotten after three days', async () => {
    noon(2)
    const artist = await world.artist()
    const own = { query: { artistUsername: artist.username } }
    const box = await byEmail({ artistUsername: artist.username }, false)
    assert.deepEqual(await world.ok(api.follows.own, own, box.as), {
      push: false,
      messenger: null,
      email: false,
      asked: true,
    })
    await announce(artist, '2026-11-20T19:00:00+03:00')
    await later()
    assert.deepEqual(box.messages(), [])
    world.advance(73 * HOUR_MS)
    await forgetOldFollows(world.app.ctx)
    await world.refused('NOT_FOUND', api.follows.confirm, { body: { token: box.token } })
    assert.equal(await followers(box.email), 0)
  })

  test('that asks again has three days from the last letter, with the edition it agreed to then', async () => {
    noon(2)
    const { username: artistUsername } = await world.artist()
    const boxes = await Promise.all([0, 1].map(() => byEmail({ artistUsername }, false)))
    const editions = async () => {
      const rows = await world.sql
        .selectFrom('follows as f')
        .innerJoin('followers as w', 'w.id', 'f.followerId')
        .select('f.consentEdition')
        .where(
          'w.email',
          'in',
          boxes.map(({ email }) => email),
        )
        .execute()
      return rows.map(({ consentEdition }) => consentEdition)
    }
    const agreed = await editions()
    await world.sql.updateTable('follows').set({ consentEdition: 'former' }).execute()
    world.advance(71 * HOUR_MS)
    for (const { email } of boxes)
      await world.ok(api.follows.byEmail, { body: { artistUsername, email, consent: true } })
    assert.deepEqual(await editions(), agreed)
    world.advance(2 * HOUR_MS)
    await forgetOldFollows(world.app.ctx)
    const [confirmed, other] = boxes
    await world.ok(api.follows.confirm, { body: { token: confirmed?.token ?? '' } })
    world.advance(73 * HOUR_MS)
    await forgetOldFollows(world.app.ctx)
    assert.equal(await followers(confirmed?.email ?? ''), 1)
    await world.refused('NOT_FOUND', api.follows.confirm, { body: { token: other?.token ?? '' } })
  })

  test('is refused without consent, and where it is none', async () => {
    const artist = await world.artist()
    const body = { artistUsername: artist.username, email: 'a@example.org', consent: true }
    const { fields } = await world.refused('VALIDATION', api.follows.byEmail, {
      body: { ...body, consent: false },
    })
    assert.ok(fields?.['consent'])
    const wrong = await world.refused('VALIDATION', api.follows.byEmail, {
      body: { ...body, email: 'нет' },
    })
    assert.ok(wrong.fields?.['email'])
    assert.equal(await followers('a@example.org'), 0)
  })

  test('is answered the same whatever it follows, and gets three e-mails an hour at most', async () => {
    const artist = await world.artist()
    const { email } = await byEmail({ artistUsername: artist.username })
    const body = { artistUsername: artist.username, email, consent: true }
    for (const address of ['10.9.0.1', '10.9.0.2'])
      await world.ok(api.follows.byEmail, { body }, { address })
    await world.refused('TOO_MANY', api.follows.byEmail, { body }, { address: '10.9.0.3' })
    assert.equal(mailTo(email).length, 3)
  })

  test('is counted by mailbox, however the address is spelled', async () => {
    const artist = await world.artist()
    const box = `kirill${randomUUID().slice(0, 8)}`
    const body = { artistUsername: artist.username, consent: true }
    for (const [at, email] of [
      `${box}+1@gmail.com`,
      `kir.ill${box.slice(6)}@gmail.com`,
      `${box}@googlemail.com`,
    ].entries())
      await world.ok(api.follows.byEmail, { body: { ...body, email } }, { address: `10.9.1.${at}` })
    const again = { body: { ...body, email: `${box}+9@gmail.com` } }
    await world.refused('TOO_MANY', api.follows.byEmail, again, { address: '10.9.1.9' })
  })

  test('asks strangers in words that nobody typed', async () => {
    const artist = await world.artist({ name: 'ВЫ ВЫИГРАЛИ, заходите' })
    const followed = [{ artistUsername: artist.username }]
    const songId = await world.song('Зайди на evil', 'Сюда')
    await world.sql.updateTable('songs').set({ verified: false }).where('id', '=', songId).execute()
    // Nobody else can follow it otherwise.
    const added = { songId, title: '', artistName: '', imageUrl: '' }
    await world.ok(api.artist.addFavorite, { body: added }, artist)
    for (const one of [...followed, { songId, town: 'Казань' }]) {
      const { email } = await byEmail(one, false)
      const [message] = mailTo(email)
      assert.doesNotMatch(message?.text ?? '', /ВЫИГРАЛИ|evil|Сюда/u)
      assert.match(
        message?.text ?? '',
        'songId' in one ? /в Казани сыграют песню/u : /\/user\/artist-/u,
      )
    }
  })

  test('is erased by one click, by the page of the link and by the button on the device', async () => {
    const artist = await world.artist()
    const followed = { artistUsername: artist.username }
    const boxes = [await byEmail(followed), await byEmail(followed), await byEmail(followed)]
    const [byProgram, byPage, byDevice] = boxes
    noon(18)
    await announce(artist, '2026-11-28T19:00:00+03:00')
    await later()
    const [message] = byProgram?.messages() ?? []
    const headers = message?.headers ?? {}
    assert.equal(headers['List-Unsubscribe-Post'], 'List-Unsubscribe=One-Click')
    const url = new URL(/<(.+)>/u.exec(headers['List-Unsubscribe'] ?? '')?.[1] ?? '')
    const post = {
      method: 'POST',
      url: url.pathname,
      payload: 'List-Unsubscribe=One-Click',
    } as const
    const contentType = { 'content-type': 'application/x-www-form-urlencoded' }
    for (const _ of ['once', 'again'])
      assert.equal((await world.app.http.inject({ ...post, headers: contentType })).statusCode, 200)
    await world.ok(api.follows.endByLink, { body: { token: byPage?.token ?? '' } })
    await world.ok(api.follows.end, { body: followed }, byDevice?.as)
    for (const { email } of boxes) assert.equal(await followers(email), 0)
  })

  test('of a link that somebody made up is not found', async () => {
    const { token } = await byEmail({ artistUsername: (await world.artist()).username })
    const forged = `${token.slice(0, 30)}${token[30] === 'A' ? 'B' : 'A'}${token.slice(31)}`
    for (const call of [api.follows.confirm, api.follows.endByLink])
      await world.refused('NOT_FOUND', call, { body: { token: forged } })
  })

  test('that follows already is not ended by a stranger who types it', async () => {
    const artist = await world.artist()
    const followed = { artistUsername: artist.username }
    const { email } = await byEmail(followed)
    const stranger = await knownPhone(world)
    const as = { cookie: stranger.cookie ?? '' }
    await world.ok(api.follows.byEmail, { body: { ...followed, email, consent: true } }, as)
    await world.ok(api.follows.end, { body: followed }, as)
    assert.equal(await followers(email), 1)
  })
})

async function followers(email: string): Promise<number> {
  const rows = await world.sql
    .selectFrom('followers')
    .select('id')
    .where('email', '=', email)
    .execute()
  return rows.length
}

describe('who waits for a song in a town', () => {
  const KAZAN = { latitude: 55.79, longitude: 49.12 }
  const inKazan = (starts: string) => ({
    ...draft(starts),
    location: { name: 'Бар', description: 'Баумана 1', ...KAZAN },
  })

  async function player(state: 'open' | 'learning' | 'closed' = 'open') {
    const artist = await world.artist({ name: 'Ева' })
    const songId = await world.song(`Песня ${randomUUID()}`, 'Кино')
    await world.sql
      .insertInto('repertoire')
      .values({ artistId: artist.id, songId, addedAt: world.now(), state })
      .execute()
    return { artist, songId }
  }

  test('is told of a concert there by whoever plays it', async () => {
    noon(2)
    const { artist, songId } = await player()
    const here = await byEmail({ songId, town: 'Казань' })
    const there = await byPush({ songId, town: 'Москва' })
    await world.ok(api.session.create, { body: inKazan('2026-11-20T19:00:00+03:00') }, artist)
    await later()
    assert.deepEqual(
      here.messages().map(({ subject }) => subject),
      ['Ева играет песню, которую вы ждёте'],
    )
    assert.deepEqual(there.receivedTitles(), [])
  })

  test('and he who waits for any concert in a town is told of it, and of no other town', async () => {
    noon(3)
    const { artist } = await player('closed')
    const phone = await byPush({ town: 'Казань' })
    const mail = await byEmail({ town: 'Казань, Республика Татарстан' })
    const there = await byPush({ town: 'Москва' })
    const [asked] = mailTo(mail.email)
    assert.match(
      asked?.text ?? '',
      /Вы хотели узнавать о концертах в Казани\. Подтвердите адрес\./u,
    )
    const link = { query: { token: mail.token } }
    const found = await world.ok(api.follows.ofLink, link)
    assert.deepEqual(
      [found.artist, found.song, found.town],
      [null, null, 'Казань, Республика Татарстан'],
    )
    assert.equal(
      (await world.ok(api.follows.own, { query: { town: 'Казань' } }, phone.as)).push,
      true,
    )
    await world.ok(api.session.create, { body: inKazan('2026-11-20T19:00:00+03:00') }, artist)
    await later()
    assert.deepEqual(phone.receivedTitles(), ['Ева: новый концерт'])
    assert.deepEqual(
      mail.messages().map(({ subject }) => subject),
      ['Ева: новый концерт'],
    )
    assert.deepEqual(there.receivedTitles(), [])
    await world.ok(api.follows.end, { body: { town: 'Казань' } }, phone.as)
    assert.equal(
      (await world.ok(api.follows.own, { query: { town: 'Казань' } }, phone.as)).push,
      false,
    )
  })

  test('is told that a concert there is cancelled, once, if he was told of it', async () => {
    noon(5)
    const { artist, songId } = await player()
    const [town, song, goes] = [
      await byPush({ town: 'Казань' }),
      await byPush({ songId, town: 'Казань' }),
      await byPush({ town: 'Казань' }),
    ]
    const body = inKazan('2026-11-20T19:00:00+03:00')
    const { id: sessionId } = await world.ok(api.session.create, { body }, artist)
    await later()
    await world.ok(api.session.going, { body: { sessionId, going: true } }, goes.as)
    const late = await byPush({ town: 'Казань' })
    await world.ok(api.session.remove, { query: { sessionId } }, artist)
    for (let times = 0; times < 2; times += 1) {
      await notifyGuests(world.app.ctx)
      await later(60)
    }
    const told = ['Ева: новый концерт', 'Ева: концерт отменён']
    assert.deepEqual(
      [town, song, goes, late].map(({ receivedTitles }) => receivedTitles()),
      [told, ['Ева играет песню, которую вы ждёте', told[1]], told, []],
    )
  })

  test('is told that a concert is cancelled, or another of its series, though he was told of it long ago', async () => {
    noon(5)
    const { artist } = await player()
    const forgetAfter = (days: number) => {
      const at = new Date(world.now().getTime() + days * 24 * HOUR_MS)
      return forgetOldFollows({ ...world.app.ctx, now: () => at })
    }
    const weekly = { repeat: { weekdays: [7], until: '2026-12-20' } }
    for (const [starts, series] of [
      ['2026-12-20T19:00:00+03:00', {}],
      ['2026-11-08T19:00:00+03:00', weekly],
    ] as const) {
      const phone = await byPush({ town: 'Казань' })
      const body = { ...inKazan(starts), ...series }
      const { id } = await world.ok(api.session.create, { body }, artist)
      await later()
      await forgetAfter(40)
      const last = await world.sql
        .selectFrom('concerts')
        .select('id')
        .where('artistId', '=', artist.id)
        .orderBy('startsAt', 'desc')
        .executeTakeFirstOrThrow()
      await world.ok(api.session.remove, { query: { sessionId: last.id } }, artist)
      await later()
      assert.deepEqual(phone.receivedTitles(), ['Ева: новый концерт', 'Ева: концерт отменён'])
      await forgetAfter(80)
      const kept = await world.sql
        .selectFrom('notifications')
        .select('kind')
        .where('subjectId', '=', id)
        .execute()
      assert.deepEqual(kept, [])
    }
  })

  test('is told once where he follows the artist too', async () => {
    noon(4)
    const { artist, songId } = await player()
    const phone = await byPush({ songId, town: 'Казань, Республика Татарстан' })
    const [row] = await world.sql
      .selectFrom('followers')
      .selectAll()
      .where('deviceId', 'is not', null)
      .orderBy('id', 'desc')
      .limit(1)
      .execute()
    const subscription = {
      endpoint: row?.endpoint ?? '',
      p256dh: row?.p256dh ?? '',
      auth: row?.auth ?? '',
    }
    await world.ok(
      api.follows.byPush,
      { body: { artistUsername: artist.username, subscription } },
      phone.as,
    )
    await world.ok(api.session.create, { body: inKazan('2026-11-20T19:00:00+03:00') }, artist)
    await later()
    await later(24 * 60)
    assert.equal(phone.receivedTitles().length, 1)
  })

  test('is told when an artist of the town learns it, and when he plays it', async () => {
    noon(6)
    const { artist, songId } = await player('closed')
    await world.ok(api.session.create, { body: inKazan('2026-11-20T19:00:00+03:00') }, artist)
    const phone = await byPush({ songId, town: 'Казань' })
    await later()
    const mark = (state: 'open' | 'learning') =>
      world.ok(api.artist.noteSongs, { body: { songIds: [songId], tags: [], state } }, artist)
    await mark('learning')
    await later()
    assert.deepEqual(phone.receivedTitles(), ['Ева учит песню, которую вы ждёте'])
    await mark('open')
    world.advance(24 * HOUR_MS)
    await run()
    assert.equal(phone.receivedTitles()[1], 'Ева теперь играет песню, которую вы ждёте')
    await mark('learning')
    await later()
    world.advance(24 * HOUR_MS)
    await run()
    assert.equal(phone.receivedTitles().length, 2)
  })

  test('is told when it opens, although it was marked otherwise before the first news of it rested', async () => {
    noon(10)
    for (const state of ['learning', 'closed'] as const) {
      const artist = await world.artist({ name: 'Ева' })
      await world.ok(api.session.create, { body: inKazan('2026-12-20T19:00:00+03:00') }, artist)
      const songId = await world.song(`Песня ${randomUUID()}`, 'Кино')
      const phone = await byPush({ songId, town: 'Казань' })
      const mark = (to: typeof state | 'open') =>
        world.ok(api.artist.tagSong, { body: { songId, tags: [], state: to } }, artist)
      const added = { songId, title: '', artistName: '', imageUrl: '' }
      await world.ok(api.artist.addFavorite, { body: added }, artist)
      await mark(state)
      await later()
      await later(24 * 60)
      await later(24 * 60)
      const learns = state === 'learning' ? ['Ева учит песню, которую вы ждёте'] : []
      assert.deepEqual(phone.receivedTitles(), learns)
      await mark('open')
      await later()
      const opens = [...learns, 'Ева теперь играет песню, которую вы ждёте']
      assert.deepEqual(phone.receivedTitles(), opens)
    }
  })

  test('is told what a list says of it when it is added by one, and once it changes by one', async () => {
    noon(14)
    const artist = await world.artist({ name: 'Ева' })
    await world.ok(api.session.create, { body: inKazan('2026-12-20T19:00:00+03:00') }, artist)
    const songId = await world.song(`Песня ${randomUUID()}`, 'Кино')
    const phone = await byPush({ songId, town: 'Казань' })
    const song = { songId, title: '', artistName: '' }
    const list = (state: 'open' | 'learning') =>
      world.ok(
        api.artist.importFavorites,
        { body: { songs: [{ ...song, state }], update: true } },
        artist,
      )
    await list('learning')
    await later()
    assert.deepEqual(phone.receivedTitles(), ['Ева учит песню, которую вы ждёте'])
    await list('open')
    await later(24 * 60)
    assert.equal(phone.receivedTitles()[1], 'Ева теперь играет песню, которую вы ждёте')
    await later(24 * 60)
    assert.equal(phone.receivedTitles().length, 2)
  })

  test('and follows the artist who learns it is told when it opens', async () => {
    noon(8)
    const { artist, songId } = await player('learning')
    const followed = { artistUsername: artist.username }
    const [waits, other] = [await byPush(followed), await byPush(followed)]
    await world.ok(api.songs.wish, { body: { ...followed, songId } }, waits.as)
    await world.ok(api.artist.tagSong, { body: { songId, tags: [], state: 'open' } }, artist)
    await later()
    assert.deepEqual(
      [waits.receivedTitles(), other.receivedTitles()],
      [['Ева теперь играет песню, которую вы ждёте'], []],
    )
  })

  test('is told by its new title when that is corrected before the news has rested or is sent', async () => {
    for (const atNight of [false, true]) {
      world.setNow(new Date(`2026-11-08T${atNight ? '20' : '09'}:00:00Z`))
      const { artist, songId } = await player('learning')
      const followed = { artistUsername: artist.username }
      const waits = await byPush(followed)
      await world.ok(api.songs.wish, { body: { ...followed, songId } }, waits.as)
      await world.ok(api.artist.tagSong, { body: { songId, tags: [], state: 'open' } }, artist)
      // It waits for the morning in the outbox.
      if (atNight) await later(60)
      world.advance(MINUTE_MS)
      const title = `Песня ${randomUUID()}`
      await world.ok(api.artist.tagSong, { body: { songId, tags: [], title } }, artist)
      await later(atNight ? 12 * 60 : 16)
      assert.deepEqual(waits.receivedTitles(), ['Ева теперь играет песню, которую вы ждёте'])
      assert.match(waits.messages()[0]?.message?.body ?? '', new RegExp(title, 'u'))
      await later(24 * 60)
      assert.equal(waits.receivedTitles().length, 1)
    }
  })

  test('but not of an artist who is hidden meanwhile', async () => {
    noon(8)
    const admin = await world.artist({ role: 'ADMIN' })
    const { artist, songId } = await player('learning')
    const followed = { artistUsername: artist.username }
    const waits = await byPush(followed)
    await world.ok(api.songs.wish, { body: { ...followed, songId } }, waits.as)
    await world.ok(api.artist.tagSong, { body: { songId, tags: [], state: 'open' } }, artist)
    const why = { reason: 'fraud', words: 'так решили' } as const
    const body = { username: artist.username, hidden: true, ...why }
    await world.ok(api.operator.hide, { body }, admin)
    await later()
    assert.deepEqual(waits.receivedTitles(), [])
  })

  test('must name a town and a song that there are', async () => {
    const { songId } = await player()
    const wish = (body: object, code: 'VALIDATION' | 'NOT_FOUND') =>
      world.refused(code, api.follows.wish, {
        body: { songId, town: 'Казань', wished: true, ...body },
      })
    const { fields } = await wish({ town: 'Нигдеград' }, 'VALIDATION')
    assert.ok(fields?.['town'])
    await wish({ songId: randomUUID() }, 'NOT_FOUND')
  })
})

test('a new follow outlives the end of the last one at the same moment', async () => {
  const [one, other] = [await world.artist(), await world.artist()]
  for (let at = 0; at < 20; at++) {
    const { as, name } = await byPush({ artistUsername: one.username })
    const body = { artistUsername: other.username, timeZone: 'Europe/Moscow' }
    const subscription = service.subscribe(name)
    await Promise.all([
      world.ok(api.follows.end, { body: { artistUsername: one.username } }, as),
      world.ok(api.follows.byPush, { body: { ...body, subscription } }, as),
    ])
    const query = { artistUsername: other.username }
    assert.equal((await world.ok(api.follows.own, { query }, as)).push, true)
  }
})

describe('what is waited for in towns', () => {
  async function wishes(songId: string, town: string, persons: number) {
    const phones = await Promise.all(Array.from({ length: persons }, () => knownPhone(world)))
    for (const phone of phones)
      for (const _ of ['once', 'again'])
        await world.ok(api.follows.wish, { body: { songId, town, wished: true } }, phone)
    return phones
  }

  test('is shown to artists from three persons on, the most waited for first, with their own marked', async () => {
    const artist = await world.artist()
    const [own, other, few] = [
      await world.song('Своя', 'А'),
      await world.song('Чужая', 'Б'),
      await world.song('Редкая', 'В'),
    ]
    await world.ok(
      api.artist.addFavorite,
      { body: { songId: own, title: '', artistName: '', imageUrl: '' } },
      artist,
    )
    await wishes(own, 'Пермь', 3)
    const [leaver] = await wishes(other, 'Пермь', 5)
    await wishes(few, 'Пермь', 2)
    await wishes(own, 'Уфа', 4)
    const { cookie = '' } = leaver ?? {}
    for (const _ of ['once', 'again'])
      await world.ok(
        api.follows.wish,
        { body: { songId: other, town: 'Пермь', wished: false } },
        { cookie },
      )
    const list = async (query: object) => {
      const { songs } = await world.ok(api.artist.townWishes, { query }, artist)
      return songs.map(({ title, town, persons, state }) => [
        title,
        town.split(',')[0],
        persons,
        state,
      ])
    }
    assert.deepEqual(await list({ inTown: 'Пермь' }), [
      ['Чужая', 'Пермь', 4, null],
      ['Своя', 'Пермь', 3, 'open'],
    ])
    assert.deepEqual(await list({ ownOnly: true }), [
      ['Своя', 'Уфа', 4, 'open'],
      ['Своя', 'Пермь', 3, 'open'],
    ])
    const all = await world.ok(api.artist.townWishes, {}, artist)
    const first = all.songs[0]
    const behind = await world.ok(
      api.artist.townWishes,
      { query: { persons: first?.persons, town: first?.town, songId: first?.songId } },
      artist,
    )
    assert.deepEqual(behind.songs, all.songs.slice(1))
    assert.equal(all.more, false)
  })

  test('is counted by networks: a new cookie is no new person', async () => {
    const artist = await world.artist()
    const song = await world.song('Одна на всех', 'Е')
    const address = '10.77.0.1'
    const phones = await wishes(song, 'Тверь', 1)
    for (let nth = 0; nth < 5; nth += 1)
      await world.ok(
        api.follows.wish,
        { body: { songId: song, town: 'Тверь', wished: true } },
        { address },
      )
    const persons = async () => {
      const query = { inTown: 'Тверь' }
      return (await world.ok(api.artist.townWishes, { query }, artist)).songs.map(
        (one) => one.persons,
      )
    }
    assert.deepEqual(await persons(), [3])
    for (const phone of phones)
      await world.ok(
        api.follows.wish,
        { body: { songId: song, town: 'Тверь', wished: false } },
        phone,
      )
    assert.deepEqual(await persons(), [])
  })

  test('by an e-mail that was not answered is not counted', async () => {
    const song = await world.song('По письму', 'Ж')
    const waiting = async () =>
      (await world.sql.selectFrom('wishes').select('town').where('songId', '=', song).execute())
        .length
    const { token } = await byEmail({ songId: song, town: 'Псков' }, false)
    assert.equal(await waiting(), 0)
    await world.ok(api.follows.confirm, { body: { token } })
    assert.equal(await waiting(), 1)
  })

  test('is forgotten after a year, in the numbers too', async () => {
    const song = await world.song('Давняя', 'Г')
    await wishes(song, 'Омск', 3)
    world.advance(366 * 24 * HOUR_MS)
    const artist = await world.artist()
    await wishes(song, 'Омск', 1)
    await forgetOldFollows(world.app.ctx)
    assert.deepEqual(
      (await world.ok(api.artist.townWishes, { query: { inTown: 'Омск' } }, artist)).songs,
      [],
    )
    const [count] = await world.sql
      .selectFrom('townWishCounts')
      .select('persons')
      .where('songId', '=', song)
      .execute()
    assert.equal(count?.persons, 1)
  })
})
