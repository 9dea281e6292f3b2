/** The sections of the settings: the id of each, and its title. */
export const SETTINGS_PARTS = {
  photo: 'Фото',
  account: 'Аккаунт',
  about: 'О себе',
  payment: 'Заказы и оплата',
  links: 'Соцсети',
} as const

export type SettingsPart = keyof typeof SETTINGS_PARTS
