import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { LIVE_PATH } from '#contract/path.ts'
import { SIGNAL_FRESH_MS } from '#domain/queue/signals.ts'
import { SECOND_MS } from '#domain/time.ts'
import { ask } from '#test/support/product/product-calls.ts'
import { SOON_MS } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { chooseInMenu, enterPad, press } from '#test/support/steps/pad.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()

journey(
  'a signal is large on the other pad, with who, though it is not read at once; over a lost network it waits, says so and comes late',
  async (site) => {
    site.expectFault(/ERR_INTERNET_DISCONNECTED|503/u)
    const { musician, concertId, pad, open } = await enterPad(site, ['Группа крови'])
    // The artist's pad has found no second one, and learns of it by its signal.
    const read = pad.waitForResponse('**/artist/second-pads?*')
    await open(pad)
    await read
    const body = { sessionId: concertId, name: 'Саша' }
    const { link } = await ask(site.url, api.artist.addSecondPad, { body }, musician.token)
    const second = await site.enter('Саша')
    await second.goto(link)
    await shows(second, 'Второй пульт: Саша')

    await pad.route('**/artist/signals?*', (route) => route.fulfill({ status: 503 }), { times: 1 })
    await chooseInMenu(second, 'Сигнал')
    await second.getByRole('dialog', { name: 'Сигнал группе' }).getByText('Тише').click()
    const large = pad.getByRole('alert').filter({ hasText: 'Второй пульт: Саша' })
    await large.getByText('Тише').waitFor({ timeout: SOON_MS })
    await showsNoMore(large)

    await chooseInMenu(pad, 'Сигнал')
    await pad.getByText('Свои сигналы').click()
    await pad.getByLabel('Новый сигнал').fill('Соло')
    await press(pad, 'Добавить')
    await press(pad, 'Соло')
    await second.getByRole('alert').filter({ hasText: 'Артист' }).getByText('Соло').waitFor()

    await second.context().setOffline(true)
    await chooseInMenu(second, 'Сигнал')
    await press(second, 'Ко мне')
    await second.getByText('уйдёт, когда вернётся сеть').waitFor()
    // A pad knows the server's time to a second or so.
    await second.waitForTimeout(SIGNAL_FRESH_MS + 2 * SECOND_MS)
    await second.context().setOffline(false)
    await pad
      .getByRole('status')
      .filter({ hasText: /Ко мне Второй пульт: Саша, (?:только что|\d+\sмин назад)/u })
      .waitFor({ timeout: 60_000 })
    await showsNoMore(second.getByText('уйдёт, когда вернётся сеть'))
    await press(pad, 'Понятно')
    await showsNoMore(pad.getByText('Второй пульт: Саша, только что'))
  },
)

journey('the band keeps its signals where the second pads could not be read', async (site) => {
  site.expectFault(/second-pads|ERR_FAILED/u)
  const { musician, concertId, pad, open } = await enterPad(site, ['Группа крови'])
  const body = { sessionId: concertId, name: 'Саша' }
  await ask(site.url, api.artist.addSecondPad, { body }, musician.token)
  const PADS = '**/artist/second-pads?*'
  const fails = () => pad.route(PADS, (route) => route.abort())
  const signal = pad.getByRole('dialog', { name: 'Сигнал группе' })
  let loseConnection = async () => {}
  await pad.routeWebSocket(`**${LIVE_PATH}`, (socket) => {
    socket.connectToServer()
    loseConnection = () => socket.close()
  })
  await fails()
  const failed = pad.waitForEvent('requestfailed', (lost) => lost.url().includes('second-pads'))
  await open(pad)
  await failed
  await pad.unroute(PADS)
  const read = pad.waitForResponse(PADS)
  await loseConnection()
  await read
  await chooseInMenu(pad, 'Сигнал')
  await signal.waitFor()
  await pad.keyboard.press('Escape')

  await fails()
  await chooseInMenu(pad, 'Второй пульт')
  const pads = pad.getByRole('dialog', { name: 'Второй пульт' })
  await pads.getByText('Ещё не открыт').waitFor()
  await pad.waitForLoadState('networkidle')
  await pads.getByText('Ещё не открыт').waitFor()
  await pad.keyboard.press('Escape')
  await chooseInMenu(pad, 'Сигнал')
  await signal.getByText('Свои сигналы').click()
  const words = signal.getByLabel('Новый сигнал')
  await words.fill('Соло')
  await press(pad, 'Добавить')
  const drop = signal.getByRole('button', { name: 'Убрать сигнал: Соло' })
  await drop.waitFor()
  assert.equal(await words.inputValue(), '')
  // What is half typed stays when another one is removed.
  await words.fill('Припев ещё')
  await drop.click()
  await showsNoMore(drop)
  assert.equal(await words.inputValue(), 'Припев ещё')
})
