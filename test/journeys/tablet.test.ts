import assert from 'node:assert/strict'
import type { Page, WebSocket } from 'playwright-core'
import { api } from '#contract/index.ts'
import { eventually, SOON_MS } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'
import {
  ask,
  concertAt,
  giveToken,
  musicianAt,
  queueAt,
  songId,
} from '#test/support/product/product-calls.ts'
import { chooseInMenu, press } from '#test/support/steps/pad.ts'
import { typeCode } from '#test/support/steps/tablet.ts'

const journey = onSite()

const TABLET = { viewport: { width: 1024, height: 768 }, hasTouch: true }

const find = (tablet: Page) => tablet.getByRole('searchbox', { name: 'Найти песню' })

/** Chooses a song by its first letters. */
async function choose(tablet: Page, title: string, typed: string) {
  await find(tablet).fill(typed)
  await tablet.getByRole('radio', { name: `${title} Кино` }).check()
}

async function order(tablet: Page, title: string, typed: string) {
  await choose(tablet, title, typed)
  await shows(tablet, /бесплатно/u)
  await press(tablet, 'Заказать')
  await shows(tablet, 'Песня заказана')
}

/** Nothing of the guest before is on the screen, in the fields or on the device. */
async function isForgotten(tablet: Page, ...secrets: string[]) {
  await shows(tablet, 'Выберите песню')
  assert.equal(await find(tablet).inputValue(), '')
  assert.equal(await tablet.locator('input[type=radio]:checked').count(), 0)
  const kept = await tablet.evaluate(() => JSON.stringify([localStorage, sessionStorage]))
  const page = await tablet.content()
  for (const secret of secrets) assert.equal(`${kept}${page}`.includes(secret), false, secret)
}

/** What the pad shows on stage as the code of a tablet. */
async function codeOn(pad: Page): Promise<string> {
  await chooseInMenu(pad, 'Планшет в зале')
  const sheet = pad.getByRole('dialog', { name: 'Планшет в зале' })
  const code = await sheet.getByText(/^\d{3}\s\d{3}$/u).innerText()
  return code.replace(/\D/gu, '')
}

