import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { api } from '#contract/index.ts'
import { ask, giveToken, songId } from '#test/support/product/product-calls.ts'
import { guard } from '#test/support/browsers/browser.ts'
import { eventually } from '#test/support/eventually.ts'
import {
  hostileConcertAt,
  hostileMusicianAt,
  TYPED,
} from '#test/support/inputs/hostile-musician.ts'
import { HOSTILE, hostile } from '#test/support/inputs/hostile-words.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { readBack } from '#test/support/browsers/inert.ts'
import type { Shown } from '#test/support/browsers/inert.ts'
import { payAt } from '#test/support/product/paid-product-calls.ts'
import { press } from '#test/support/steps/pad.ts'
import { MONEY_MS } from '#test/support/steps/paying.ts'

const journey = onSite({ demo: true })
const ADMIN = 'mark-luzhin'
const { name, short, about, title, place, address, story, suggestion, performer, tip } = TYPED

/** The evening of one artist, with everything that anybody can type about it. */
async function evening({ url }: TestSite) {
  const musician = await hostileMusicianAt(url)
  const { token, username } = musician
  const past = await hostileConcertAt(url, musician, 1)
  for (const sessionStatus of ['NOW', 'PLAYED'])
    await ask(
      url,
      api.artist.updateSessionStatus,
      { body: { sessionId: past, sessionStatus } },
      token,
    )
  const concert = await hostileConcertAt(url, musician, 1)
  const coming = await hostileConcertAt(url, musician, 4)
  const now = { sessionId: concert, sessionStatus: 'NOW' }
  await ask(url, api.artist.updateSessionStatus, { body: now }, token)

  const wish = { songId: null, artistUsername: username, imageUrl: '', amount: 100_00 }
  const rules = { body: { sessionId: concert, rules: { namesShown: true } } }
  await ask(url, api.artist.changeRules, rules, token)
  const left = { name: TYPED.listener, words: TYPED.dedication }
  const order = (sessionId: string, words: { title: string; artistName: string }) =>
    ask(url, api.songs.orderSong, { body: { ...wish, ...left, sessionId, ...words } })
  const suggested = { title: suggestion, artistName: performer }
  const own = { title: TYPED.paid, artistName: HOSTILE.at(-1) ?? '' }
  const [first, second, waiting] = [
    await order(concert, suggested),
    await order(concert, own),
    await order(coming, suggested),
  ]
  for (const { paymentURL = '' } of [first, second, waiting])
    await payAt(paymentURL, { method: 'card' })
  const queue = async () =>
    (await ask(url, api.artist.queue, { query: { sessionId: concert } }, token)).length
  await eventually(queue, 2, MONEY_MS)
  const waits = await order(concert, suggested)
  const gift = { artistUsername: username, amount: 300_00, message: tip }
  const giftPage = await ask(url, api.payment.donate, { body: gift })
  await payAt(giftPage, { method: 'card' })
  return { musician, past, concert, coming, payment: first.orderId, bankPage: waits.paymentURL }
}

/** Forms of the public pages, filled by hand. */
async function writeMail(page: Page, url: string) {
  await page.goto(`${url}/pricing`, { waitUntil: 'networkidle' })
  const form = page.getByRole('form', { name: 'Вопрос в поддержку' })
  await form.getByLabel('Имя').fill(name)
  await form.getByLabel('Почта').fill("{{7*7}}&'x@example.org")
  await form.getByLabel('Тема').fill(title)
  await form.getByLabel('Сообщение').fill(TYPED.letter)
  await press(page, 'Отправить')
  await page.waitForURL('**support=sent**')
  await page.goto(url, { waitUntil: 'networkidle' })
  await page.getByRole('textbox', { name: 'Сообщение' }).fill(TYPED.letter)
  await press(page, 'Отправить')
  await page.getByText('Спасибо, что поделились своим мнением!').waitFor()
}

const QUERY = hostile(0, 120)
/** Every query parameter that the site knows, and some that it does not. */
const PARAMETERS =
  'q city song songs concert at lat lon from till shown ordered over cancel amount tab thanks suggest going support partner_id next sheet since username utm_source'.split(
    ' ',
  )
const everything = (...left: string[]) =>
  new URLSearchParams(
    PARAMETERS.filter((one) => !left.includes(one)).map((one) => [one, QUERY]),
  ).toString()

