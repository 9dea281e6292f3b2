import assert from 'node:assert/strict'
import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { DEMO_PASSWORD } from '#server/demo/demo-login.ts'
import { giveToken, nextConcertAt, tokenAt } from '#test/support/backstage.ts'
import { DESK, PHONE } from '#test/support/browser.ts'
import { inHouse } from '#test/support/house.ts'
import type { House } from '#test/support/house.ts'
import { chooseInMenu, press } from '#test/support/pad.ts'

const journey = inHouse({ demo: true })
const ON_STAGE = 'tretya-paradnaya'
const AT_HOME = 'mark-luzhin'
const WIDTHS = [320, 390, 1280]
const LOST = '/net-takoj-stranicy'

type Screen = {
  name: string
  path: string
  /** What is there once the screen is. */
  sign: string
  /** What is pressed to see it. */
  open?: (page: Page) => Promise<void>
}

/** Everything is still, so that no colour is measured in the middle of its change. */
const enterStill = (house: House, name: string) => house.enter(name, { reducedMotion: 'reduce' })

async function graveFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 120)).join(' | ')}`)
}

/** Another size of the screen, once the page has drawn itself for it. */
async function resize(page: Page, size: { width: number; height: number }) {
  await page.setViewportSize(size)
  await page.evaluate(
    () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
  )
}

/** Looks at one screen in both themes, on a telephone and a desk, and at its edges. */
async function inspect(page: Page, url: string, screen: Screen): Promise<string[]> {
  const { name, path, sign, open } = screen
  const found: string[] = []
  await page.setViewportSize(PHONE)
  await page.goto(`${url}${path}`)
  await open?.(page)
  await page.getByText(sign).first().waitFor()
  // What the scripts make of the server's page is looked at, not the page before them.
  await page.waitForLoadState('networkidle')
  for (const size of [PHONE, DESK])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await resize(page, size)
      for (const fault of await graveFaults(page))
        found.push(`${name}, ${size.width}, ${colorScheme}: ${fault}`)
    }
  for (const width of WIDTHS) {
    await resize(page, { width, height: PHONE.height })
    const over = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    if (over > 0) found.push(`${name}: ${over} px wider than a screen of ${width} px`)
  }
  return found
}

async function inspectAll(page: Page, url: string, screens: readonly Screen[]): Promise<void> {
  const found: string[] = []
  for (const screen of screens) found.push(...(await inspect(page, url, screen)))
  assert.deepEqual(found, [])
}

journey('the pages of the hall can be read by everybody on every screen', async (house) => {
  const { url } = house
  const concertId = await nextConcertAt(url, AT_HOME)
  const page = await enterStill(house, 'Лера')
  // The hint of the first visit is a screen of its own, below.
  await page.addInitScript(() => localStorage.setItem('hasVisitedSongOrderPage', 'true'))
  house.expectFault(new RegExp(`404 .*${LOST}`))
  await inspectAll(page, url, [
    { name: 'home', path: '/', sign: 'Войти' },
    { name: 'profile', path: `/user/${ON_STAGE}?tab=profile`, sign: 'О группе' },
    { name: 'order', path: `/user/${ON_STAGE}?tab=order`, sign: 'Сейчас играет' },
    { name: 'search', path: `/user/${ON_STAGE}?tab=order&q=осень`, sign: 'Репертуар музыканта' },
    { name: 'afisha', path: `/user/${ON_STAGE}?tab=afisha`, sign: 'Ближайшие выступления' },
    { name: 'concert', path: `/user/${AT_HOME}/${concertId}`, sign: 'Марк Лужин' },
    { name: 'sign-up', path: '/signup', sign: 'Никнейм' },
    { name: 'login', path: '/login', sign: 'Пароль' },
    { name: 'not found', path: LOST, sign: 'траница не найдена' },
  ])
})

journey('the sheets over the order tab can be read by everybody', async (house) => {
  const page = await enterStill(house, 'Олег')
  const order = `/user/${ON_STAGE}?tab=order`
  await inspectAll(page, house.url, [
    { name: 'hint', path: order, sign: 'Выберите песню из списка или предложите свою.' },
    { name: 'suggestion', path: `${order}&suggest=1`, sign: 'Предложите свою песню' },
  ])
})

journey('the pages of the musician can be read by everybody on every screen', async (house) => {
  const { url } = house
  const token = await tokenAt(url, ON_STAGE, DEMO_PASSWORD)
  const concertId = await nextConcertAt(url, ON_STAGE)
  const page = await enterStill(house, 'музыкант')
  await giveToken(page.context(), url, { token })
  await inspectAll(page, url, [
    { name: 'own profile', path: '/artist?tab=profile', sign: 'Настроить репертуар' },
    { name: 'pad', path: '/artist?tab=concert', sign: 'Концерт идёт' },
    {
      name: 'the pad’s menu',
      path: '/artist?tab=concert',
      sign: 'Приостановить концерт',
      open: (pad) => press(pad, 'Меню концерта'),
    },
    {
      name: 'the last question of the pad',
      path: '/artist?tab=concert',
      sign: 'Завершить концерт, не доигрывая следующие треки?',
      open: (pad) => chooseInMenu(pad, 'Завершить концерт'),
    },
    { name: 'announcements', path: '/artist?tab=announcement', sign: 'Ваши выступления' },
    { name: 'new concert', path: '/artist/create-new-session', sign: 'Название концерта' },
    {
      name: 'a concert’s form',
      path: `/artist/create-new-session/advanced/${concertId}`,
      sign: 'Возрастное ограничение',
    },
    { name: 'repertoire', path: '/artist/favorite_songs', sign: 'Группа крови' },
  ])
})

journey('an address that leads nowhere answers 404 in words', async (house) => {
  const page = await house.enter('гость')
  house.expectFault(new RegExp(`404 .*${LOST}`))
  const answer = await page.goto(`${house.url}${LOST}`)
  assert.equal(answer?.status(), 404)
  // The first letter is Latin, as the specification has it.
  await page.getByRole('heading', { name: '\u0043траница не найдена' }).waitFor()
  await page.getByRole('link', { name: 'На главную', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Назад' }).waitFor()
})