journey(
  'a tablet of the hall orders for three tables and forgets the guest of each',
  async (site) => {
    const { url } = site
    site.expectFault(/400 POST .*\/tablet\/pair|status of 400 .*\/tablet\/pair/u)
    site.expectFault(/404 POST .*\/tablet\/look|status of 404 .*\/tablet\/look/u)
    site.expectFault(/ERR_INTERNET_DISCONNECTED|ERR_FAILED|WebSocket connection to .* failed/u)
    const musician = await musicianAt(url)
    const { username, token } = musician
    const sessionId = await concertAt(url, musician)
    for (const title of ['Печаль', 'Кукушка', 'Группа крови', 'Восьмиклассница'])
      await ask(
        url,
        api.artist.addFavorite,
        { body: { songId: await songId(url, title), title, artistName: '', imageUrl: '' } },
        token,
      )
    const queue = () => queueAt(url, sessionId)
    const pad = await site.enter('музыкант')
    await giveToken(pad.context(), url, musician)
    await pad.goto(`${url}/artist?tab=concert`)
    await shows(pad, 'Концерт идёт')
    const code = await codeOn(pad)
    await shows(pad, 'Планшетов пока нет')

    const tablet = await site.enter('планшет', TABLET)
    await tablet.clock.install()
    const channels: WebSocket[] = []
    tablet.on('websocket', (opened) => channels.push(opened))
    await tablet.goto(`${url}/user/${username}/tablet`)
    await typeCode(tablet, code === '000000' ? '111111' : '000000', 7)
    await press(tablet, 'Подключить')
    await shows(tablet, 'Код не подошёл. Новый — на пульте артиста')
    await typeCode(tablet, code, 7)
    await press(tablet, 'Подключить')
    await shows(tablet, 'Стол 7')
    assert.equal(await tablet.locator('main a').count(), 0)
    await pad.getByRole('listitem').filter({ hasText: 'Стол 7' }).waitFor({ timeout: SOON_MS })

    // The first table: a name and words, and then whoever is next finds nothing of them.
    await press(tablet, 'Добавить слова')
    const sheet = tablet.getByRole('dialog', { name: 'Слова к песне' })
    await sheet.getByLabel('Ваше имя').fill('Аглая')
    await sheet.getByLabel('Слова к песне').fill('Маме на юбилей')
    await press(tablet, 'Готово')
    await showsNoMore(sheet)
    await order(tablet, 'Печаль', 'печа')
    await shows(tablet, 'Вы следующие')
    await press(tablet, 'Готово')
    await isForgotten(tablet, 'Аглая', 'юбилей')
    await order(tablet, 'Кукушка', 'куку')
    // Nobody presses «Готово».
    await tablet.clock.runFor(11_000)
    await isForgotten(tablet)
    await shows(tablet, '2 из 2 заказано. Третью можно после первой')

    // The second: an order is still on its way when its guest goes, and the next one walks off in the middle of a song.
    await press(tablet, 'Другой стол')
    await typeCode(tablet, code, 12)
    await press(tablet, 'Пересесть')
    await shows(tablet, 'Стол 12')
    const answered = Promise.withResolvers<void>()
    let tries = 0
    await tablet.route('**/tablet/order', async (route) => {
      tries += 1
      if (tries === 1) return route.abort()
      const response = await route.fetch()
      await answered.promise
      return route.fulfill({ response })
    })
    await choose(tablet, 'Группа крови', 'груп')
    await press(tablet, 'Заказать')
    await shows(tablet, 'Заказ сохранён')
    await eventually(() => Promise.resolve(tries), 2)
    await press(tablet, 'Готово')
    await choose(tablet, 'Восьмиклассница', 'восьми')
    answered.resolve()
    await showsNoMore(tablet.getByText('Ждёт связи: «Группа крови»'))
    assert.equal(await tablet.locator('input[type=radio]:checked').count(), 1)
    await tablet.clock.runFor(51_000)
    await shows(tablet, 'Ещё выбираете?')
    await press(tablet, 'Да')
    await tablet.clock.runFor(30_000)
    assert.ok(await tablet.getByRole('radio', { name: 'Восьмиклассница Кино' }).isChecked())
    await tablet.clock.runFor(31_000)
    await isForgotten(tablet)

    // The third, over a lost network: the order waits in the tablet and goes by itself.
    await press(tablet, 'Другой стол')
    await typeCode(tablet, code, 3)
    await press(tablet, 'Пересесть')
    await shows(tablet, 'Стол 3')
    await choose(tablet, 'Восьмиклассница', 'восьми')
    await tablet.context().setOffline(true)
    await press(tablet, 'Заказать')
    await tablet.clock.runFor(1000)
    await shows(tablet, 'Заказ сохранён')
    await press(tablet, 'Готово')
    await shows(tablet, 'Ждёт связи: «Восьмиклассница»')
    await tablet.context().setOffline(false)
    await tablet.clock.runFor(10_000)
    await eventually(
      queue,
      [
        'Печаль SCHEDULED ×1',
        'Кукушка SCHEDULED ×1',
        'Группа крови SCHEDULED ×1',
        'Восьмиклассница SCHEDULED ×1',
      ],
      SOON_MS,
    )
    const entries = await ask(url, api.artist.queue, { query: { sessionId } }, token)
    assert.deepEqual(
      entries.map(({ tables, asks }) => [tables, asks?.map(({ name }) => name) ?? []]),
      [
        [[7], ['Аглая']],
        [[7], []],
        [[12], []],
        [[3], []],
      ],
    )

    // A code word that is taken off at once closes it for no longer than its next look.
    const close = (codeWord: string | null) =>
      ask(url, api.artist.changeRules, { body: { sessionId, rules: {}, codeWord } }, token)
    const closed = channels.at(-1)?.waitForEvent('close')
    assert.ok(closed)
    await close('Горько')
    await closed
    await close(null)
    await tablet.clock.runFor(16_000)
    await ask(url, api.artist.nextSong, { body: { songId: null } }, token)
    await tablet.getByRole('heading', { name: 'Печаль' }).waitFor()

    // Ended from the pad, it says so.
    await press(pad, 'Отключить: Стол 3')
    await shows(pad, 'Планшетов пока нет')
    await tablet.clock.runFor(16_000)
    await shows(tablet, 'Этот планшет отключили')
  },
)
