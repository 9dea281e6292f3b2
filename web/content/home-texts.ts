type Promo = {
  title: string
  /** The text of its button. */
  action: string
  /** The heading of the request for help. */
  topic: string
}

/** The first page shows them in turn, a week each: domain/concerts/promo-week.ts picks the current one. */
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

type Question = { asked: string; answer: string }

/** What musicians ask before they begin. */
export const QUESTIONS: readonly Question[] = [
  {
    asked: 'Слушателю нужно регистрироваться?',
    answer: 'Нет. Он сканирует QR-код, выбирает песню и подтверждает заказ.',
  },
  {
    asked: 'Что если я не знаю песню?',
    answer: 'Пропустите её. Если заказ был платным, деньги вернутся слушателю.',
  },
  {
    asked: 'Можно принимать бесплатные заказы?',
    answer:
      'Да, платные заказы включаются отдельно. Бесплатно слушатель может заказать две песни сразу.',
  },
  {
    asked: 'Когда приходят деньги?',
    answer: 'После того как вы отметили песню сыгранной кнопкой «Следующий Трек».',
  },
  {
    asked: 'Чем платит слушатель?',
    answer: 'Картой МИР, VISA или Mastercard либо через СБП. Заказ стоит от 10 до 1000\u00A0₽.',
  },
  {
    asked: 'Что если в зале пропадёт связь?',
    answer:
      'Телефон слушателя отправит заказ, когда связь вернётся, и только один раз. На экране видно, насколько свежа очередь.',
  },
]

export type Review = {
  text: string
  name: string
  /** What they play, and where. */
  about: string
}

/** Reviews that musicians sent us and let us publish, word for word. No invented text belongs here. */
const REVIEWS: readonly Review[] = []

/** Invented samples of the section: only a demo shows them, marked as examples. */
const EXAMPLES: readonly Review[] = [
  {
    text: 'Раньше песни заказывали на салфетках. Теперь салфетки снова для рук.',
    name: 'Марк Лужин',
    about: 'гитара и голос, Тверь',
  },
  {
    text: 'За вечер сорок заказов, и ни разу не пришлось кричать через зал.',
    name: 'Соня Вереск',
    about: 'автор-исполнитель, Казань',
  },
  {
    text: 'Пульт видно даже под прожектором. Барабанщик оценил.',
    name: 'Медный грош',
    about: 'духовой оркестр, Москва',
  },
]

/** The reviews on the first page: the real ones, or in a demo examples that are marked as such. */
export function shownReviews(demo: boolean): { reviews: readonly Review[]; examples: boolean } {
  const examples = demo && REVIEWS.length === 0
  return { reviews: examples ? EXAMPLES : REVIEWS, examples }
}