journey('whatever strangers type is a text on every page that shows it', async (site) => {
  const { url } = site
  const { musician, past, concert, coming, payment, bankPage } = await evening(site)
  const own = `/user/${musician.username}`
  const poster = [name, title, place]
  const songs = [...HOSTILE]
  const ordered = [suggestion, performer, TYPED.paid]

  const lera = await site.enter('Лера', { reducedMotion: 'reduce' })
  await writeMail(lera, url)
  const wished = await songId(url, HOSTILE[0] ?? '', musician.username)
  await lera.context().addCookies([{ name: 'wishedSongs', value: wished, url }])
  const publicPages: Shown[] = [
    { path: `${own}?tab=profile`, words: [name, short, about, ...songs.slice(0, 8)] },
    { path: `${own}?tab=order`, words: [name, TYPED.listener, ...ordered] },
    { path: `${own}/screen`, words: ordered.slice(0, 1) },
    { path: `${own}?tab=order&q=${encodeURIComponent(QUERY)}`, words: [QUERY] },
    { path: `${own}?tab=order&suggest=1&q=${encodeURIComponent(QUERY)}`, words: [QUERY] },
    { path: `${own}?tab=afisha`, words: [name, title, place] },
    { path: `${own}/${concert}`, words: [name, title, place, address, story] },
    { path: `${own}/${coming}`, words: [name, title, place, address, story, suggestion] },
    { path: `${own}/${coming}/shared`, words: [name, title, place, address, story] },
    { path: `${own}/${coming}/songs`, words: [title, suggestion, performer] },
    { path: `${own}/${coming}/songs?q=${encodeURIComponent(QUERY)}`, words: [QUERY] },
    { path: `/payment/${payment}`, words: [suggestion] },
    { path: '/find', words: poster },
    { path: '/', words: [] },
    { path: '/find-location?city=Москва', words: poster },
    { path: `/find-location?city=Москва&concert=${concert}`, words: poster },
    { path: '/concerts-on-map?city=Москва', words: [title] },
    { path: '/s' },
    { path: '/search', words: poster },
    { path: '/search/result', words: poster },
    { path: '/find-artist?q=inert-words', words: [name] },
    { path: `/embed/${musician.username}`, words: poster },
    { path: '/mailbox', words: [musician.email] },
    { path: '/sandbox-bank/admin' },
    { path: new URL(bankPage ?? '', url).pathname },
    { path: '/api/docs' },
  ]
  assert.deepEqual(await readBack(site, lera, publicPages), [])

  const artist = await site.enter('музыкант', { reducedMotion: 'reduce' })
  await giveToken(artist.context(), url, musician)
  const lines = HOSTILE.map((line) => line.replace(/\s+/gu, ' '))
  assert.deepEqual(
    await readBack(site, artist, [
      { path: '/artist?tab=profile', words: [name, short] },
      { path: '/artist?tab=concert', words: [TYPED.listener, TYPED.dedication, ...ordered] },
      { path: '/artist?tab=announcement', words: [title, place] },
      {
        path: `/artist/create-new-session/advanced/${coming}`,
        words: [title, story, TYPED.ticket],
      },
      { path: `/artist/session/manage/${concert}`, words: ordered },
      { path: '/artist/session', words: [title] },
      {
        path: `/artist/session/${concert}`,
        words: [title, TYPED.listener, TYPED.dedication, ...ordered],
      },
      { path: `/artist/session/${past}`, words: [title] },
      { path: '/artist/favorite_songs', words: songs },
      {
        path: '/artist/favorite_songs/import',
        words: ['window.__xss=1</script>', '<svg/onload=window.__xss=1>'],
        async open(list) {
          await list.getByLabel('Песни, по одной в строке').fill(lines.join('\n'))
          await press(list, 'Проверить')
          await list.getByText('Ничего ещё не добавлено').waitFor()
        },
      },
      { path: '/artist/account-settings', words: [name, short, about, TYPED.social] },
      { path: '/artist/balance', words: [tip, suggestion] },
      { path: '/artist/balance?tab=concerts', words: [title] },
      { path: '/artist/qr' },
      { path: '/artist/qr/print?sheet=poster', words: [name] },
    ]),
    [],
  )

  const adminPage = await site.enter('администратор', { reducedMotion: 'reduce' })
  const admin = await site.demoToken(ADMIN)
  await giveToken(adminPage.context(), url, { token: admin })
  assert.deepEqual(
    await readBack(site, adminPage, [
      { path: '/admin' },
      { path: '/admin?tab=flags' },
      { path: '/admin?tab=feedback', words: [TYPED.letter] },
      { path: '/admin?tab=support', words: [name, title, TYPED.letter] },
      { path: '/admin?tab=accounts', words: [name, musician.email] },
    ]),
    [],
  )
})

