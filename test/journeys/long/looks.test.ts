import assert from 'node:assert/strict'
import { test } from 'node:test'
import { api } from '#contract/index.ts'
import { POOR_CARD } from '#packages/tbank-sandbox/payer.ts'
import {
  allowAt,
  ask,
  comingConcertAt,
  concertAt,
  giveToken,
  musicianAt,
  nextConcertAt,
  songId,
  takesMoney,
} from '#test/support/product/product-calls.ts'
import { choosePhoto, redOverBlue } from '#test/support/steps/chosen-photo.ts'
import { eventually } from '#test/support/eventually.ts'
import { orderSong } from '#test/support/steps/listener-page.ts'
import { onSite } from '#test/support/browsers/journey.ts'
import type { TestSite } from '#test/support/browsers/journey.ts'
import { enterStill, inspectAll, leftOut } from '#test/support/browsers/looks.ts'
import { press } from '#test/support/steps/pad.ts'
import {
  bankFails,
  bankRecovers,
  paidOrderAt,
  payAt,
  paymentAt,
  skipAt,
} from '#test/support/product/paid-product-calls.ts'
import { DOORS_AND_DOCUMENTS, LOST, WAYS_TO_FIND } from '#test/support/browsers/public-screens.ts'
import { pairAtDemo } from '#test/support/steps/tablet.ts'
import { MONEY_MS, orderForMoney, payHere, tells } from '#test/support/steps/paying.ts'
import routes from '#web/routes.ts'

const journey = onSite({ demo: true })
const ON_STAGE = 'tretya-paradnaya'
const AT_HOME = 'mark-luzhin'

/** A phone that knows the hint of the first visit, which is a screen of its own. */
const HINT_READ = [{ name: 'hasVisitedSongOrderPage', value: 'true' }]
const knownPhone = ({ url }: TestSite) => ({
  storageState: { cookies: [], origins: [{ origin: url, localStorage: HINT_READ }] },
})

journey('the pages of artists and concerts can be read by everybody', async (site) => {
  const { url } = site
  const concertId = await nextConcertAt(url, AT_HOME)
  const quiet = await musicianAt(url)
  await allowAt(url, quiet, await concertAt(url, quiet), { ableGetSongs: false })
  const ahead = await musicianAt(url)
  await comingConcertAt(url, ahead)
  const page = await enterStill(site, 'Лера', knownPhone(site))
  await inspectAll(page, url, [
    { name: 'home', path: '/', sign: 'Войти' },
    {
      name: 'home once thanked',
      path: '/',
      sign: 'Спасибо, что поделились',
      async open(home) {
        const form = home.locator('#feedback')
        await form.getByLabel('Сообщение').fill('Не хватает нот')
        await form.getByRole('button', { name: 'Отправить' }).click()
      },
    },
    { name: 'profile', path: `/user/${ON_STAGE}?tab=profile`, sign: 'О группе' },
    { name: 'order', path: `/user/${ON_STAGE}?tab=order`, sign: 'Сейчас играет' },
    { name: 'search', path: `/user/${ON_STAGE}?tab=order&q=осень`, sign: 'Репертуар музыканта' },
    { name: 'afisha', path: `/user/${ON_STAGE}?tab=afisha`, sign: 'Ближайшие выступления' },
    { name: 'concert', path: `/user/${AT_HOME}/${concertId}`, sign: 'Марк Лужин' },
    { name: 'shared concert', path: `/user/${AT_HOME}/${concertId}/shared`, sign: 'Марк Лужин' },
    {
      name: 'ordering ahead',
      path: `/user/${ahead.username}?tab=order`,
      sign: 'Заказать песню заранее',
    },
    {
      name: 'ordering off',
      path: `/user/${quiet.username}?tab=order`,
      sign: 'На этом концерте песни не заказывают',
      stage: true,
    },
    { name: 'hall screen', path: `/user/${ON_STAGE}/screen`, sign: 'Дальше', stage: true },
    { name: 'new tablet', path: `/user/${ON_STAGE}/tablet`, sign: 'Подключить', stage: true },
    {
      name: 'tablet',
      path: `/user/${ON_STAGE}/tablet`,
      sign: 'Другой стол',
      stage: true,
      open: (tablet) => pairAtDemo(tablet, site, ON_STAGE),
    },
    { name: 'overlay', path: `/user/${ON_STAGE}/overlay`, sign: 'Сейчас', stage: true },
    { name: 'card for other sites', path: `/embed/${ON_STAGE}`, sign: 'Играет сейчас' },
  ])
})

