import { api } from '#contract/index.ts'
import {
  ask,
  concertAt,
  giveToken,
  musicianAt,
  ordersAt,
  queueAt,
} from '#test/support/backstage.ts'
import { TABLET } from '#test/support/browser.ts'
import { layCable } from '#test/support/cable.ts'
import { eventually } from '#test/support/eventually.ts'
import { inHouse } from '#test/support/house.ts'
import { padPlays, press, pressBeside } from '#test/support/pad.ts'
import { shows, showsList } from '#test/support/screen.ts'

// A cable is another origin than the house's own.
const journey = inHouse({ variables: { PUBLIC_URL: '' } })
const NO_NETWORK =
  /ERR_INTERNET_DISCONNECTED|ERR_FAILED|ERR_CONNECTION|ERR_EMPTY_RESPONSE|ERR_SOCKET|WebSocket connection to .* failed/

journey(
  'the artist adds a song in two taps, from the repertoire or typed, without a network too',
  async (house) => {
    house.expectFault(NO_NETWORK)
    const musician = await musicianAt(house.url)
    for (const title of ['Перемен', 'Печаль']) {
      const body = { songId: null, title, artistName: 'Кино', imageUrl: '' }
      await ask(house.url, api.artist.addFavorite, { body }, musician.token)
    }
    const sessionId = await concertAt(house.url, musician)
    await ordersAt(house.url, musician, sessionId, ['Группа крови'])
    const cable = await layCable(house.url)
    await using end = new AsyncDisposableStack()
    end.defer(cable.remove)
    const queue = () => queueAt(house.url, sessionId)
    const pad = await house.enter('музыкант')
    await giveToken(pad.context(), cable.url, musician)
    await pad.goto(`${cable.url}/artist`)
    await showsList(pad, 'Заказы', ['Группа крови'])

    await press(pad, 'Добавить песню')
    const sheet = pad.getByRole('dialog', { name: 'Добавить песню' })
    await sheet.getByRole('button', { name: /^Печаль/u }).click()
    await showsList(pad, 'Очередь', ['Печаль'])
    await eventually(queue, ['Печаль QUEUED ×0', 'Группа крови SCHEDULED ×1'])

    cable.cut()
    await press(pad, 'Добавить песню')
    await sheet.getByText('Для кого, наличные').click()
    await sheet.getByLabel('Для кого').fill('стол 7')
    await sheet.getByText('Заплатили наличными').click()
    await sheet.getByRole('searchbox').fill('Песня для стола семь')
    await press(pad, 'Добавить «Песня для стола семь»')
    await showsList(pad, 'Очередь', ['Печаль', 'Песня для стола семь'])
    await pressBeside(pad, 'Песня для стола семь', 'В начало')
    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Песня для стола семь')
    await shows(pad, 'Не отправлено: 3')
    cable.mend()
    await eventually(queue, [
      'Песня для стола семь NOW ×0',
      'Печаль QUEUED ×0',
      'Группа крови SCHEDULED ×1',
    ])

    await pad.goto(`${cable.url}/artist/session/${sessionId}`)
    await shows(pad, 'Для: стол 7 · наличными')
  },
)

journey('a music stand adds a song by a key', async (house) => {
  const musician = await musicianAt(house.url)
  const sessionId = await concertAt(house.url, musician)
  const pad = await house.enter('музыкант', TABLET)
  await giveToken(pad.context(), house.url, musician)
  await pad.goto(`${house.url}/artist`)
  await shows(pad, 'Концерт идёт')
  await pad.keyboard.press('a')
  const sheet = pad.getByRole('dialog', { name: 'Добавить песню' })
  await sheet.getByRole('searchbox').fill('печал')
  await sheet.getByText('Для кого, наличные').click()
  await sheet.getByLabel('Для кого').fill('Аня')
  await sheet.getByRole('button', { name: /^Печаль/u }).click()
  await showsList(pad, 'Очередь', ['Печаль'])
  await shows(pad, 'Для: Аня')
  await eventually(() => queueAt(house.url, sessionId), ['Печаль QUEUED ×0'])
})
