/** What the first page leads to from its upper edge. */
export const SECTIONS = [
  { href: '#how-it-works', name: 'Как это работает' },
  { href: '#for-who', name: 'Для кого' },
  { href: '#price', name: 'Цены' },
  { href: '#faq', name: 'Вопросы' },
  { href: '/find', name: 'Концерты' },
] as const