journey('the ways to find concerts can be read by everybody', async (site) => {
  const page = await enterStill(site, 'Лера')
  await inspectAll(page, site.url, WAYS_TO_FIND)
})

journey('the doors and the documents can be read by everybody', async (site) => {
  const page = await enterStill(site, 'Лера')
  site.expectFault(new RegExp(`404 .*${LOST}`))
  site.expectFault(/404 .*(?:payout-number|another-email)/)
  site.expectFault(/ 400 .*\/pricing/)
  await inspectAll(page, site.url, DOORS_AND_DOCUMENTS)
})

journey('the sheets over the order tab can be read by everybody', async (site) => {
  const page = await enterStill(site, 'Олег')
  const order = `/user/${ON_STAGE}?tab=order`
  // One after the other: a sheet that is open in another tab has read the hint.
  for (const screen of [
    { name: 'hint', path: order, sign: 'Найдите песню или предложите свою.' },
    { name: 'suggestion', path: `${order}&suggest=1`, sign: 'Предложите свою песню' },
  ])
    await inspectAll(page, site.url, [screen])
})

journey('the pages of the musician can be read by everybody on every screen', async (site) => {
  const { url } = site
  const token = await site.demoToken(ON_STAGE)
  const concertId = await nextConcertAt(url, ON_STAGE)
  const empty = { id: null, title: 'Тихий сет', targetMinutes: null, items: [] }
  const set = await ask(url, api.artist.saveSet, { body: empty }, token)
  const page = await enterStill(site, 'музыкант')
  await giveToken(page.context(), url, { token })
  await inspectAll(page, url, [
    { name: 'today', path: '/artist?tab=today', sign: 'Деньги' },
    { name: 'own profile', path: '/artist?tab=profile', sign: 'Настроить репертуар' },
    { name: 'announcements', path: '/artist?tab=announcement', sign: 'Впереди' },
    { name: 'new concert', path: '/artist/create-new-session', sign: 'Название концерта' },
    { name: 'orders so far', path: `/artist/session/${concertId}`, sign: 'Ещё не начался' },
    {
      name: 'a concert’s form',
      path: `/artist/create-new-session/advanced/${concertId}`,
      sign: 'Возрастное ограничение',
    },
    {
      name: 'rules of an evening',
      path: `/artist/session/rules/${concertId}`,
      sign: 'Сколько первых песен не переставлять',
      open: (rules) => rules.getByText('Подробнее').click(),
    },
    {
      name: 'the host of an evening',
      path: `/artist/session/host/${concertId}`,
      sign: 'Сделать ссылку',
    },
    { name: 'repertoire', path: '/artist/favorite_songs', sign: 'Группа крови' },
    { name: 'sets', path: '/artist/sets', sign: 'Сет — это шаблон' },
    {
      name: 'a set',
      path: '/artist/sets',
      sign: 'В сете пусто',
      async open(sets) {
        await press(sets, 'Новый сет')
        await press(sets, 'В сете 0')
      },
    },
    { name: 'songs of a set', path: `/artist/sets/${set.id}`, sign: 'Выбрать' },
    { name: 'wishes of towns', path: '/artist/wishes', sign: 'Чего ждут в городах' },
    {
      name: 'correction of a concert',
      path: `/artist/create-new-session/correct/${concertId}`,
      sign: 'Дата и время начала',
    },
    { name: 'songbook', path: `/artist/songbook?set=${set.id}`, sign: 'Тихий сет' },
    { name: 'an overlay’s look', path: '/artist/overlay', sign: 'Адрес для OBS' },
    { name: 'words to followers', path: '/artist/words', sign: 'Слово подписчикам' },
    { name: 'performed works', path: '/artist/works', sign: 'Исполненные произведения' },
    { name: 'channels', path: '/artist/channels', sign: 'Подключить ещё' },
    { name: 'machine keys', path: '/artist/devices', sign: 'Доступ для устройств' },
    { name: 'webhooks', path: '/artist/webhooks', sign: 'Вебхуки' },
    { name: 'own consent', path: '/artist/consent', sign: 'Согласие на обработку' },
    { name: 'proof of a login', path: '/artist/prove', sign: 'Подтвердите вход' },
    { name: 'leaving', path: '/artist/leave', sign: 'Что исчезнет' },
    { name: 'new password', path: '/artist/change-password', sign: 'Новый пароль' },
    { name: 'security', path: '/artist/security', sign: 'Устройства' },
    { name: 'members', path: '/artist/members', sign: 'Сохранить доли' },
    {
      name: 'own song',
      path: '/artist/favorite_songs',
      sign: 'Если такая уже есть в каталоге',
      async open(own) {
        await press(own, 'Добавить песни')
        await press(own, 'Своя песня')
      },
    },
    { name: 'a list’s text', path: '/artist/favorite_songs/import', sign: 'До 25 000 строк' },
    {
      name: 'a list’s columns',
      path: '/artist/favorite_songs/import',
      sign: 'Заголовки в строке',
      async open(list) {
        const lines = 'Мои песни;;\nПесня;Артист;Тон\nПечаль;Кино;Em\nОсень;ДДТ;Am'
        await list.getByLabel('Песни, по одной в строке').fill(lines)
        await press(list, 'Проверить')
      },
    },
    {
      name: 'a list’s preview',
      path: '/artist/favorite_songs/import',
      sign: 'Похоже на',
      async open(list) {
        const lines = 'Кино — Кукшка\nМы — Наша\n-----\nМы — Наша\nКино — Группа крови'
        await list.getByLabel('Песни, по одной в строке').fill(lines)
        await press(list, 'Проверить')
        await press(list, 'Изменить: Группа крови')
      },
    },
    {
      name: 'wrong settings',
      path: '/artist/account-settings',
      sign: 'Проверьте отмеченные поля.',
      open: async (settings) => {
        await settings.getByLabel('Короткое описание').fill('я'.repeat(141))
        await press(settings, 'Сохранить')
      },
    },
    {
      name: 'the frame of a photo',
      path: '/artist/account-settings',
      sign: 'Приближение',
      open: async (settings) => choosePhoto(settings, await redOverBlue(1200, 1200)),
    },
    {
      name: 'the photo to delete',
      path: '/artist/account-settings',
      sign: 'Какое фото удалить?',
      open: (settings) => press(settings, 'Удалить фото'),
    },
  ])
})