journey('whatever stands in an address is a text on the page that it opens', async (site) => {
  site.expectFault(/(400|404|422) GET/u)
  site.expectFault(/Failed to load resource: the server responded with a status of 4/u)
  const all = `?${everything()}`
  const stage = '/user/tretya-paradnaya'
  const next = await ask(site.url, api.page.getNextSession, { query: { artistUsername: ADMIN } })
  const concert = `/user/${ADMIN}/${next?.id ?? ''}`
  const lost = encodeURIComponent(HOSTILE[0] ?? '')
  const asked = ['/find', '/s', '/search', '/search/result', '/find-artist', '/find-location']
  const others = ['/concerts-on-map', '/login', '/signup', '/pricing', '/future', '/super/secret']
  const page = await site.enter('гость', { reducedMotion: 'reduce' })
  const problems = await readBack(site, page, [
    ...['/', ...asked, ...others, stage, concert, `${concert}/songs`].map((path) => ({
      path: `${path}${all}`,
    })),
    ...['profile', 'order', 'afisha'].map((tab) => ({
      path: `${stage}?tab=${tab}&${everything('tab')}`,
    })),
    { path: `/find-artist?${everything()}`, words: [QUERY] },
    { path: `/find-location?${everything()}`, words: [QUERY] },
    { path: `/concerts-on-map?${everything()}`, words: [QUERY] },
    { path: `/s?${everything()}`, words: [QUERY] },
    { path: `/search?${everything()}`, words: [QUERY] },
    ...['/', '/user/', '/payment/', '/passwordRecovery/', '/embed/', `${stage}/`].map((path) => ({
      path: `${path}${lost}${all}`,
    })),
    {
      path: '/signup',
      words: [QUERY],
      async open(form) {
        await form.getByLabel('Никнейм', { exact: true }).fill(QUERY)
        await press(form, 'Далее')
      },
    },
    {
      path: '/login',
      words: [QUERY],
      async open(form) {
        await form.getByLabel(/Никнейм|Логин/u).fill(QUERY)
      },
    },
  ])
  assert.deepEqual(problems, [])
})

journey('a link that would run a script is refused where links are typed', async (site) => {
  const { url } = site
  const token = await site.demoToken(ADMIN)
  const next = await ask(url, api.page.getNextSession, { query: { artistUsername: ADMIN } })
  const sessionId = next?.id ?? ''
  const { advancedSession } = await ask(url, api.session.byId, { query: { sessionId } })
  for (const link of [
    'javascript:window.__xss=1',
    ' JaVaScRiPt://vk.com/%0Aalert(1)',
    'data:x,y',
  ]) {
    const social = { body: { socialMediaList: [{ url: link }] } }
    await assert.rejects(ask(url, api.auth.update, social, token), /VALIDATION/u)
    const advancedSessionDTO = { ...advancedSession, ticketLink: link }
    const ticket = { body: { sessionId, advancedSessionDTO } }
    await assert.rejects(ask(url, api.session.update, ticket, token), /VALIDATION/u)
  }
})

journey('words that came alive would be noticed', async (site) => {
  site.expectFault(/requires 'TrustedScript'/u)
  const page = await site.enter('гость')
  const pageFaults: string[] = []
  guard('гость', page.context(), pageFaults)
  await page.goto(`${site.url}/find`, { waitUntil: 'networkidle' })
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.append('window.__xss=1')
    document.body.append(script)
  })
  await eventually(() => Promise.resolve(pageFaults.length > 0), true)
  assert.match(pageFaults.join('\n'), /TrustedScript/u)
  assert.equal(await page.evaluate(() => '__xss' in window), false)
})

journey('a script that the policy does not name does not run', async (site) => {
  site.expectFault(/Content Security Policy/u)
  const page = await site.enter('гость')
  const pageFaults: string[] = []
  guard('гость', page.context(), pageFaults)
  const smuggled = '<script>window.__xss=1</script><style>body{display:none}</style>'
  await page.route(`${site.url}/find`, async (route) => {
    const response = await route.fetch()
    const body = (await response.text()).replace('</body>', `${smuggled}</body>`)
    await route.fulfill({ response, body })
  })
  await page.goto(`${site.url}/find`, { waitUntil: 'networkidle' })
  await page.getByRole('heading', { name: 'Найти выступления артистов' }).waitFor()
  assert.equal(await page.evaluate(() => '__xss' in window), false)
  for (const rule of ['script-src', 'style-src'])
    assert.ok(
      pageFaults.some((line) => line.includes('Content Security Policy') && line.includes(rule)),
      `${rule}: ${pageFaults.join('\n')}`,
    )
})
