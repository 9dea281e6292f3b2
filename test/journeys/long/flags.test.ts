import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import type { FlagName } from '#domain/flags.ts'
import { DEMO_LOGIN } from '#demo/world/demo-artists.ts'
import {
  ask,
  concertAt,
  giveToken,
  musicianAt,
  ordersAt,
  songId,
} from '#test/support/product/product-calls.ts'
import type { TestMusician } from '#test/support/product/product-calls.ts'
import { TABLET } from '#test/support/browsers/browser.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { reloadFresh } from '#test/support/steps/listener-page.ts'
import { padPlays, press } from '#test/support/steps/pad.ts'
import { shows } from '#test/support/browsers/screen.ts'

const journey = onSite({ demo: true })

/** Turns flags of one musician on or off, and reloads the page, as for a later visitor. */
async function turner({ url, demoToken }: TestSite, { username }: TestMusician, page: Page) {
  const admin = await demoToken(DEMO_LOGIN)
  return async (flags: Partial<Record<FlagName, boolean>>) => {
    for (const [featureName, enabled] of Object.entries(flags))
      await ask(url, api.features.setForArtist, { body: { featureName, username, enabled } }, admin)
    await reloadFresh(page)
  }
}

const styleOf = (what: Locator, property: string) =>
  what.evaluate((element, name) => getComputedStyle(element).getPropertyValue(name), property)

for (const [screen, options] of [
  ['a phone', {}],
  ['a tablet', TABLET],
] as const)
  journey(`each flag of the pad changes what it names on ${screen}`, async (site) => {
    const { url } = site
    const musician = await musicianAt(url)
    const concert = await concertAt(url, musician)
    await ordersAt(url, musician, concert, ['Группа крови', 'Восьмиклассница'])
    const pad = await site.enter('музыкант', options)
    await giveToken(pad.context(), url, musician)
    await pad.goto(`${url}/artist?tab=concert`)
    const turn = await turner(site, musician, pad)

    await press(pad, 'Следующий Трек')
    await padPlays(pad, 'Группа крови')
    const remove = pad.getByRole('button', { name: 'Удалить: Восьмиклассница' })
    const song = pad.getByRole('region', { name: 'Текущая песня' })
    const plain = {
      button: await styleOf(remove, 'background-color'),
      song: await song.evaluate((element) => element.outerHTML),
    }

    await turn({ 'active-session-color-buttons': true })
    assert.notEqual(await styleOf(remove, 'background-color'), plain.button)
    await turn({ 'active-session-color-buttons': false })
    assert.equal(await styleOf(remove, 'background-color'), plain.button)

    await turn({ 'active-session-green-current-song': true })
    await padPlays(pad, 'Группа крови')
    const background = await styleOf(song, 'background-color')
    await turn({ 'active-session-green-current-song': false })
    await padPlays(pad, 'Группа крови')
    assert.notEqual(await styleOf(song, 'background-color'), background)

    await turn({ 'active-session-pad-v2': false })
    await pad.getByRole('heading', { name: 'В очереди' }).waitFor()
    assert.equal(await pad.getByRole('button', { name: 'Следующий Трек' }).count(), 0)
    const copy = pad.getByRole('button', { name: 'Копировать название: Восьмиклассница' })
    const cancel = pad.getByRole('button', { name: 'Отменить: Восьмиклассница' })
    const beside = async () => {
      await pad.getByRole('heading', { name: 'В очереди' }).waitFor()
      return [await copy.count(), await cancel.count()]
    }
    assert.deepEqual(await beside(), [0, 0])
    await turn({ 'active-session-copy-button': true })
    assert.deepEqual(await beside(), [1, 0])
    await turn({ 'active-session-copy-button': false, 'active-session-cancel-button': true })
    assert.deepEqual(await beside(), [0, 1])
  })

journey('each flag of the profile changes what it names', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const { token } = musician
  const socialMediaList = [{ type: 'VK', url: 'https://vk.com/lada' }]
  await ask(url, api.auth.update, { body: { socialMediaList } }, token)
  const song = { songId: await songId(url, 'Группа крови'), title: '', artistName: '' }
  await ask(url, api.artist.addFavorite, { body: { ...song, imageUrl: '' } }, token)

  const page = await site.enter('Лера')
  await page.goto(`${url}/user/${musician.username}`)
  const turn = await turner(site, musician, page)
  const link = page.getByRole('link', { name: 'ВКонтакте' })
  const top = async (what: Locator) => (await what.boundingBox())?.y ?? 0
  const name = page.getByRole('heading', { level: 1 })

  await shows(page, 'Репертуар группы')
  await turn({ 'favorite-songs-at-user-profile': false })
  await name.waitFor()
  assert.equal(await page.getByText('Репертуар группы').count(), 0)

  const ink = await styleOf(link, 'color')
  const background = await styleOf(link, 'background-color')
  await turn({ 'social-media-color': true })
  assert.notEqual(await styleOf(link, 'color'), ink)
  assert.equal(await styleOf(link, 'background-color'), background)
  await turn({ 'social-media-color': false, 'social-media-color-new': true })
  assert.notEqual(await styleOf(link, 'background-color'), background)

  assert.ok((await top(link)) > (await top(name)))
  await turn({ 'social-media-color-up-location': true })
  assert.ok((await top(link)) < (await top(name)))

  const thanks = page.getByRole('button', { name: 'Поблагодарить' })
  const bright = await styleOf(thanks, 'background-color')
  await turn({ 'new-support-button': false })
  assert.notEqual(await styleOf(thanks, 'background-color'), bright)

  const sheet = page.getByRole('dialog')
  await thanks.click()
  await shows(sheet, 'Ввести свою сумму')
  // The URL keeps the sheet open.
  await turn({ 'donation-new-ui-v1': false })
  await sheet.getByRole('button', { name: 'Больше на 20 ₽' }).waitFor()
  assert.equal(await sheet.getByText('Ввести свою сумму').count(), 0)
})
