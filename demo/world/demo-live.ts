import type { DemoLive } from './demo-shapes.ts'

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
  crowd: [
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
