export type Review = {
  text: string
  name: string
  /** What they play, and where. */
  about: string
}

/** What musicians wrote to us and let us show, word for word. Nothing that is made up belongs here. */
const REVIEWS: readonly Review[] = []

/** How the section looks; nobody said it, so only a demo shows it, and says so. */
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

/** What the first page quotes: what was really said, or in a demo examples that are marked as such. */
export function shownReviews(demo: boolean): { reviews: readonly Review[]; examples: boolean } {
  const examples = demo && REVIEWS.length === 0
  return { reviews: examples ? EXAMPLES : REVIEWS, examples }
}
