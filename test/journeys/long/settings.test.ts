import assert from 'node:assert/strict'
import type { Page, Route } from 'playwright-core'
import { api } from '#contract/index.ts'
import { pathOf } from '#contract/path.ts'
import { ask, giveToken, musicianAt, PASSWORD } from '#test/support/product/product-calls.ts'
import type { TestMusician } from '#test/support/product/product-calls.ts'
import { TABLET } from '#test/support/browsers/browser.ts'
import { choosePhoto, coloursOf, redOverBlue } from '#test/support/steps/chosen-photo.ts'
import { eventually, SOON_MS } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { press } from '#test/support/steps/pad.ts'
import { shows, showsNoMore } from '#test/support/browsers/screen.ts'

const journey = onSite()
const UPDATE = `**${pathOf(api.auth.update)}`

async function openSettings(page: Page, site: TestSite, musician: TestMusician) {
  await giveToken(page.context(), site.url, musician)
  await page.goto(`${site.url}/artist/account-settings`)
  await page.getByLabel('Короткое описание').waitFor()
}

const settingsAt = ({ url }: TestSite, { token }: TestMusician) =>
  ask(url, api.page.getAccountInfo, {}, token)

/** Presses Tab until the named element has the focus. */
async function tabTo(page: Page, name: string, role: 'button' | 'slider' | 'application') {
  const wanted = page.getByRole(role, { name })
  for (let presses = 0; presses < 12; presses++) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`the keyboard does not reach «${name}»`)
}

