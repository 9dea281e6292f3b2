import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import type { AddressInfo, Server } from 'node:net'
import { after, before, test } from 'node:test'
import { mailboxMail } from '#demo/mailbox/mailbox.ts'
import { noMail } from '#server/integrations/mail/mail.ts'
import { smtpMail } from '#server/integrations/mail/mail.smtp.ts'
import type { World } from '#test/support/world.ts'
import { makeWorld } from '#test/support/world.ts'

let world: World
before(async () => {
  world = await makeWorld({ mailbox: true })
})
after(() => world.close())

const box = () => mailboxMail({ sql: world.sql, now: world.now })
const open = (url: string) => world.app.http.inject({ method: 'GET', url })

/** `login`: «name:password@». */
type Settings = { replyTo?: string | null; login?: string }

/** Our e-mails through the test's mail server, with 300 ms for each. */
async function mailThrough(server: Server, { replyTo = null, login = '' }: Settings = {}) {
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const complaints: string[] = []
  const mail = smtpMail({
    url: `smtp://${login}127.0.0.1:${(server.address() as AddressInfo).port}`,
    from: 'Бис <no-reply@bis.example>',
    replyTo,
    limitMs: 300,
    log: { error: (fields) => complaints.push(JSON.stringify(fields)) },
  })
  return { mail, complaints }
}

/** A mail server that replies `answers[command]`, by default OK to everything, and stores its input. */
async function mailServer(answers: Record<string, string | null> = {}, settings?: Settings) {
  let smtpInput = ''
  const server: Server = createServer((socket) => {
    const say = (command: string, usual: string) => {
      const answer = command in answers ? answers[command] : usual
      if (answer !== null) socket.write(`${answer}\r\n`)
    }
    let inBody = false
    say('greeting', '220 hello')
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      for (const line of chunk.toString('utf8').split('\r\n').slice(0, -1)) {
        smtpInput += `${line}\n`
        if (inBody) {
          if (line !== '.') continue
          inBody = false
          say('message', '250 taken')
        } else if (/^EHLO/iu.test(line)) say('EHLO', '250 hello')
        else if ('MAIL' in answers && /^MAIL/iu.test(line)) say('MAIL', '250 ok')
        else if (/^RCPT/iu.test(line)) say('RCPT', '250 ok')
        else if (/^DATA/iu.test(line)) {
          inBody = true
          say('DATA', '354 go on')
        } else if (/^QUIT/iu.test(line)) socket.end('221 bye\r\n')
        else say('other', '250 ok')
      }
    })
  })
  // A failed test leaves it open, which must not keep the process alive.
  server.unref()
  return { server, smtpInput: () => smtpInput, ...(await mailThrough(server, settings)) }
}

const LETTER = { to: 'lada@example.org', subject: 'Код подтверждения: 123456', text: 'Код 123456' }
const DOWN = {
  code: 'MAIL_DOWN',
  message: 'Письмо отправить не удалось. Попробуйте ещё раз чуть позже.',
}

test('an e-mail is handed to the mail server for its one reader, from our address', async () => {
  const { server, mail, smtpInput } = await mailServer()
  await mail.send(LETTER)
  assert.match(smtpInput(), /^MAIL FROM:<no-reply@bis\.example>/mu)
  assert.match(smtpInput(), /^RCPT TO:<lada@example\.org>$/mu)
  assert.match(smtpInput(), /^To: lada@example\.org$/mu)
  assert.doesNotMatch(smtpInput(), /^Reply-To:/mu)
  server.close()
})

test('an answer to an e-mail goes to the support of the site', async () => {
  const { server, mail, smtpInput } = await mailServer({}, { replyTo: 'help@bis.example' })
  await mail.send(LETTER)
  assert.match(smtpInput(), /^Reply-To: help@bis\.example$/mu)
  server.close()
})

test('a mail server that refuses is told in our words, and its own stay out of answer and log', async () => {
  for (const RCPT of [
    '550 no lada@example.org here',
    '550 5.1.1 no lada@example.org here',
    '550 5.1.1 lada@example.org: User unknown in relay recipient table',
    '550 5.7.1 No such user: lada@example.org!',
    '550 no lada@relay.example.org here',
  ]) {
    const { server, mail, complaints } = await mailServer({ RCPT })
    await assert.rejects(mail.send(LETTER), { ...DOWN, answer: 'refused' })
    assert.equal(complaints.length, 1)
    assert.match(complaints[0] ?? '', /550/)
    assert.doesNotMatch(complaints[0] ?? '', /lada/)
    server.close()
  }
})

