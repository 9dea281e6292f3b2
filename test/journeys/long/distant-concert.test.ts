import assert from 'node:assert/strict'
import { api } from '#contract/index.ts'
import { ask, musicianAt } from '#test/support/product/product-calls.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { eventually } from '#test/support/eventually.ts'
import { shows } from '#test/support/browsers/screen.ts'

const journey = onSite()
const WEEKDAYS = 'воскресенье понедельник вторник среда четверг пятница суббота'.split(' ')
const SHORT_DAYS = 'вс пн вт ср чт пт сб'.split(' ')
/** Half past midnight on the next first of January at Vladivostok; at Kaliningrad it is still the year before. */
const STARTS = (() => {
  const thisYear = new Date(`${new Date().getUTCFullYear()}-12-31T14:30:00Z`)
  const isOver = thisYear.getTime() < Date.now() + 3_600_000
  return isOver ? new Date(thisYear.setUTCFullYear(thisYear.getUTCFullYear() + 1)) : thisYear
})()
const HERE = `${WEEKDAYS[STARTS.getUTCDay()]}, 31 дек., 16:30`
const THERE = 'по местному времени 1 янв., 00:30 (МСК+7)'
const NEXT_YEAR = STARTS.getUTCFullYear() + 1
const LATER = `${WEEKDAYS[STARTS.getUTCDay()]}, 7 янв. ${NEXT_YEAR}, 16:30`
const VLADIVOSTOK = { longitude: 131.8735, latitude: 43.1056 }

journey(
  'a concert at Vladivostok is told by the clock of Kaliningrad, with the day and the hour there beside it',
  async ({ url, enter }) => {
    const { username, token } = await musicianAt(url)
    const concert = {
      dateTimeStart: STARTS.toISOString(),
      durationHours: 2,
      durationMinutes: 0,
      description: 'Первый концерт года',
      location: { name: 'Маяк', description: 'Владивосток, Светланская, 1', ...VLADIVOSTOK },
    }
    const { id } = await ask(url, api.session.create, { body: concert }, token)
    const address = `${url}/user/${username}/${id}`
    const reader = await enter('Кант', { timezoneId: 'Europe/Kaliningrad' })
    await reader.goto(address)
    await shows(reader, `${SHORT_DAYS[STARTS.getUTCDay()]}, 31 дек., 16:30`)
    await shows(reader, THERE)

    await reader.goto(`${url}/user/${username}`)
    await reader.getByRole('link', { name: 'Афиша' }).click()
    const poster = reader.getByRole('article')
    await shows(poster, HERE)
    await shows(poster, THERE)

    await reader.goto(`${url}/search?city=Владивосток&from=${STARTS.toISOString().slice(0, 10)}`)
    const card = reader.getByRole('article').filter({ hasText: 'Первый концерт года' })
    await eventually(
      async () => (await card.innerText()).replaceAll('\u00A0', ' ').split('\n').slice(-3),
      ['16:30', THERE, 'Маяк'],
    )

    // Safari does not open `geo:`.
    const iphone = await enter('Стив', { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0)' })
    await iphone.goto(address)
    const own = iphone.locator('a', { hasText: 'Карты на телефоне' })
    const apple = new URL((await own.getAttribute('href')) ?? '')
    assert.equal(apple.origin, 'https://maps.apple.com')
    assert.deepEqual([...apple.searchParams.values()], ['43.1056,131.8735', 'Маяк'])

    // The server does not know the reader's clock: until the scripts load, the venue's time is shown.
    const page = await (await fetch(address, { headers: { accept: 'text/html' } })).text()
    const day = SHORT_DAYS[(STARTS.getUTCDay() + 1) % 7]
    const there = `${day}, 1 янв. ${NEXT_YEAR}, 00:30`
    assert.ok(page.replaceAll('\u00A0', ' ').includes(there))

    const again = {
      weekdays: [STARTS.getUTCDay() + 1],
      until: `${NEXT_YEAR}-01-08`,
    }
    const weekly = { ...concert, description: 'Каждую неделю', repeat: again }
    await ask(url, api.session.create, { body: weekly }, token)
    await reader.goto(`${url}/user/${username}?tab=afisha`)
    await shows(reader, 'Прошедшие концерты')
    await reader.getByText('Ещё даты').click()
    await shows(reader, `${LATER}, по местному времени 8 янв., 00:30 (МСК+7)`)
  },
)