/** An evening on which everything that can happen to a listener's money has happened. */
async function evening(site: TestSite) {
  const { url } = site
  const musician = await musicianAt(url)
  await takesMoney(url, musician, 50)
  const coming = await comingConcertAt(url, musician)
  const concert = await concertAt(url, musician)
  const order = (title: string) => paidOrderAt(url, musician, concert, { title, rubles: 100 })
  const waiting = await order('Звезда по имени Солнце')
  const ordered = await order('Пачка сигарет')
  await payAt(ordered.paymentURL, { method: 'card' })
  const returned = await order('Перемен')
  await payAt(returned.paymentURL, { method: 'card' })
  const failed = await order('Восьмиклассница')
  await payAt(failed.paymentURL, { method: 'card', card: POOR_CARD })
  const stuck = await order('Печаль')
  await payAt(stuck.paymentURL, { method: 'sbp' })
  const stateOf = async ({ orderId }: { orderId: string }) => (await paymentAt(url, orderId)).state
  await eventually(() => stateOf(returned), 'secured', MONEY_MS)
  await eventually(() => stateOf(stuck), 'secured', MONEY_MS)
  await skipAt(url, musician, concert, 'Перемен')
  await eventually(() => stateOf(returned), 'returned', MONEY_MS)
  await bankFails(url, 'refused_refund:3028')
  await skipAt(url, musician, concert, 'Печаль')
  await eventually(async () => (await paymentAt(url, stuck.orderId)).delayed, true, MONEY_MS)
  await bankRecovers(url)
  return { musician, coming, concert, waiting, ordered, returned, failed, stuck }
}

