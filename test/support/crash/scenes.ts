import { randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import { RECIPIENT_NAME } from '#packages/tbank-sandbox/payout-calls.ts'
import { ARTIST_PASSWORD } from '#test/support/world.ts'
import type { CrashSong } from './accounts.ts'
import { doneOnce, granted, until } from './retry.ts'
import type { RetryCaller } from './retry.ts'
import {
  PRICE,
  NET,
  TIP,
  TIP_NET,
  PART,
  out,
  CHECK,
  CHECK_BACK,
  newPhone,
  padOf,
  tailOf,
  pays,
  ends,
  orders,
  secures,
  plays,
  arrives,
  base,
} from './scene-steps.ts'
import type { ExpectedMoney, SceneContext, Method } from './scene-steps.ts'

/** Ordered, paid by card, played: the money is taken. */
async function card(scene: SceneContext): Promise<ExpectedMoney> {
  const [song] = scene.songs
  const id = await secures(scene, song, 'card')
  await plays(scene, song)
  await ends(newPhone(scene), id, 'released')
  return { ...base(scene), payments: [{ id, amount: PRICE, end: 'released', song: 'PLAYED' }] }
}

/** Ordered and paid, but skipped: the money goes back. */
async function skipped(scene: SceneContext, method: Method): Promise<ExpectedMoney> {
  const [song] = scene.songs
  const id = await secures(scene, song, method)
  const body = { songId: song.id, statusSong: 'SKIPPED', sessionId: scene.musician.concertId }
  await doneOnce(padOf(scene), api.artist.changeSongStatus, { body }, 'ILLEGAL_STEP')
  await ends(newPhone(scene), id, 'returned')
  return { ...base(scene), payments: [{ id, amount: PRICE, end: 'returned', song: 'SKIPPED' }] }
}

/** Charged before it is played, so that its receipt is one of a prepayment, which the till then closes. */
async function prepaid(scene: SceneContext): Promise<ExpectedMoney> {
  const [song] = scene.songs
  const id = await secures(scene, song, 'sbp')
  await plays(scene, song)
  await ends(newPhone(scene), id, 'released')
  return {
    ...base(scene),
    payments: [{ id, amount: PRICE, end: 'released', song: 'PLAYED', prepaid: true }],
  }
}

/** Played and credited; then the payer's bank charges it back, and an operator charges that to the musician. */
async function chargedBack(scene: SceneContext): Promise<ExpectedMoney> {
  const [song] = scene.songs
  const caller = newPhone(scene)
  const { id, link } = await orders(scene, caller, song)
  await pays(scene, link, 'card')
  await ends(caller, id, 'secured')
  await plays(scene, song)
  await ends(caller, id, 'released')
  const bankId = (await scene.bank.openPage(tailOf(link)))?.payment.id ?? ''
  await scene.bank.operator.chargeBack(bankId)
  await scene.disputed(bankId, PRICE)
  const { url, signal, adminToken: token } = scene
  const desk: RetryCaller = { url, signal, address: '10.2.0.2', token }
  const { stuck } = await granted(desk, api.payment.stuck)
  const question = stuck.find(({ bankId: about }) => about === bankId)
  const settle = { params: { id: question?.id ?? '' }, body: { action: 'charge' } }
  await doneOnce(desk, api.payment.settle, settle, 'NOT_FOUND')
  const { available } = await granted(padOf(scene), api.payment.balance)
  if (available !== 0) throw new Error(`${available} kopecks are left of what was charged back`)
  return { ...base(scene), payments: [{ id, amount: PRICE, end: 'released', song: 'PLAYED' }] }
}

/** A part of what is held or charged is refunded from the bank's cabinet; the rest is taken for the song, or goes back with it. */
async function inParts(scene: SceneContext, method: Method): Promise<ExpectedMoney> {
  const [song] = scene.songs
  const caller = newPhone(scene)
  const { id, link } = await orders(scene, caller, song)
  await pays(scene, link, method)
  await ends(caller, id, 'secured')
  const page = await scene.bank.openPage(tailOf(link))
  await scene.bank.operator.refund(page?.payment.id ?? '', PART)
  const payment = { id, amount: PRICE, part: PART }
  if (method === 'card') {
    await plays(scene, song)
    await ends(caller, id, 'released')
    return { ...base(scene), payments: [{ ...payment, end: 'released', song: 'PLAYED' }] }
  }
  const body = { songId: song.id, statusSong: 'SKIPPED', sessionId: scene.musician.concertId }
  await doneOnce(padOf(scene), api.artist.changeSongStatus, { body }, 'ILLEGAL_STEP')
  await ends(caller, id, 'returned')
  return { ...base(scene), payments: [{ ...payment, end: 'returned', song: 'SKIPPED' }] }
}

/** Ordered, played and credited; then the musician gives it back whole. */
async function givenBack(scene: SceneContext): Promise<ExpectedMoney> {
  const [song] = scene.songs
  const id = await secures(scene, song, 'sbp')
  await plays(scene, song)
  await ends(newPhone(scene), id, 'released')
  const body = { paymentId: id, word: 'Простите' }
  await granted(padOf(scene), api.payment.refund, { body }, randomUUID())
  await ends(newPhone(scene), id, 'returned')
  return { ...base(scene), payments: [{ id, amount: PRICE, end: 'returned', song: 'PLAYED' }] }
}

/** A paid order and a share beside another one's, both taken off by whoever ordered them; the other share goes back at the last call. */
async function withdrawn(scene: SceneContext): Promise<ExpectedMoney> {
  const [whole, shared] = scene.songs
  const pad = padOf(scene)
  const sessionId = scene.musician.concertId
  const rules = { support: true, minSongAmount: (2 * PRICE) / 100 }
  const phone = async (): Promise<RetryCaller> => {
    const caller = { ...newPhone(scene), device: { cookie: '' } }
    // The device is known before the order, whose answer may be lost.
    await granted(caller, api.session.going, { body: { sessionId, going: true } })
    return caller
  }
  const own = await phone()
  const joined = await phone()
  const first = await secures(scene, whole, 'card', {}, own)
  await granted(pad, api.artist.changeRules, { body: { sessionId, rules } })
  const share = await secures(scene, shared, 'sbp', { collect: true }, joined)
  const left = await secures(scene, shared, 'card', { collect: true })
  await granted(own, api.songs.cancelOrder, { body: { orderId: first } })
  await granted(joined, api.songs.cancelOrder, { body: { orderId: share } })
  for (const id of [first, share]) await ends(own, id, 'returned')
  const closed = { lastCall: 'closed' as const }
  await granted(pad, api.artist.changeRules, { body: { sessionId, rules: closed } })
  await ends(own, left, 'returned')
  return {
    ...base(scene),
    payments: [
      { id: first, amount: PRICE, end: 'returned', song: 'SKIPPED' },
      { id: share, amount: PRICE, end: 'returned', song: 'SKIPPED' },
      { id: left, amount: PRICE, end: 'returned', song: 'SKIPPED', joins: true },
    ],
  }
}

/** A tip, then a payout that the musician requests. */
async function tip(scene: SceneContext): Promise<ExpectedMoney> {
  const caller = newPhone(scene)
  const body = { artistUsername: scene.musician.username, amount: TIP, message: 'Спасибо' }
  const link = await granted(caller, api.payment.donate, { body }, randomUUID())
  const id = await pays(scene, link, 'card')
  await ends(caller, id, 'released')
  const { amount } = await granted(padOf(scene), api.payment.payout, {}, randomUUID())
  await arrives(scene, amount)
  return {
    ...base(scene),
    payments: [{ id, amount: TIP, end: 'released', song: null }],
    arrivals: [out(TIP_NET)],
  }
}

/** A tip that waits for the payout number, which is then checked: nine rubles arrive, and the tip is paid out by itself. */
async function check(scene: SceneContext): Promise<ExpectedMoney> {
  const { musician } = scene
  const caller = newPhone(scene)
  const thanks = { artistUsername: musician.username, amount: TIP }
  const link = await granted(caller, api.payment.donate, { body: thanks }, randomUUID())
  const tipId = await pays(scene, link, 'sbp')
  await ends(caller, tipId, 'released')
  const pad = padOf(scene)
  const number = {
    artistUsername: musician.username,
    number: musician.phone,
    sbpNumberId: musician.sbpBankId,
    currentPassword: ARTIST_PASSWORD,
  }
  const page = await granted(pad, api.auth.checkNumber, { body: number })
  const checkId = await pays(scene, page, 'sbp')
  await until(pad, async () => (await granted(pad, api.payment.number)).state === 'checked')
  await granted(pad, api.payment.confirmRecipient, { body: { name: RECIPIENT_NAME } })
  await arrives(scene, out(TIP_NET))
  return {
    ...base(scene),
    payments: [
      { id: tipId, amount: TIP, end: 'released', song: null },
      { id: checkId, amount: CHECK, end: 'released', song: null },
    ],
    arrivals: [CHECK_BACK, out(TIP_NET)],
  }
}

/** A concert with one song played, one playing, one waiting and one unpaid, then ended; what was earned is paid out by itself. */
async function ended(scene: SceneContext): Promise<ExpectedMoney> {
  const [first, second, third, fourth] = scene.songs
  const [played, playing, waiting] = await Promise.all([
    secures(scene, first, 'card'),
    secures(scene, second, 'card'),
    secures(scene, third, 'sbp'),
  ])
  const { id: unpaid } = await orders(scene, newPhone(scene), fourth)
  await plays(scene, first)
  const body = { sessionId: scene.musician.concertId, sessionStatus: 'PLAYED' }
  await doneOnce(padOf(scene), api.artist.updateSessionStatus, { body }, 'ILLEGAL_STEP')
  const caller = newPhone(scene)
  await ends(caller, played, 'released')
  for (const id of [playing, waiting]) await ends(caller, id, 'returned')
  await ends(caller, unpaid, 'canceled')
  await arrives(scene, out(NET))
  return {
    ...base(scene),
    payments: [
      { id: played, amount: PRICE, end: 'released', song: 'PLAYED' },
      { id: playing, amount: PRICE, end: 'returned', song: 'SKIPPED' },
      { id: waiting, amount: PRICE, end: 'returned', song: 'SKIPPED' },
      { id: unpaid, amount: PRICE, end: 'canceled', song: null },
    ],
    arrivals: [out(NET)],
  }
}

/** Two shares reach the goal of a song, which is played; those of another song go back at the last call. */
async function together(scene: SceneContext): Promise<ExpectedMoney> {
  const [reached, missed] = scene.songs
  const pad = padOf(scene)
  const sessionId = scene.musician.concertId
  const rules = { support: true, minSongAmount: (2 * PRICE) / 100 }
  await granted(pad, api.artist.changeRules, { body: { sessionId, rules } })
  const share = (song: CrashSong, method: Method) => secures(scene, song, method, { collect: true })
  const [one, two, three] = await Promise.all([
    share(reached, 'card'),
    share(reached, 'sbp'),
    share(missed, 'sbp'),
  ])
  await plays(scene, reached)
  const closed = { lastCall: 'closed' as const }
  await granted(pad, api.artist.changeRules, { body: { sessionId, rules: closed } })
  const caller = newPhone(scene)
  for (const id of [one, two]) await ends(caller, id, 'released')
  await ends(caller, three, 'returned')
  return {
    ...base(scene),
    payments: [
      { id: one, amount: PRICE, end: 'released', song: 'PLAYED' },
      { id: two, amount: PRICE, end: 'released', song: 'PLAYED', joins: true, prepaid: true },
      { id: three, amount: PRICE, end: 'returned', song: 'SKIPPED' },
    ],
  }
}

export const SCENES = {
  together,
  card,
  sbp: (scene: SceneContext) => skipped(scene, 'sbp'),
  voided: (scene: SceneContext) => skipped(scene, 'card'),
  givenBack,
  prepaid,
  chargedBack,
  partHeld: (scene: SceneContext) => inParts(scene, 'card'),
  partCharged: (scene: SceneContext) => inParts(scene, 'sbp'),
  withdrawn,
  tip,
  check,
  ended,
} as const
export type SceneName = keyof typeof SCENES