async function uploadAt(url: string, { token }: TestMusician): Promise<void> {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(await redOverBlue(1200, 600))]), 'photo.jpg')
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}${pathOf(api.file.upload)}`, { method: 'POST', headers, body })
  assert.equal(answer.status, 201)
}

journey('what a musician tells of himself is kept and stands on the page', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const page = await site.enter('музыкант')
  await openSettings(page, site, musician)
  for (const [label, kept] of [
    ['Никнейм', musician.username],
    ['Почта', musician.email],
  ] as const) {
    const field = page.getByLabel(label, { exact: true })
    assert.equal(await field.inputValue(), kept)
    assert.equal(await field.isEditable(), false)
  }
  await page.getByLabel('О группе').waitFor()
  await press(page, 'Музыкант')
  await page.getByLabel('Имя', { exact: true }).fill('Вера Тихая')
  await page.getByLabel('Короткое описание').fill('Пою *тихо*')
  await shows(page, '10 / 140')
  await page.getByLabel('О музыканте').fill('Играю **одна**')
  await page.getByText('Только свой репертуар').click()
  await page.getByLabel('Новая ссылка').fill('vk.com/vera')
  await page.getByLabel('Новая ссылка').fill('t.me/vera')
  await press(page, 'Сохранить')
  await shows(page, 'Настройки сохранены')
  assert.deepEqual(
    await page
      .getByPlaceholder('Вставьте ссылку')
      .evaluateAll((rows) => rows.map((row) => (row instanceof HTMLInputElement ? row.value : ''))),
    ['https://vk.com/vera', 'https://t.me/vera', ''],
  )

  await page.reload()
  await page.getByRole('switch', { name: 'Только свой репертуар', checked: true }).waitFor()
  assert.equal(await page.getByLabel('Имя', { exact: true }).inputValue(), 'Вера Тихая')
  assert.equal(await page.getByLabel('О музыканте').inputValue(), 'Играю **одна**')

  const listener = await site.enter('слушатель')
  await listener.goto(`${url}/user/${musician.username}?tab=profile`)
  await listener.getByRole('heading', { name: 'Вера Тихая' }).waitFor()
  await listener.locator('em', { hasText: 'тихо' }).waitFor()
  const about = listener.getByRole('region', { name: 'О музыканте' })
  await about.locator('strong', { hasText: 'одна' }).waitFor()
  await listener.getByRole('link', { name: 'ВКонтакте' }).waitFor()
})

journey('what is wrong is told at its field, and nothing typed is lost', async (site) => {
  const musician = await musicianAt(site.url)
  const page = await site.enter('музыкант', TABLET)
  await openSettings(page, site, musician)
  const name = page.getByLabel('Название группы')
  const short = page.getByLabel('Короткое описание')
  await name.fill('')
  await short.fill('я'.repeat(141))
  await shows(page, '141 / 140')
  await page.getByText('Платные заказы').click()
  await page.getByLabel('Минимальная сумма заказа').fill('5')
  await page.getByLabel('Новая ссылка').fill('просто слова')
  await press(page, 'Сохранить')
  for (const words of [
    'Введите имя или название группы.',
    'Лимит 140 символов',
    'Обязательно ввести номер телефона',
    'Обязятельно нужно выбрать банк для перевода по СБП',
    'Минимальная сумма оплаты должна быть не меньше 10 рублей',
    'Проверьте ссылку. Она выглядит так: vk.com/bis',
    'Проверьте отмеченные поля.',
  ])
    await shows(page, words)
  assert.equal(await name.evaluate((field) => field === document.activeElement), true)

  await name.fill('Лада')
  await showsNoMore(page.getByText('Введите имя или название группы.'))
  await short.fill('я'.repeat(140))
  await showsNoMore(page.getByText('Лимит 140 символов'))
  await page.getByLabel('Телефон для СБП').fill('8900')
  await page.getByLabel('Банк').selectOption({ label: 'Т-Банк' })
  await page.getByLabel('Минимальная сумма заказа').fill('50')
  await page.getByLabel('Ссылка 1').fill('lada.ru')
  await press(page, 'Сохранить')
  await shows(page, 'Неверный формат номера: 8900. Ожидается формат 79xxxxxxxxx')
  await page.getByLabel('Телефон для СБП').fill('79001234567')
  await page.getByRole('textbox', { name: 'Текущий пароль' }).fill(PASSWORD)

  site.expectFault(/auth\/update|500/u)
  await page.route(UPDATE, (route) => route.fulfill({ status: 500, body: '{}' }), { times: 1 })
  await press(page, 'Сохранить')
  await shows(page, 'Произошла ошибка')
  assert.equal(await name.inputValue(), 'Лада')
  await press(page, 'Сохранить')
  await shows(page, 'Настройки сохранены')
  const { artistInfoDTO, paymentDTO } = await settingsAt(site, musician)
  assert.equal(artistInfoDTO.name, 'Лада')
  assert.equal(paymentDTO.minSongAmount, 50)
})

journey('a photo is cropped and deleted by the keyboard alone', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const page = await site.enter('музыкант', TABLET)
  await openSettings(page, site, musician)
  await page.getByLabel('Название группы').fill('Печатаю имя')
  await choosePhoto(page, await redOverBlue(400, 200))
  await shows(page, 'Фото слишком маленькое: 400 × 200. Нужно не меньше 600 × 300 точек.')
  await choosePhoto(page, Buffer.from('это не картинка'))
  await shows(page, 'Не получилось открыть это фото.')

  await choosePhoto(page, await redOverBlue(1600, 1600))
  const frame = page.getByRole('application', { name: /^Кадр/u })
  await frame.waitFor()
  await press(page, 'Закрыть')
  await showsNoMore(frame)
  assert.equal((await settingsAt(site, musician)).artistInfoDTO.name, musician.name)

  await choosePhoto(page, await redOverBlue(1600, 1600))
  await frame.waitFor()
  await tabTo(page, 'Кадр', 'application')
  const zoom = page.getByRole('slider', { name: 'Приближение' })
  for (const [key, edge] of [
    ['+', '3'],
    ['-', '1'],
  ] as const) {
    for (let step = 0; step < 22; step++) await page.keyboard.press(key)
    await eventually(() => zoom.inputValue(), edge)
  }
  for (let step = 0; step < 30; step++) await page.keyboard.press('ArrowUp')
  for (const key of ['+', '+', '-']) await page.keyboard.press(key)
  await eventually(() => zoom.inputValue(), '1.1')

  const canvas = 'HTMLCanvasElement.prototype'
  await page.evaluate(
    `void (${canvas}.kept = ${canvas}.toBlob, ${canvas}.toBlob = function (cut) {
      globalThis.cutTo = this.width + '×' + this.height
      cut(null)
    })`,
  )
  await tabTo(page, 'Готово', 'button')
  await page.keyboard.press('Enter')
  await shows(page, 'Не получилось вырезать кадр.')
  assert.equal(await page.evaluate('cutTo'), '1200×600')
  await page.evaluate(`void (${canvas}.toBlob = ${canvas}.kept)`)

  site.expectFault(/file\/|ERR_FAILED/u)
  // The photo is stored, and its answer lost.
  const lost = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/v1/file/**', lost, { times: 1 })
  await page.keyboard.press('Enter')
  await shows(page, 'Нет связи. Проверьте интернет и попробуйте ещё раз.')
  assert.equal(await zoom.inputValue(), '1.1')
  await page.getByRole('button', { name: 'Повторить' }).press('Enter')
  await shows(page, 'Фото загружено')
  await showsNoMore(frame)
  const { artistInfoDTO: one } = await settingsAt(site, musician)
  assert.equal(one.imageUrls.length, 1)
  const picture = await fetch(new URL(one.imageUrl, url))
  const { red, blue } = await coloursOf(Buffer.from(await picture.arrayBuffer()))
  assert.ok(blue > 200 && red < 50, `the lower half is kept: red ${red}, blue ${blue}`)
  assert.equal(await page.getByLabel('Название группы').inputValue(), 'Печатаю имя')

  await uploadAt(url, musician)
  const [, second = ''] = (await settingsAt(site, musician)).artistInfoDTO.imageUrls
  await page.getByLabel('Название группы').fill('Лада и струны')
  await page.reload()
  await page.getByRole('button', { name: 'Удалить фото' }).press('Enter')
  await page.getByRole('radio', { name: 'Фото 2' }).waitFor()
  await page.getByRole('button', { name: 'Удалить', exact: true }).press('Enter')
  await shows(page, 'Выберите фото, которое нужно удалить.')
  await page.getByRole('radio', { name: 'Фото 1' }).press('Space')
  await page.route('**/api/v1/file/**', (route) => route.abort(), { times: 1 })
  await page.getByRole('button', { name: 'Удалить', exact: true }).press('Enter')
  await shows(page, 'Не удалось удалить файл')
  const often = { message: 'Слишком часто', code: 'TOO_MANY', requestId: '1' }
  site.expectFault(/429/u)
  await page.route('**/api/v1/file/**', (route) => route.fulfill({ status: 429, json: often }), {
    times: 1,
  })
  await page.getByRole('button', { name: 'Удалить', exact: true }).press('Enter')
  await shows(page, 'Слишком часто')
  await page.getByRole('button', { name: 'Удалить', exact: true }).press('Enter')
  await shows(page, 'Фото удалено')
  assert.deepEqual((await settingsAt(site, musician)).artistInfoDTO.imageUrls, [second])
})

journey('an upright photo is framed around its upper third, where the face is', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const page = await site.enter('музыкант')
  await openSettings(page, site, musician)
  // The second time the frame is there at once.
  for (const count of [1, 2]) {
    await choosePhoto(page, await redOverBlue(1200, 2400))
    await page.getByRole('application', { name: /^Кадр/u }).waitFor()
    await press(page, 'Готово')
    const links = async () => (await settingsAt(site, musician)).artistInfoDTO.imageUrls
    await eventually(async () => (await links()).length, count)
    const picture = await fetch(new URL((await links()).at(-1) ?? '', url))
    const { red, blue } = await coloursOf(Buffer.from(await picture.arrayBuffer()))
    assert.ok(red > 240 && blue < 20, `the upper half alone is kept: red ${red}, blue ${blue}`)
  }
})

journey('nobody leaves unsaved settings without being asked', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const page = await site.enter('музыкант')
  await page.goto(url)
  await openSettings(page, site, musician)
  const name = page.getByLabel('Название группы')
  await name.fill('Почти новое имя')
  await page.getByRole('link', { name: 'Сегодня', exact: true }).click()
  const question = page.getByRole('alertdialog', { name: 'Уйти без сохранения?' })
  await question.getByRole('button', { name: 'Остаться' }).click()
  assert.equal(await name.inputValue(), 'Почти новое имя')

  const warned = page.waitForEvent('dialog')
  await page.evaluate('setTimeout(() => location.reload())')
  const warning = await warned
  assert.equal(warning.type(), 'beforeunload')
  await warning.dismiss()
  assert.equal(await name.inputValue(), 'Почти новое имя')

  page.once('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await shows(page, 'Мы вернули то, что вы не успели сохранить.')
  assert.equal(await name.inputValue(), 'Почти новое имя')

  site.expectFault(/401/u)
  const refusal = { message: 'Войдите, чтобы продолжить', code: 'NO_TOKEN', requestId: '1' }
  await page.route(UPDATE, (route) => route.fulfill({ status: 401, json: refusal }), { times: 1 })
  await press(page, 'Сохранить')
  await page.waitForURL(/\/login/u, { timeout: SOON_MS })
  await openSettings(page, site, musician)
  await shows(page, 'Мы вернули то, что вы не успели сохранить.')
  assert.equal(await name.inputValue(), 'Почти новое имя')
  await press(page, 'Сохранить')
  await shows(page, 'Настройки сохранены')
  await page.reload()
  await name.fill('Другое имя')
  await page.getByRole('link', { name: 'Сегодня', exact: true }).click()
  await question.getByRole('button', { name: 'Уйти' }).click()
  // The address changes before the page does.
  await name.waitFor({ state: 'detached' })
  await openSettings(page, site, musician)
  assert.equal(await name.inputValue(), 'Почти новое имя')
  assert.equal((await settingsAt(site, musician)).artistInfoDTO.name, 'Почти новое имя')
})

journey('a link with the former nickname leads to the new page', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const page = await site.enter('музыкант')
  await giveToken(page.context(), url, musician)
  await page.goto(`${url}/artist/change-password#nickname`)
  const next = `${musician.username}-new`
  await page.getByLabel('Новый никнейм').fill(next)
  await page.getByLabel('Ваш пароль').fill(PASSWORD)
  await press(page, 'Сменить никнейм')
  await shows(page, `Готово. Теперь вы ${next}.`)
  const answer = await fetch(`${url}/user/${musician.username}/screen?t=7`, { redirect: 'manual' })
  assert.equal(answer.status, 308)
  assert.equal(answer.headers.get('location'), `/user/${next}/screen?t=7`)
  await page.goto(`${url}/user/${musician.username}?tab=profile`)
  assert.equal(page.url(), `${url}/user/${next}?tab=profile`)
})
