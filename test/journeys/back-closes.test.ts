import { musicianAt } from '#test/support/product/product-calls.ts'
import { eventually } from '#test/support/eventually.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import { showsNoMore } from '#test/support/browsers/screen.ts'

onSite()(
  '«back» closes a sheet without an address, and leaves the page only then',
  async (site) => {
    const { username, name } = await musicianAt(site.url)
    const page = await site.enter('Лера')
    await page.goto(`${site.url}/search`)
    await page.goto(`${site.url}/user/${username}`)
    const here = page.url()
    const sheet = page.getByRole('dialog', { name })
    const open = async () => {
      await page.getByRole('button', { name: 'Подписаться' }).first().click()
      await sheet.waitFor()
    }
    await open()
    await page.goBack()
    await showsNoMore(sheet)
    await page.waitForURL(here)

    // Also over the entry that a reload has left.
    await open()
    await page.reload()
    await open()
    await page.goBack()
    await showsNoMore(sheet)
    // Which is left where nothing is opened again.
    await open()
    await page.reload()
    await eventually(() => page.evaluate(() => 'over' in history.state), false)

    await open()
    await page.keyboard.press('Escape')
    await showsNoMore(sheet)
    await page.waitForFunction('history.state?.over === undefined')
    await page.goBack()
    await page.waitForURL(`${site.url}/search`)
  },
)
