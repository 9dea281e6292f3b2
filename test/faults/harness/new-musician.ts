import { api } from '#contract/index.ts'
import {
  ask,
  concertAt,
  moneyAt,
  newcomer,
  signUpAt,
  songId,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import type { TestMusician } from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import type { MailServer } from '#test/support/servers/mail-server.ts'
import { payAt, paidOrderAt, paymentAt } from '#test/support/product/paid-product-calls.ts'
import type { openHttpsProxy } from './https-proxy.ts'

const WAIT_MS = 180_000
const SONG = 'Группа крови'
const NUMBER = { phoneNumber: '79001234567', sbpNumberId: '100000000004' }

type HttpsProxy = Awaited<ReturnType<typeof openHttpsProxy>>

/** Waits for an e-mail to this address and returns the code in its subject. */
async function codeFrom({ received }: MailServer, email: string): Promise<string> {
  let code = ''
  const arrived = async () => {
    const text = received.findLast(({ to }) => to === email)?.text ?? ''
    const [, subject = ''] = /^Subject: ([\s\S]*?)\n(?=\S)/mu.exec(text) ?? []
    const words = [...subject.matchAll(/=\?UTF-8\?B\?([^?]*)\?=/gu)]
    const parts = words.map(([, packed = '']) => Buffer.from(packed, 'base64'))
    code = /\b\d{6}\b/u.exec(Buffer.concat(parts).toString())?.[0] ?? ''
    return code !== ''
  }
  await eventually(arrived, true, WAIT_MS)
  return code
}

/** Signs a musician up by e-mail and proves the payout number with ten rubles. */
export async function signUpMusician(proxy: HttpsProxy, mail: MailServer): Promise<TestMusician> {
  const musician = await signUpAt(proxy.url, newcomer(), {
    codeOf: (email) => codeFrom(mail, email),
  })
  const { token, username } = musician
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
