import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { api } from '#contract/index.ts'
import {
  ask,
  concertAt,
  moneyAt,
  newcomer,
  PASSWORD,
  songId,
  takesMoney,
} from '#test/support/product-calls.ts'
import type { TestMusician } from '#test/support/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { payAt, paidOrderAt, paymentAt } from '#test/support/paid-product-calls.ts'
import type { openHttpsProxy } from './https-proxy.ts'

const WAIT_MS = 180_000
const SONG = 'Группа крови'
const NUMBER = { phoneNumber: '79001234567', sbpNumberId: '100000000004' }

type HttpsProxy = Awaited<ReturnType<typeof openHttpsProxy>>

/** A mail server for other machines, which accepts and stores every e-mail. */
export async function mailSink(host: string) {
  const messages: string[] = []
  const server = createServer((socket) => {
    let [rest, message] = ['', '']
    let inBody = false
    const say = (words: string) => socket.write(`${words}\r\n`)
    socket.on('error', () => {})
    say('220 hello')
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString('utf8')).split('\r\n')
      rest = lines.pop() ?? ''
      for (const line of lines)
        if (inBody && line !== '.') message += `${line}\n`
        else if (inBody) {
          messages.push(message)
          ;[inBody, message] = [false, '']
          say('250 taken')
        } else if (/^DATA/iu.test(line)) {
          inBody = true
          say('354 go on')
        } else if (/^QUIT/iu.test(line)) socket.end('221 bye\r\n')
        else say('250 ok')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, host, resolve))
  return {
    url: `smtp://${host}:${(server.address() as AddressInfo).port}`,
    /** Waits for an e-mail to this address and returns the code in its subject. */
    async code(email: string): Promise<string> {
      let code = ''
      const arrived = async () => {
        const message = messages.findLast((one) => one.includes(email))
        const [, subject = ''] = /^Subject: ([\s\S]*?)\n(?=\S)/mu.exec(message ?? '') ?? []
        const words = [...subject.matchAll(/=\?UTF-8\?B\?([^?]*)\?=/gu)]
        const parts = words.map(([, packed = '']) => Buffer.from(packed, 'base64'))
        code = /\b\d{6}\b/u.exec(Buffer.concat(parts).toString())?.[0] ?? ''
        return code !== ''
      }
      await eventually(arrived, true, WAIT_MS)
      return code
    },
    close: () => void server.close(),
  }
}

/** Signs a musician up by e-mail and proves the payout number with ten rubles. */
export async function signUpMusician(
  proxy: HttpsProxy,
  messages: Awaited<ReturnType<typeof mailSink>>,
): Promise<TestMusician> {
  const person = newcomer()
  const { email, username } = person
  await ask(proxy.url, api.auth.verificationCode, { body: { email, consentEmail: true } })
  const more = {
    accountType: 'GROUP',
    partnerId: null,
    verificationCode: await messages.code(email),
  }
  const body = { ...person, ...more, password: PASSWORD, passwordConfirm: PASSWORD }
  const { token } = await ask(proxy.url, api.auth.signup, { body })
  const musician = { ...person, token }
  await takesMoney(proxy.url, musician, 50, NUMBER)
  const { phoneNumber: number, sbpNumberId } = NUMBER
  const check = { body: { number, sbpNumberId, artistUsername: username } }
  await payAt(proxy.throughProxy(await ask(proxy.url, api.auth.checkNumber, check, token)), {
    method: 'sbp',
  })
  const state = async () => (await ask(proxy.url, api.payment.number, {}, token)).state
  await eventually(state, 'checked', WAIT_MS)
  const { recipient } = await ask(proxy.url, api.payment.number, {}, token)
  const confirmed = { body: { name: recipient?.name ?? '' } }
  await ask(proxy.url, api.payment.confirmRecipient, confirmed, token)
  return musician
}

/** Orders, pays, plays and credits a song and pays its money out; returns the payment's id. */
export async function paidOutAt(
  proxy: HttpsProxy,
  musician: TestMusician,
  rubles: number,
): Promise<string> {
  const { url } = proxy
  const concert = await concertAt(url, musician)
  const { orderId, paymentURL } = await paidOrderAt(url, musician, concert, { title: SONG, rubles })
  await payAt(proxy.throughProxy(paymentURL), { method: 'card' })
  const state = async () => (await paymentAt(url, orderId)).state
  await eventually(state, 'secured', WAIT_MS)
  const song = await songId(url, SONG)
  await ask(url, api.artist.nextSong, { body: { songId: song } }, musician.token)
  await ask(
    url,
    api.payment.confirm,
    { body: { sessionId: concert, songId: song } },
    musician.token,
  )
  await eventually(state, 'released', WAIT_MS)
  await ask(url, api.payment.payout, {}, musician.token)
  const share = rubles * 0.9
  await eventually(() => moneyAt(url, musician), { available: 0, held: 0, paidOut: share }, WAIT_MS)
  return orderId
}