journey('every screen of money can be read by everybody', async (site) => {
  const { url } = site
  const { musician, coming, concert, ...paid } = await evening(site)
  const admin = await site.demoToken(AT_HOME)
  const body = { featureName: 'donation-new-ui-v1', username: ON_STAGE, enabled: false }
  await ask(url, api.features.setForArtist, { body }, admin)
  const song = `q=Группа крови&song=${await songId(url, 'Группа крови')}`
  const stage = `/user/${musician.username}?tab=order`
  const thanks = 'tab=profile&thanks=1'

  const page = await enterStill(site, 'Лера', knownPhone(site))
  await page.goto(`${url}${stage}`)
  const { bank, paymentPath } = await orderForMoney(page, 'Выхода нет', 200)
  await payHere(bank, 'card')
  await tells(page, 'Деньги удержаны')
  const ownOrder = (await paymentPath()).replace('/payment/', '')
  await bank.close()
  await inspectAll(page, url, [
    { name: 'my order', path: stage, sign: 'Деньги удержаны', stage: true },
    {
      name: 'my order before it is cancelled',
      path: `${stage}&cancel=${ownOrder}`,
      sign: 'Заказ снимем, а деньги вернутся',
      stage: true,
    },
    { name: 'paid order', path: `${stage}&${song}`, sign: 'Вернём деньги', stage: true },
    {
      name: 'waiting payment',
      path: `/payment/${paid.waiting.orderId}`,
      sign: 'Проверяем оплату',
      stage: true,
    },
    {
      name: 'paid song',
      path: `/payment/${paid.ordered.orderId}`,
      sign: 'Спасибо! Песня заказана',
      stage: true,
    },
    {
      name: 'returned payment',
      path: `/payment/${paid.returned.orderId}`,
      sign: 'Деньги возвращены',
      stage: true,
    },
    {
      name: 'failed payment',
      path: `/payment/${paid.failed.orderId}`,
      sign: 'Платёж не прошёл',
      stage: true,
    },
    {
      name: 'late return',
      path: `/payment/${paid.stuck.orderId}`,
      sign: 'Возврат задерживается',
      stage: true,
    },
    { name: 'gift', path: `/user/${AT_HOME}?${thanks}`, sign: 'Ввести свою сумму' },
    {
      name: 'own gift',
      path: `/user/${AT_HOME}?${thanks}&amount=own`,
      sign: 'Выбрать готовую сумму',
    },
    { name: 'older gift', path: `/user/${ON_STAGE}?${thanks}`, sign: 'Отправить' },
    {
      name: 'songs to come',
      path: `/user/${musician.username}/${coming}/songs`,
      sign: 'Добавьте свои любимые треки',
    },
    {
      name: 'a song to come',
      path: `/user/${musician.username}/${coming}/songs?${song}`,
      sign: 'Вы хотите оплатить этот трек?',
    },
    {
      name: 'songs of a running concert',
      path: `/user/${musician.username}/${concert}/songs`,
      sign: 'Пачка сигарет',
      stage: true,
    },
  ])

  const artist = await enterStill(site, 'музыкант')
  await giveToken(artist.context(), url, musician)
  await inspectAll(artist, url, [
    { name: 'settings', path: '/artist/account-settings', sign: 'Платные заказы' },
    {
      name: 'queue',
      path: `/artist/session/manage/${concert}`,
      sign: 'Текущая очередь',
      stage: true,
    },
    {
      name: 'a queue in the artist’s hands',
      path: `/artist/session/manage/${concert}`,
      sign: 'Редактирование очереди',
      open: (queue) => press(queue, 'Режим редактирования очереди'),
      stage: true,
    },
    { name: 'balance', path: '/artist/balance', sign: 'Пачка сигарет' },
    { name: 'earnings', path: '/artist/balance?tab=concerts', sign: 'Тихий концерт' },
    { name: 'report', path: `/artist/session/${concert}`, sign: 'Вернули слушателям' },
  ])
  const over = { sessionId: concert, sessionStatus: 'PLAYED' }
  await ask(url, api.artist.updateSessionStatus, { body: over }, musician.token)
  await inspectAll(artist, url, [
    { name: 'all evenings', path: '/artist/evenings', sign: /по месяцам/u },
  ])
  // In a separate browser: a musician's page that polls again would end the admin's login.
  const adminPage = await enterStill(site, 'администратор')
  await giveToken(adminPage.context(), url, { token: admin })
  await inspectAll(adminPage, url, [
    { name: 'admin', path: '/admin?tab=money', sign: 'Банк окончательно отказал в возврате' },
  ])
})