test('a login that the mail server does not take costs no e-mail: it is sent later', async () => {
  const EHLO = '250-hello\r\n250 AUTH PLAIN'
  for (const [other, login] of [
    ['535 5.7.8 bad credentials', 'bis:former@'],
    ['250 ok', 'bis@'],
    ['530 5.7.0 authentication required', ''],
  ] as const) {
    const { server, mail, smtpInput } = await mailServer({ EHLO, other }, { login })
    await assert.rejects(mail.send(LETTER), { ...DOWN, answer: 'unreached' }, other)
    assert.doesNotMatch(smtpInput(), /^RCPT/mu)
    server.close()
  }
})

test('a sender that the mail server does not take is our own mistake: the e-mail is sent later', async () => {
  const { server, mail } = await mailServer({ MAIL: '553 5.7.1 not your address' })
  await assert.rejects(mail.send(LETTER), { ...DOWN, answer: 'unreached' })
  server.close()
})

test('what a mail server would answer to everybody costs no e-mail: it is sent later', async () => {
  for (const answers of [
    { greeting: '554 no SMTP service' },
    { EHLO: '550 not you', other: '550 not you' },
    { RCPT: '550 5.7.1 relaying denied' },
    { RCPT: '550 relay not permitted' },
    { RCPT: '550-5.1.8 no such\r\n550 5.1.8 sender domain' },
    { RCPT: '550 5.1.0 <bis@example.org>: Sender address rejected: User unknown' },
    { RCPT: '550 Sender verify failed' },
    { DATA: '554 5.7.1 blacklisted' },
    { message: '554 looks like spam' },
  ]) {
    const { server, mail } = await mailServer(answers)
    const told = JSON.stringify(answers)
    await assert.rejects(mail.send(LETTER), { ...DOWN, answer: 'unreached' }, told)
    server.close()
  }
  await assert.rejects(noMail().send(LETTER), { ...DOWN, answer: 'unreached' })
})

test('a mail server that says nothing is not waited for without end', async () => {
  const { server, mail } = await mailServer({ message: null })
  await assert.rejects(mail.send(LETTER), DOWN)
  server.close()
})

const talkative = { timeout: 20_000 }

test('a mail server that talks on is not listened to without end', talkative, async (t) => {
  const server = createServer((socket) => {
    t.after(() => socket.destroy())
    socket.write('220 hello\r\n')
    const talk = setInterval(() => socket.write('250-and another thing\r\n'), 50)
    socket.on('error', () => {})
    socket.on('close', () => clearInterval(talk))
  })
  t.after(() => server.close())
  const { mail } = await mailThrough(server)
  await assert.rejects(mail.send(LETTER), DOWN)
})

test('a mail server that is not there is a refusal, not a bug', async () => {
  const { server, mail } = await mailServer()
  await new Promise((closed) => server.close(closed))
  await assert.rejects(mail.send(LETTER), DOWN)
  await assert.rejects(mail.ready(), DOWN)
})

test('whether an e-mail would leave is asked without one', async (t) => {
  const { server, mail, smtpInput } = await mailServer()
  server.on('connection', (socket) => t.after(() => socket.destroy()))
  t.after(() => server.close())
  await mail.ready()
  assert.match(smtpInput(), /^EHLO /imu)
  assert.doesNotMatch(smtpInput(), /MAIL FROM/u)
  await box().ready()
})

test('a mail server that greets nobody is not there', async (t) => {
  const { server, mail } = await mailServer({ greeting: null })
  server.on('connection', (socket) => t.after(() => socket.destroy()))
  t.after(() => server.close())
  await assert.rejects(mail.ready(), DOWN)
})

test('an empty mailbox says so, and that no e-mail leaves', async () => {
  await world.sql.deleteFrom('mailboxLetters').execute()
  const page = await open('/mailbox')
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /Писем пока нет/)
  assert.match(page.body, /ни одно письмо отсюда не уходит/)
})

