import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { RECIPIENT_NAME } from '#packages/tbank-sandbox/payout-calls.ts'
import { advanceAndSettle, NUMBER, pageOf } from '../paid-concert.ts'
import { ARTIST_PASSWORD } from '../world.ts'
import type { TestArtist, World } from '../world.ts'

/** The number for a check, as the settings send it. */
export const checkBody = (artist: TestArtist, number: string) => ({
  number,
  sbpNumberId: NUMBER.bank,
  artistUsername: artist.username,
})

/** Sets a number where it is another one, pays ten rubles for it, gets the nine that prove it and confirms the recipient. */
export async function withCheckedNumber(
  world: World,
  artist: TestArtist,
  phone: string,
): Promise<void> {
  const body = { ...checkBody(artist, phone), currentPassword: ARTIST_PASSWORD }
  const { token } = artist
  const url = await world.ok(api.auth.checkNumber, { body }, { token })
  await world.bank.pay(pageOf(url), { method: 'sbp', action: 'pay' })
  await world.settle()
  await advanceAndSettle(world, MINUTE_MS)
  assert.equal((await world.ok(api.payment.number, {}, { token })).state, 'checked')
  await world.ok(api.payment.confirmRecipient, { body: { name: RECIPIENT_NAME } }, artist)
}
