import { RECOVERY_LINK_LENGTH, recoveryToken } from '#domain/accounts/recovery.ts'
import type { Screen } from './looks.ts'
import { press } from '../steps/pad.ts'

export const LOST = '/net-takoj-stranicy'

/** The screens through which listeners of the demo find a concert. */
export const WAYS_TO_FIND: readonly Screen[] = [
  { name: 'find', path: '/find', sign: 'Найти выступления артистов' },
  { name: 'find artist', path: '/find-artist', sign: 'Введите имя или никнейм' },
  { name: 'found artists', path: '/find-artist?q=марк', sign: 'Марк Лужин' },
  { name: 'no artists', path: '/find-artist?q=щщщ', sign: 'Никого не нашли' },
  { name: 'map', path: '/concerts-on-map', sign: 'GeoNames' },
  { name: 'live on the map', path: '/concerts-on-map?at=58,40,5', sign: 'Идёт сейчас' },
  { name: 'nothing on the map', path: '/concerts-on-map?at=75.5,140,8', sign: 'концертов пока' },
  { name: 'town', path: '/find-location', sign: 'Концерты в вашем городе' },
  { name: 'unknown town', path: '/find-location?city=Нигдеград', sign: 'Такого города' },
  {
    name: 'chosen in a town',
    path: '/find-location?city=Казань',
    sign: 'Перейти',
    open: (town) =>
      town
        .getByRole('link', { name: /^Показать на карте/ })
        .first()
        .click(),
  },
  { name: 'songs to wish', path: '/s?q=осень', sign: 'Пока ни одной. Найдите песню' },
  { name: 'concerts', path: '/search', sign: 'Ближайшие концерты' },
  {
    name: 'wrong filters',
    path: '/search?from=2026-12-05&till=2026-12-04&city=щщщ',
    sign: 'Такого города не нашлось',
  },
  {
    name: 'towns to choose',
    path: '/search',
    sign: 'Казань',
    async open(concerts) {
      await concerts.getByRole('button', { name: /^Город/u }).click()
      await concerts.getByLabel('Город', { exact: true }).fill('казан')
    },
  },
  {
    name: 'recommendations',
    path: '/search/result?lat=55.75&lon=37.62',
    sign: 'Рекомендации для вас',
  },
]

/** Public screens that need neither an artist nor a concert. */
export const DOORS_AND_DOCUMENTS: readonly Screen[] = [
  { name: 'sign-up', path: '/signup', sign: 'Никнейм' },
  { name: 'login', path: '/login', sign: 'Пароль' },
  { name: 'recovery', path: '/passwordRecovery', sign: 'Забыли пароль?' },
  {
    name: 'recovery by the link',
    path: `/passwordRecovery/${recoveryToken('mark-luzhin', 'x'.repeat(RECOVERY_LINK_LENGTH))}`,
    sign: 'шаг 3 из 3',
  },
  { name: 'another e-mail by a wrong link', path: '/another-email/net', sign: 'Ссылка не подошла' },
  { name: 'undo by a wrong link', path: '/payout-number/net', sign: 'Ссылка не подошла' },
  { name: 'no host', path: '/host', sign: 'Эта ссылка больше не действует' },
  { name: 'no second pad', path: '/second-pad', sign: 'Эта ссылка больше не действует' },
  { name: 'yet to come', path: '/artist/future', sign: 'Future implementation' },
  { name: 'about', path: '/about', sign: 'Демонстрация: реквизиты вымышлены' },
  { name: 'numbers', path: '/numbers', sign: 'От нажатия до пульта' },
  { name: 'developers', path: '/developers', sign: 'Как сделать ключ' },
  { name: 'prices', path: '/pricing', sign: 'Написать в поддержку' },
  {
    name: 'a blank question to support',
    path: '/pricing',
    sign: 'Пожалуйста, заполните все обязательные поля',
    open: (prices) => press(prices, 'Отправить'),
  },
  { name: 'a question that was sent', path: '/pricing?support=sent', sign: 'Запрос успешно' },
  { name: 'offer', path: '/offer', sign: 'Редакция от' },
  { name: 'privacy', path: '/privacy', sign: 'Редакция от' },
  { name: 'consent', path: '/consent', sign: 'Что храним' },
  { name: 'place by IP', path: '/super/secret', sign: 'Адрес 127.0.0.1 внутренний' },
  { name: 'no network', path: '/offline/page.html', sign: 'Нет сети' },
  { name: 'not found', path: LOST, sign: 'траница не найдена' },
]