test('the mailbox is closed to other machines, whatever they say of themselves', async (t) => {
  const from = (of: World, remoteAddress: string, headers: Record<string, string> = {}) =>
    Promise.all(
      ['/mailbox', '/mailbox.json'].map((url) =>
        of.app.http.inject({ method: 'GET', url, remoteAddress, headers }),
      ),
    )
  const proxied = await makeWorld({
    mailbox: true,
    trustProxy: true,
    publicUrl: 'https://b.example',
  })
  const behindSilence = await makeWorld({ mailbox: true, publicUrl: 'https://b.example' })
  t.after(() => Promise.all([proxied.close(), behindSilence.close()]))
  for (const [who, answers, status] of [
    ['this machine', await from(world, '127.0.0.1'), 200],
    ['this machine by IPv6', await from(world, '::1'), 200],
    ['a neighbour', await from(world, '192.168.1.7'), 404],
    ['a neighbour by IPv6', await from(world, '::ffff:192.168.1.7'), 404],
    ['a liar', await from(world, '192.168.1.7', { 'x-forwarded-for': '127.0.0.1' }), 404],
    ['a guest of a proxy', await from(world, '127.0.0.1', { 'x-real-ip': '203.0.113.7' }), 404],
    [
      'a liar at a proxy',
      await from(proxied, '127.0.0.1', { 'x-forwarded-for': '127.0.0.1' }),
      404,
    ],
    ['this machine past the proxy', await from(proxied, '127.0.0.1'), 200],
    ['a guest of a silent proxy', await from(behindSilence, '127.0.0.1'), 404],
  ] as const)
    for (const { statusCode, body } of answers) {
      assert.equal(statusCode, status, who)
      if (status === 404)
        assert.match(body, /Письма этого сервера открываются только на нём самом/u)
    }
})

test('the mailbox shows the newest e-mail first', async () => {
  await box().send({ ...LETTER, subject: 'Первое письмо' })
  world.advance(1000)
  await box().send({ ...LETTER, subject: 'Второе письмо' })
  const { body } = await open('/mailbox')
  assert.ok(body.indexOf('Второе письмо') < body.indexOf('Первое письмо'))
  assert.ok(body.includes('lada@example.org'))
  assert.match(body, /<meta http-equiv="refresh" content="5">/)
})

test('what stands in an e-mail is shown, never obeyed', async () => {
  const hostile = `<script>alert("1")</script><img src=x onerror='alert(1)'> & </p>`
  await box().send({ to: '"<b>"@example.org', subject: hostile, text: hostile })
  const page = await open('/mailbox')
  assert.ok(
    page.body.includes(
      '&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt;&lt;img src=x onerror=&#39;alert(1)&#39;&gt; &amp; &lt;/p&gt;',
    ),
  )
  assert.doesNotMatch(page.body, /<script|<img|<b>/u)
})

test('the page of the mailbox may load nothing but its own style', async () => {
  const policy = String((await open('/mailbox')).headers['content-security-policy'])
  assert.match(policy, /default-src 'none'/)
  assert.match(policy, /style-src 'sha256-[^']+'/)
  assert.doesNotMatch(policy, /unsafe|script-src/)
})

test('e-mails to one address can be read as JSON, newest first', async () => {
  await box().send({ ...LETTER, to: 'json@example.org', subject: 'Раз' })
  world.advance(1000)
  await box().send({ ...LETTER, to: 'json@example.org', subject: 'Два' })
  const { statusCode, headers, body } = await open('/mailbox.json?to=JSON@example.org')
  assert.equal(statusCode, 200)
  assert.match(String(headers['content-type']), /application\/json/)
  const messages: unknown = JSON.parse(body)
  assert.deepEqual(messages, [
    {
      to: 'json@example.org',
      subject: 'Два',
      text: LETTER.text,
      sentAt: world.now().toISOString(),
    },
    {
      to: 'json@example.org',
      subject: 'Раз',
      text: LETTER.text,
      sentAt: new Date(world.now().getTime() - 1000).toISOString(),
    },
  ])
})

test('a text that is no address is refused by the JSON in words', async () => {
  const { statusCode, body } = await open('/mailbox.json?to=a%00')
  assert.equal(statusCode, 400)
  assert.equal(JSON.parse(body).code, 'VALIDATION')
})

test('the mailbox holds the newest five hundred e-mails', async () => {
  for (let place = 0; place < 505; place++) {
    world.advance(1)
    await box().send({ ...LETTER, to: 'mnogo@example.org', subject: `Письмо ${place}` })
  }
  const messages: { subject: string }[] = JSON.parse((await open('/mailbox.json')).body)
  assert.equal(messages.length, 500)
  assert.equal(messages[0]?.subject, 'Письмо 504')
  assert.equal(messages.at(-1)?.subject, 'Письмо 5')
})
