import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { DAY_MS } from '#domain/time.ts'
import { giveToken, musicianAt } from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { press } from '#test/support/steps/pad.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()

/** The part of the page with the map, its scripts and its styles. */
const PICKER = /\/assets\/place-picker-/u
const TOWN = 'Новосибирск, Новосибирская область'

const addressOf = (page: Page) => page.getByLabel('Адрес', { exact: true })

/** Opens the full-screen map, with the keyboard at its middle. */
async function openWhole(page: Page, button: string) {
  await page.getByRole('button', { name: button, exact: true }).last().click()
  const whole = page.getByRole('dialog', { name: 'Место концерта' })
  await whole.getByRole('button', { name: 'Поставить точку в середину карты' }).focus()
  return whole
}

journey(
  'the venue of a concert is found by its town, set from the keyboard, and shown on its page',
  async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const page = await site.enter('музыкант', { reducedMotion: 'reduce' })
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== url) elsewhere.push(request.url())
    })
    await giveToken(page.context(), url, musician)
    await page.goto(`${url}/artist?tab=announcement`)
    site.expectFault(PICKER)
    await page.route(PICKER, (route) => route.abort())
    await page.goto(`${url}/artist/create-new-session`)
    const address = addressOf(page)
    await shows(page, 'Загружаем карту… Концерт можно создать и без неё.')
    await page.unroute(PICKER)
    await shows(
      page,
      'Без точки концерта не будет на карте, а в афишу города он попадёт, только если город назван в адресе.',
    )
    const inline = page.getByRole('region', { name: 'Место концерта на карте' })
    assert.ok(((await inline.boundingBox())?.height ?? 0) > 200, 'its styles came too')

    // What is set in full screen counts only once it is chosen.
    let whole = await openWhole(page, 'Отметить на карте')
    assert.equal(await whole.getByRole('button', { name: 'Выбрать' }).isDisabled(), true)
    await page.keyboard.press('Enter')
    await shows(whole, 'Москва')
    await page.keyboard.press('Escape')
    await showsNoMore(whole)
    whole = await openWhole(page, 'Отметить на карте')
    await page.keyboard.press('Enter')
    await page.goBack()
    await showsNoMore(whole)
    assert.equal(await address.inputValue(), '')
    whole = await openWhole(page, 'Отметить на карте')
    await page.keyboard.press('Enter')
    await press(page, 'Выбрать')
    await eventually(() => address.inputValue(), 'Москва')

    await page.getByLabel('Название концерта').fill('Тихий концерт')
    await page.getByLabel('Название площадки').fill('Подвал')
    const tomorrow = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
    await page.getByLabel(/^Дата и время/u).fill(`${tomorrow}T15:00`)
    await address.fill('ъъъ')
    await shows(page, 'Не нашли адрес? Напишите его как есть, а место отметьте на карте.')

    site.expectFault(/location-by-input/u)
    await page.route('**/location-by-input', (route) => route.abort())
    await address.fill('новосиб')
    await shows(page, 'Подсказки сейчас не работают: Нет связи.')
    assert.equal(await address.inputValue(), 'новосиб')
    await page.unroute('**/location-by-input')
    await press(page, 'Попробовать ещё раз')
    await page.getByRole('option', { name: TOWN }).waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    assert.equal(await address.inputValue(), TOWN)
    await shows(page, 'Начало по местному времени 19:00 (МСК+4)')
    const start = page.getByLabel(/^Дата и время/u)
    await press(page, 'Поставить 15:00 по местному времени')
    await shows(page, 'Начало по местному времени 15:00 (МСК+4)')
    assert.equal(await start.inputValue(), `${tomorrow}T11:00`)
    await press(page, 'Поставить 15:00 по моим часам')
    assert.equal(await start.inputValue(), `${tomorrow}T15:00`)
    await inline.getByRole('img', { name: 'Подвал' }).waitFor()

    // An address typed by the artist stays, whatever the map reports.
    await address.fill('Новосибирск, вход со двора')
    whole = await openWhole(page, 'Изменить точку')
    for (const key of ['ArrowUp', 'ArrowUp', 'ArrowRight', 'Enter']) await page.keyboard.press(key)
    await shows(whole, TOWN)
    await press(page, 'Выбрать')
    await showsNoMore(whole)
    assert.equal(await address.inputValue(), 'Новосибирск, вход со двора')

    const announced = page.waitForRequest('**/create-session')
    await press(page, 'Далее')
    const { location } = (await announced).postDataJSON() as {
      location: { description: string; longitude: number; latitude: number }
    }
    assert.equal(location.description, 'Новосибирск, вход со двора')
    await page.waitForURL(/\/advanced\//u)
    const id = page.url().split('/').at(-1)
    await page.goto(`${url}/user/${musician.username}/${id}`)
    const where = page.getByRole('region', { name: 'Где', exact: true })
    await where.getByText('Открыть в картах').click()
    const streets = where.getByRole('link', { name: 'Яндекс' })
    const point = new URL((await streets.getAttribute('href')) ?? '').searchParams.get('pt')
    assert.equal(point, `${location.longitude},${location.latitude}`)
    assert.deepEqual(elsewhere, [], 'nobody else learns of the venue')
  },
)

journey(
  'an address is asked for when the typing has rested for a second, and not before',
  async (site) => {
    const { url } = site
    const page = await site.enter('музыкант')
    await giveToken(page.context(), url, await musicianAt(url))
    await page.clock.install()
    const asked: string[] = []
    await page.route('**/location-by-input', async (route) => {
      asked.push((route.request().postDataJSON() as { address: string }).address)
      await route.continue()
    })
    await page.goto(`${url}/artist/create-new-session`)
    const address = addressOf(page)
    await shows(
      page,
      'Без точки концерта не будет на карте, а в афишу города он попадёт, только если город назван в адресе.',
    )
    await page.clock.pauseAt(Date.now() + DAY_MS)
    await address.fill('новоси')
    await page.clock.runFor(900)
    await address.fill('новосибирск')
    await page.clock.runFor(900)
    assert.deepEqual(asked, [])
    await page.clock.runFor(100)
    await page.getByRole('option', { name: TOWN }).waitFor()
    assert.deepEqual(asked, ['новосибирск'])
  },
)
