import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { api } from '#contract/index.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'
import { eventually, SOON_MS } from '#test/support/eventually.ts'
import {
  ask,
  concertAt,
  giveToken,
  moneyAt,
  musicianAt,
  queueAt,
  songId,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import { payAt, paymentAt } from '#test/support/product/paid-product-calls.ts'
import { openConcertPage } from '#test/support/steps/listener-page.ts'
import { chooseInMenu } from '#test/support/steps/pad.ts'
import { bankTab, MONEY_MS, payHere, tells } from '#test/support/steps/paying.ts'

const journey = onSite({ variables: { CAPTURE_GRACE_SECONDS: '2' } })
const [WON, LOST, LAST] = ['Группа крови', 'Перемен', 'Восьмиклассница'] as const

journey(
  'a paid battle of three songs: the winner comes first with its money, eleven payers have every kopeck back',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    await takesMoney(url, musician, 500)
    const sessionId = await concertAt(url, musician)
    const pad = await site.enter('музыкант')
    await giveToken(pad.context(), url, musician)
    await pad.goto(`${url}/artist?tab=concert`)
    await shows(pad, 'Концерт идёт')
    const screen = await site.enter('экран', { viewport: { width: 1920, height: 1080 } })
    await screen.goto(`${url}/user/${musician.username}/screen`)
    const [anya, oleg] = [await site.enter('Аня'), await site.enter('Олег')]
    for (const phone of [anya, oleg]) await openConcertPage(phone, url, musician.username)

    await chooseInMenu(pad, 'Битва песен')
    const sheet = pad.getByRole('dialog', { name: 'Битва песен' })
    for (const title of [WON, LOST, LAST]) {
      await sheet.getByRole('searchbox', { name: 'Найти песню' }).fill(title.slice(0, 5))
      await sheet.getByRole('button', { name: new RegExp(`^${title}`, 'u') }).click()
    }
    await sheet.getByRole('button', { name: 'Деньгами' }).click()
    await sheet.getByRole('button', { name: '5 минут' }).click()
    const begins = pad.waitForRequest(/start-battle/u)
    await sheet.getByRole('button', { name: 'Начать: 3 песни' }).click()
    const { id } = (await begins).postDataJSON() as { id: string }
    await showsNoMore(sheet)
    await shows(screen, 'Голосуйте рублём с телефона, остальным вернём')

    const card = (phone: typeof anya) => phone.getByRole('region', { name: 'Что спеть?' })
    const songOf = (phone: typeof anya, title: string) =>
      card(phone).getByRole('button', { name: new RegExp(`^${title}`, 'u') })
    /** Opens the bank's page for a vote. */
    async function begunByHand(phone: typeof anya, title: string, rubles: number) {
      await songOf(phone, title).click()
      const vote = phone.getByRole('dialog', { name: title })
      await shows(vote, 'Остальным вернём всё')
      await vote.getByLabel('Ваш голос ₽').fill(String(rubles))
      return bankTab(phone, () => vote.getByRole('button', { name: 'Проголосовать' }).click())
    }
    async function votedByHand(phone: typeof anya, title: string, rubles: number) {
      const bank = await begunByHand(phone, title, rubles)
      await payHere(bank, 'card')
      await tells(bank, 'Голос засчитан')
      const orderId = new URL(bank.url()).pathname.split('/').at(-1) ?? ''
      await bank.close()
      await tells(card(phone), `ваши ${rubles}`)
      return orderId
    }
    const hasNoVote = async (phone: typeof anya, title: string) =>
      assert.doesNotMatch(await songOf(phone, title).innerText(), /ваши/u)
    const won = [await votedByHand(anya, WON, 300)]
    await (await begunByHand(oleg, LAST, 100)).close()
    const lost = [await votedByHand(oleg, LOST, 200)]
    await hasNoVote(oleg, LAST)
    assert.deepEqual(await queueAt(url, sessionId), [], 'what is voted for waits in no list')

    /** A vote of a phone without a page. */
    async function voted(title: string, rubles: number, method: 'card' | 'sbp') {
      const song = { songId: await songId(url, title), title: '', artistName: '', imageUrl: '' }
      const body = { ...song, artistUsername: musician.username, sessionId, battle: id }
      const { orderId, paymentURL = '' } = await ask(url, api.songs.orderSong, {
        body: { ...body, amount: rubles * 100 },
      })
      await payAt(paymentURL, { method })
      return orderId
    }
    for (const at of [0, 1, 2, 3, 4]) {
      lost.push(await voted(LOST, 10 + at, at % 2 === 0 ? 'card' : 'sbp'))
      lost.push(await voted(LAST, 20 + at, at % 2 === 0 ? 'sbp' : 'card'))
    }
    assert.equal(lost.length, 11)
    const sums = async () =>
      (await screen.getByRole('listitem').allInnerTexts()).map((line) =>
        line.split(/\s*\n+\s*/u).at(-1),
      )
    await eventually(sums, ['300\u00A0₽', '260\u00A0₽', '110\u00A0₽'], MONEY_MS)
    await shows(pad, `Впереди «${WON}», 300`)

    await pad.getByRole('button', { name: /^Битва\./u }).click()
    await shows(sheet, 'остальным вернём деньги')
    await sheet.getByRole('button', { name: 'Закончить' }).click()
    await shows(screen, 'Победила песня')
    await eventually(() => queueAt(url, sessionId), [`${WON} QUEUED ×1`], SOON_MS)
    await shows(anya, 'Это и ваш голос!')
    await tells(oleg, 'Деньги вернулись')
    const songIds = [await songId(url, WON), await songId(url, LAST)]
    const next = { sessionId, id: randomUUID() }
    const again = { ...next, songIds, minutes: 5, paid: true }
    await ask(url, api.artist.startBattle, { body: again }, musician.token)
    await hasNoVote(anya, WON)
    await ask(url, api.artist.cancelBattle, { body: next }, musician.token)
    for (const songs of [null, null])
      await ask(url, api.artist.nextSong, { body: { songId: songs } }, musician.token)
    const states = (ids: string[]) => Promise.all(ids.map(async (one) => paymentAt(url, one)))
    await eventually(
      async () => (await states(lost)).map(({ state, reason }) => `${state} ${reason}`),
      Array<string>(11).fill('returned battle_lost'),
      MONEY_MS,
    )
    await eventually(
      async () => (await states(won)).map(({ state }) => state),
      ['released'],
      MONEY_MS,
    )
    assert.deepEqual(await moneyAt(url, musician), { available: 270, held: 0, paidOut: 0 })
  },
)
