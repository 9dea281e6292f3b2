export const ADMIN_TABS = [
  { id: 'money', label: 'Деньги' },
  { id: 'flags', label: 'Флаги' },
  { id: 'feedback', label: 'Отзывы' },
  { id: 'support', label: 'Поддержка' },
  { id: 'accounts', label: 'Аккаунты' },
] as const

export type AdminTab = (typeof ADMIN_TABS)[number]['id']

/** The tab that the address names; money, where it names none. */
export function adminTab(search: URLSearchParams): AdminTab {
  const named = search.get('tab')
  return ADMIN_TABS.find(({ id }) => id === named)?.id ?? 'money'
}
