import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { ask } from '#test/support/product/product-calls.ts'
import { TABLET } from '#test/support/browsers/browser.ts'
import { openTcpProxy } from '#test/support/servers/tcp-proxy.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { enterPad, padPlays, press, pressBeside } from '#test/support/steps/pad.ts'
import { shows, showsList, showsNoMore } from '#test/support/browsers/screen.ts'

// The TCP proxy has another origin than the site.
const journey = onSite({ variables: { PUBLIC_URL: '' } })
const NO_NETWORK =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|WebSocket connection to .* failed/

journey(
  'the artist adds a song in two taps, from the repertoire or typed, without a network too',
  async (site) => {
    site.expectFault(NO_NETWORK)
    const proxy = await openTcpProxy(site.url)
    await using end = new AsyncDisposableStack()
    end.defer(proxy.remove)
    const url = proxy.url
    const { musician, concertId, pad, queue } = await enterPad(site, ['Группа крови'], { url })
    const learn = (title: string) => {
      const body = { songId: null, title, artistName: 'Кино', imageUrl: '' }
      return ask(site.url, api.artist.addFavorite, { body }, musician.token)
    }
    for (const title of ['Перемен', 'Печаль']) await learn(title)
    // The device keeps the repertoire as it was when the pad was opened.
    await pad.reload()

    await press(pad, 'Своя песня')
    const sheet = pad.getByRole('dialog', { name: 'Добавить песню' })
    await sheet.getByRole('button', { name: /^Печаль/u }).click()
    await showsList(pad, 'Очередь', ['Печаль'])
    await eventually(queue, ['Печаль QUEUED ×0', 'Группа крови SCHEDULED ×1'])

    proxy.cut()
    await press(pad, 'Своя песня')
    await sheet.getByText('Для кого, наличные').click()
    await sheet.getByLabel('Для кого').fill('стол 7')
    await sheet.getByText('Заплатили наличными').click()
    await sheet.getByLabel('Сколько, ₽').fill('500 ₽')
    await sheet.getByRole('searchbox').fill('Песня для стола семь')
    await press(pad, 'Добавить «Песня для стола семь»')
    await showsList(pad, 'Очередь', ['Печаль', 'Песня для стола семь'])
    await pressBeside(pad, 'Песня для стола семь', 'В начало')
    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Песня для стола семь')
    await shows(pad, '3 команды отправим сами')
    proxy.restore()
    await eventually(queue, [
      'Песня для стола семь NOW ×0',
      'Печаль QUEUED ×0',
      'Группа крови SCHEDULED ×1',
    ])
    await learn('Звезда по имени Солнце')
    await press(pad, 'Своя песня')
    await sheet.getByRole('button', { name: /^Звезда по имени Солнце/u }).waitFor()
    await showsNoMore(sheet.getByLabel('Для кого'))

    await pad.goto(`${url}/artist/session/${concertId}`)
    await shows(pad, /Для: стол 7 · 500\s₽ наличными$/u)
  },
)

journey('a music stand adds a song by a key', async (site) => {
  const { pad, queue } = await enterPad(site, [], { screen: TABLET })
  await pad.keyboard.press('a')
  const sheet = pad.getByRole('dialog', { name: 'Добавить песню' })
  await sheet.getByRole('searchbox').fill('печал')
  await sheet.getByText('Для кого, наличные').click()
  await sheet.getByLabel('Для кого').fill('Аня')
  await sheet.getByRole('button', { name: /^Печаль/u }).click()
  await showsList(pad, 'Очередь', ['Печаль'])
  await shows(pad, 'Для: Аня')
  await eventually(queue, ['Печаль QUEUED ×0'])
})

journey(
  'adding a song says where there is no repertoire, and where nothing is found',
  async (site) => {
    const { pad, queue } = await enterPad(site, [])
    const asked: string[] = []
    await pad.route('**/artist/repertoire', (route) => {
      asked.push('asked')
      if (asked.length > 1) return route.continue()
      const json = { code: 'OVERLOADED', message: 'Сервис ненадолго недоступен.' }
      return route.fulfill({ status: 503, json })
    })
    site.expectFault(/503 .*artist\/repertoire/u)
    await press(pad, 'Своя песня')
    const sheet = pad.getByRole('dialog', { name: 'Добавить песню' })
    await sheet.getByText('Сервис ненадолго недоступен.').waitFor()
    await press(pad, 'Загрузить репертуар ещё раз')
    await sheet.getByText(/^Репертуар пуст/u).waitFor()
    await sheet.getByRole('searchbox').fill('Йцзщхъфы')
    await sheet.getByText(/^Ничего не нашли/u).waitFor()
    await press(pad, 'Добавить «Йцзщхъфы»')
    await showsList(pad, 'Очередь', ['Йцзщхъфы'])
    await eventually(queue, ['Йцзщхъфы QUEUED ×0'])
    assert.equal(asked.length, 2)
  },
)
