import { data } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/call.ts'
import { requireArtist } from '#web/lib/require-artist.ts'

export type MoneyOfHouse = AnswerOf<typeof api.payment.stuck>

export const askStuck = () => call(api.payment.stuck, {})

/** For whom the page is not, it is not there. */
export async function loadStuck(): Promise<MoneyOfHouse> {
  const { role } = await requireArtist()
  if (role !== 'ADMIN') throw data(null, { status: 404 })
  return askStuck()
}
