import { setTimeout as sleep } from 'node:timers/promises'
import type { BodyOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'

type Order = () => Promise<{ status: number | null; code: string | null }>

const TAKEN_MOST_MS = 20_000
const TRIES = 100

/** Orders until one is accepted; returns the milliseconds that took. */
export async function untilTaken(order: Order): Promise<number> {
  const began = performance.now()
  while ((await order()).status !== 200) {
    if (performance.now() - began > TAKEN_MOST_MS) return Infinity
    await sleep(100)
  }
  return performance.now() - began
}

/** Orders until one is refused because nothing can be written. */
export async function untilRefused(order: Order): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    const { status, code } = await order()
    if (status === 503 && code === 'OVERLOADED') return true
    await sleep(50)
  }
  return false
}

/** Returns the message that a client gets for a write now. */
export async function refusalWords(url: string): Promise<string> {
  const { method } = api.feedback.send
  const headers = { 'content-type': 'application/json' }
  const body: BodyOf<typeof api.feedback.send> = { message: 'слышно хорошо' }
  const asked = { method, headers, body: JSON.stringify(body) }
  const answer = await fetch(`${url}${pathOf(api.feedback.send)}`, asked)
  return ((await answer.json()) as { message?: string }).message ?? ''
}