journey(
  'the code, its sheets and the tabs of the admins can be read by everybody',
  async (site) => {
    const { url } = site
    const admin = await site.demoToken(AT_HOME)
    const form = { name: 'Лера', email: 'lera@example.org', topic: 'Возврат', message: 'Где он?' }
    await ask(url, api.feedback.support, { body: form })
    await ask(url, api.feedback.send, { body: { message: 'Удобно, спасибо!' } })
    const flag = { featureName: 'social-media-color', username: ON_STAGE, enabled: true }
    await ask(url, api.features.setForArtist, { body: flag }, admin)
    const page = await enterStill(site, 'администратор')
    await giveToken(page.context(), url, { token: admin })
    await inspectAll(page, url, [
      { name: 'QR', path: '/artist/qr', sign: 'Скачать SVG' },
      { name: 'poster', path: '/artist/qr/print?sheet=poster', sign: 'Закажите песню' },
      { name: 'cards', path: '/artist/qr/print?sheet=cards', sign: 'Закажите песню' },
      { name: 'flags', path: '/admin?tab=flags', sign: `${ON_STAGE}: включено` },
      { name: 'feedback', path: '/admin?tab=feedback', sign: 'Удобно, спасибо!' },
      {
        name: 'support',
        path: '/admin?tab=support',
        sign: 'Где он?',
        open: (letters) => letters.getByRole('link', { name: /^Возврат/u }).click(),
      },
      { name: 'accounts', path: '/admin?tab=accounts', sign: 'Администратор' },
    ])
  },
)

journey('what an artist does without a concert can be read by everybody', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const song = { songId: null, title: 'Перемен', artistName: 'Кино', imageUrl: '' }
  await ask(url, api.artist.addFavorite, { body: song }, musician.token)
  const page = await enterStill(site, 'музыкант')
  await giveToken(page.context(), url, musician)
  await inspectAll(page, url, [
    { name: 'rehearsal', path: '/artist/rehearsal', sign: 'Зал придуман', stage: true },
    { name: 'playing here', path: '/artist/play-here', sign: 'Играю здесь' },
  ])
})

journey('what stays after a concert can be read by everybody', async (site) => {
  const { url } = site
  const musician = await musicianAt(url)
  const sessionId = await concertAt(url, musician)
  const guest = await enterStill(site, 'Аня', knownPhone(site))
  await guest.goto(`${url}/user/${musician.username}`)
  await orderSong(guest, 'Группа крови', 'груп')
  const body = { sessionId, sessionStatus: 'PLAYED' }
  await ask(url, api.artist.updateSessionStatus, { body }, musician.token)
  await guest.getByRole('link', { name: 'На память о концерте' }).click()
  await guest.waitForURL('**/keepsake/**')
  const email = `looks-${musician.username}@example.org`
  const wish = { artistUsername: musician.username, timeZone: 'Europe/Moscow' }
  await ask(url, api.follows.byEmail, { body: { ...wish, email, consent: true } })
  const mailTo = async () => {
    const letters = await fetch(`${url}/mailbox.json?to=${encodeURIComponent(email)}`)
    return /\/follow\/[\w-]+/u.exec(await letters.text())?.[0] ?? ''
  }
  await eventually(async () => (await mailTo()) !== '', true)
  await inspectAll(guest, url, [
    { name: 'keepsake', path: new URL(guest.url()).pathname, sign: 'Группа крови' },
    { name: 'link of an e-mail', path: await mailTo(), sign: 'Подтвердить' },
  ])
})

journey('an address that leads nowhere answers 404 in words', async (site) => {
  const page = await site.enter('гость')
  site.expectFault(new RegExp(`404 .*${LOST}`))
  const answer = await page.goto(`${site.url}${LOST}`)
  assert.equal(answer?.status(), 404)
  const tooLong = await fetch(`${site.url}/user/${'a'.repeat(300)}`)
  assert.equal(tooLong.status, 404, 'a name that nobody can have')
  // The first letter is Latin, as the specification has it.
  await page.getByRole('heading', { name: '\u0043траница не найдена' }).waitFor()
  await page.getByRole('link', { name: 'На главную', exact: true }).waitFor()
  await page.getByRole('link', { name: 'Назад' }).waitFor()
})

test('no page of the site is left out of these inspections', () => {
  assert.deepEqual(leftOut(routes), [])
})
