export type Promo = {
  title: string
  /** What its button says. */
  action: string
  /** What the request for help is headed with. */
  topic: string
}

/** They take turns on the first page, a week each: domain/promo-week.ts says whose turn it is. */
const PROMOS: readonly [Promo, Promo, Promo] = [
  {
    title: 'Разберём вашу страницу и подскажем, что поправить',
    action: 'Прислать страницу',
    topic: 'Акция недели: разбор страницы',
  },
  {
    title: 'Перенесём ваш репертуар из любого списка или заметки',
    action: 'Прислать список',
    topic: 'Акция недели: перенос репертуара',
  },
  {
    title: 'Поможем подготовить первый концерт с заказами',
    action: 'Написать нам',
    topic: 'Акция недели: первый концерт',
  },
]

/** `variant` counts from 0. */
export function promoOf(variant: number): Promo {
  return PROMOS[variant] ?? PROMOS[0]
}
