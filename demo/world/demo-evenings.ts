import type {
  DemoEvening,
  DemoGuest,
  DemoLive,
  DemoPaidSong,
  DemoPastEvening,
  DemoTip,
} from './demo-shapes.ts'

export const DEMO_LIVE: DemoLive = {
  artist: 'tretya-paradnaya',
  venue: 'karetny-saray',
  title: 'Песни с чёрной лестницы',
  description: `Вечер без программы: первые три песни выбираем мы, остальные — зал. Заказывайте с телефона, гитаристы видят список на пульте.

Антракт будет, когда закончится чай.`,
  age: 16,
  durationHours: 3,
  durationMinutes: 0,
  now: { title: 'Звезда по имени Солнце', artistName: 'Кино' },
  queued: [
    { title: 'Что такое осень', artistName: 'ДДТ' },
    { title: 'Выхода нет', artistName: 'Сплин' },
    { title: 'Ой-йо', artistName: 'Чайф' },
  ],
  ordered: [
    { title: 'Полковнику никто не пишет', artistName: 'Би-2' },
    { title: 'Zombie', artistName: 'The Cranberries' },
    { title: 'Крылья', artistName: 'Наутилус Помпилиус' },
    { title: 'Лесник', artistName: 'Король и Шут' },
  ],
  audienceSongs: [
    { title: 'Группа крови', artistName: 'Кино' },
    { title: 'Моё сердце', artistName: 'Сплин' },
    { title: 'Прогулки по воде', artistName: 'Наутилус Помпилиус' },
    { title: 'Варвара', artistName: 'Би-2' },
    { title: 'Просвистела', artistName: 'ДДТ' },
    { title: 'Wonderwall', artistName: 'Oasis' },
    { title: 'Поворот', artistName: 'Машина времени' },
    { title: 'Кукла колдуна', artistName: 'Король и Шут' },
    { title: 'Как на войне', artistName: 'Агата Кристи' },
    { title: 'Пачка сигарет', artistName: 'Кино' },
    { title: 'Утекай', artistName: 'Мумий Тролль' },
    { title: '17 лет', artistName: 'Чайф' },
    { title: 'Трасса Е-95', artistName: 'Алиса' },
    { title: 'Город золотой', artistName: 'Аквариум' },
    { title: 'О любви', artistName: 'Чиж & Co' },
    { title: 'Экспонат', artistName: 'Ленинград' },
    { title: 'Come as You Are', artistName: 'Nirvana' },
    { title: 'Мой рок-н-ролл', artistName: 'Би-2' },
    { title: 'Романс', artistName: 'Сплин' },
    { title: 'Видели ночь', artistName: 'Кино' },
  ],
}

const song = (title: string, artistName: string, ...rubles: readonly number[]): DemoPaidSong => ({
  title,
  artistName,
  rubles,
})
const tip = (rubles: number, message: string): DemoTip => ({ rubles, message })

/** The guests who order, repeated in this order. The word filter flags one of them. */
export const DEMO_GUESTS: readonly DemoGuest[] = [
  {},
  { name: 'Марина', words: 'Папе на шестьдесят, он подпевает у стойки' },
  { name: 'Столик у окна' },
  { name: 'Гость', words: 'Хватит этой херни, давайте громче' },
  { name: 'Аня', words: 'Серёже: пять лет назад под неё познакомились' },
  {},
  { name: 'Костя' },
]

/** The past evenings, oldest first, with the earnings of the artist whose login is printed. */
export const DEMO_PAST: readonly DemoPastEvening[] = [
  {
    venue: 'dezhurny-lotsman',
    title: 'Ярославль, нижний зал',
    description: 'Первый вечер в городе, где все знают припевы лучше меня.',
    daysAgo: 23,
    localTime: '19:00',
    durationHours: 2,
    played: [
      song('Песня о друге', 'Владимир Высоцкий', 150),
      song('Дождь', 'ДДТ', 200),
      song('Как здорово', 'Олег Митяев'),
      song('Hotel California', 'Eagles', 500),
      song('Глухари', 'Александр Розенбаум'),
    ],
    waiting: [song('Hurt', 'Johnny Cash', 100)],
    tips: [tip(300, 'За «Глухарей» отдельно')],
  },
  {
    venue: 'vtoroy-zavtrak',
    title: 'Дома, в Твери',
    description: 'Зал на сорок мест, из них двенадцать заняты друзьями.',
    daysAgo: 12,
    localTime: '19:30',
    durationHours: 2,
    played: [
      song('Милая моя', 'Юрий Визбор', 150),
      song('Кукушка', 'Кино', 300),
      song('Вальс-бостон', 'Александр Розенбаум'),
      song('Кони привередливые', 'Владимир Высоцкий', 400),
      song('Перекрёсток', 'Чиж & Co'),
      song('Hallelujah', 'Leonard Cohen', 150),
    ],
    waiting: [song('Сладкая N', 'Зоопарк', 100)],
    tips: [tip(500, 'Дочка уснула под Визбора. Спасибо')],
  },
  {
    venue: 'sol-i-med',
    title: 'Московская среда',
    description: 'Бар на Покровке, стулья кончились к половине восьмого.',
    daysAgo: 5,
    localTime: '20:00',
    durationHours: 2,
    played: [
      song('Песенка об Арбате', 'Булат Окуджава'),
      song('В последнюю осень', 'ДДТ', 300, 100),
      song('Безобразная Эльза', 'Крематорий', 150),
      song('Музыкант', 'Воскресение'),
      song('Баллада о любви', 'Владимир Высоцкий', 500),
      song('Гагарин, я вас любила', 'Ундервуд'),
    ],
    waiting: [song('Knockin’ on Heaven’s Door', 'Bob Dylan', 300), song('Соседка', 'Олег Митяев')],
    tips: [tip(1000, 'От столика у окна'), tip(200, 'Приезжайте ещё')],
  },
]

/** The same artist's current evening; the audience orders the songs that are left. */
export const DEMO_PAID_LIVE: DemoEvening = {
  venue: 'vtoroy-zavtrak',
  title: 'Вечер по заявкам',
  description: 'Играю то, что вы закажете с телефона. Гитара одна, голос какой есть.',
  durationHours: 3,
  played: [
    song('Атланты', 'Александр Городницкий'),
    song('Спокойная ночь', 'Кино', 200),
    song('Моя бабушка курит трубку', 'Гарик Сукачёв', 100),
  ],
  waiting: [
    song('Дождь', 'ДДТ', 200),
    song('Кукушка', 'Кино', 150),
    song('Милая моя', 'Юрий Визбор', 300),
    song('Полонез', 'Чиж & Co'),
  ],
  tips: [tip(300, 'За «Атлантов»')],
}
