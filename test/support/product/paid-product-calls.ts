import { api } from '#contract/index.ts'
import { ask, songId } from './product-calls.ts'
import type { TestMusician } from './product-calls.ts'

type Who = Pick<TestMusician, 'username' | 'token'>

/** Orders a song for a sum, without paying yet. */
export async function paidOrderAt(
  url: string,
  { username }: Pick<Who, 'username'>,
  sessionId: string,
  { title, rubles }: { title: string; rubles: number },
): Promise<{ orderId: string; paymentURL: string }> {
  const song = { songId: await songId(url, title), title: '', artistName: '', imageUrl: '' }
  const body = { ...song, artistUsername: username, sessionId, amount: rubles * 100 }
  const { orderId, paymentURL = '' } = await ask(url, api.songs.orderSong, { body })
  return { orderId, paymentURL }
}

/** Pays on the bank's page as its form would; ends when the bank has taken or declined the money. */
export async function payAt(
  paymentURL: string,
  form: { method: 'card' | 'sbp'; card?: string },
): Promise<void> {
  const body = new URLSearchParams({ ...form, action: 'pay' })
  const answer = await fetch(paymentURL, { method: 'POST', body, redirect: 'manual' })
  if (answer.status !== 303) throw new Error(`the bank's page answers ${answer.status}`)
}

export async function skipAt(url: string, { token }: Who, sessionId: string, title: string) {
  const body = { songId: await songId(url, title), statusSong: 'SKIPPED', sessionId }
  await ask(url, api.artist.changeSongStatus, { body }, token)
}

/** The state of a payment, as its page gets it. */
export async function paymentAt(url: string, id: string) {
  return ask(url, api.payment.byId, { params: { id } })
}

/** Presses a button of the operator's desk at the demo bank. */
async function atDesk(url: string, fields: Record<string, string>): Promise<void> {
  const body = new URLSearchParams(fields)
  const answer = await fetch(`${url}/sandbox-bank/admin`, {
    method: 'POST',
    body,
    redirect: 'manual',
  })
  if (answer.status !== 303) throw new Error(`the bank's desk answers ${answer.status}`)
}

/** Makes the bank fail from here on, with a fault by its name on the desk; `method` where it is one of a call. */
export function bankFails(url: string, fault: string, method = 'Init'): Promise<void> {
  return atDesk(url, { do: 'fault', fault, method })
}

export function bankRecovers(url: string): Promise<void> {
  return atDesk(url, { do: 'clear' })
}
