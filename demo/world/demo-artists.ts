import { RECIPIENT_NAME } from '#packages/tbank-sandbox/payout-calls.ts'
import { repertoireOf } from './demo-repertoire.ts'
import type { DemoArtist, DemoProfile } from './demo-shapes.ts'

/** The musician whose account a visitor of the demo may use to try the pad. */
export const DEMO_LOGIN = 'mark-luzhin'

const PROFILES: readonly DemoProfile[] = [
  {
    username: 'tretya-paradnaya',
    name: 'Третья парадная',
    accountType: 'GROUP',
    shortDescription: 'Русский рок под две гитары и контрабас. Припевы поём вместе с залом.',
    description: `Познакомились в 2019 году на лестнице дома на Петроградской: двое спускались с гитарами, третий поднимался с контрабасом и не мог разойтись с ними на площадке. Репетировать там же и остались: эхо хорошее, соседка снизу подпевает.

Играем то, что пели во дворах наши родители, и то, что пели мы сами: **Кино, ДДТ, Наутилус, Сплин**. Без барабанов, зато с тремя голосами.

Закажите песню с телефона, и мы сыграем её в этот же вечер. Если не знаем её, честно пропустим.`,
    city: 'Санкт-Петербург',
    imageUrls: ['/art/bass-mint.svg', '/art/guitar-cobalt.svg', '/art/hands-lamp.svg'],
    socials: [
      { type: 'VK', url: 'https://vk.com/' },
      { type: 'TELEGRAM', url: 'https://t.me/' },
      { type: 'YOUTUBE', url: 'https://www.youtube.com/' },
    ],
  },
  {
    username: 'mark-luzhin',
    name: 'Марк Лужин',
    accountType: 'ARTIST',
    shortDescription: 'Одна гитара, хриплый голос и песни, которые не надо объяснять.',
    description: `Родился в Твери, первые три аккорда выучил на заднем сиденье автобуса до Торжка. Пел в переходах, в вагонах-ресторанах и на одной свадьбе, где забыли позвать ведущего.

Теперь пою там, где есть стул без подлокотников и люди, которым не всё равно, о чём песня. Высоцкий, Окуджава, Визбор, немного Кино и ДДТ, под конец вечера кто-нибудь из старых американцев.

Между песнями рассказываю мало. *«Мурку» не играю*, остальное можно обсудить.`,
    city: 'Тверь',
    imageUrls: ['/art/guitar-lamp.svg', '/art/singer-sky.svg'],
    socials: [
      { type: 'VK', url: 'https://vk.com/' },
      { type: 'TELEGRAM', url: 'https://t.me/' },
    ],
    payments: {
      phone: '79990001122',
      sbpBankId: '100000000004',
      recipient: RECIPIENT_NAME,
      minSong: 100,
    },
    admin: true,
  },
  {
    username: 'sonya-veresk',
    name: 'Соня Вереск',
    accountType: 'ARTIST',
    shortDescription:
      'Голос, классическая гитара и никаких колонок. Слышно даже ложечку в стакане.',
    description: `Училась на виолончели, пела в хоре, а потом одолжила у брата гитару и не вернула. Пять лет даю **тихие концерты**: без микрофона, человек на тридцать, в кафе, библиотеках и мастерских.

В программе Земфира и Анна Герман, Radiohead и Новелла Матвеева. Всё, что выдерживает шёпот.

Просьба одна: кофемолку включаем между песнями.`,
    city: 'Москва',
    imageUrls: ['/art/singer-rose.svg', '/art/guitar-lemon.svg'],
    socials: [
      { type: 'TELEGRAM', url: 'https://t.me/' },
      { type: 'YANDEX_MUSIC', url: 'https://music.yandex.ru/' },
      { type: 'BOOSTY', url: 'https://boosty.to/' },
      { type: 'DEFAULT', url: 'https://example.org/sonya-veresk' },
    ],
  },
  {
    username: 'bayan-i-tochka',
    name: 'Баян и точка',
    accountType: 'GROUP',
    shortDescription: 'Баян, балалайка-контрабас и ложки. Танцуют все, включая бармена.',
    description: `Пятеро выпускников нижегородского училища, которым надоело играть сидя. Взяли песни из бабушкиных тетрадок, прибавили темп и вышли на улицу.

У нас «Катюша» соседствует с Boney M., а «Подмосковные вечера» идут после Bella ciao. Никаких кокошников: кеды, подтяжки и **сто двадцать ударов в минуту**.

Медленный танец тоже будет. Один.`,
    city: 'Нижний Новгород',
    imageUrls: ['/art/accordion-lemon.svg', '/art/hands-rose.svg', '/art/accordion-sky.svg'],
    socials: [
      { type: 'VK', url: 'https://vk.com/' },
      { type: 'YOUTUBE', url: 'https://www.youtube.com/' },
      { type: 'OK', url: 'https://ok.ru/' },
      { type: 'RUTUBE', url: 'https://rutube.ru/' },
    ],
  },
  {
    username: 'poltora-soseda',
    name: 'Полтора соседа',
    accountType: 'GROUP',
    shortDescription: 'Джаз на троих: рояль, саксофон, голос. Стены тонкие, соседи не жалуются.',
    description: `Рояль привезли на третий этаж краном, через окно. Сосед сверху пришёл ругаться с саксофоном под мышкой, так и началось.

Играем стандарты: **Синатра, Фицджеральд, Холидей**. Поём по-английски, по-французски и один раз за вечер по-русски, из Утёсова.

Соло короткие, песни узнаваемые. Если хотите станцевать, столы двигаются.`,
    city: 'Казань',
    imageUrls: ['/art/piano-sky.svg', '/art/sax-lamp.svg'],
    socials: [
      { type: 'VK', url: 'https://vk.com/' },
      { type: 'TELEGRAM', url: 'https://t.me/' },
      { type: 'DZEN', url: 'https://dzen.ru/' },
      { type: 'MAX', url: 'https://max.ru/' },
    ],
  },
  {
    username: 'mednyj-grosh',
    name: 'Медный грош',
    accountType: 'GROUP',
    shortDescription: 'Семь духовых и барабан. Нас слышно раньше, чем видно.',
    description: `Собрались из заводского оркестра, который закрыли, и школьного, из которого выросли. Труба, два тромбона, три саксофона, сузафон и большой барабан с вмятиной.

Играем **Браво и Queen, Челентано и Ногу свело!** без единого провода. На улице обходимся без сцены, в зале просим открыть окна.

Заказывайте громкое: тихое у нас тоже есть, но это секрет.`,
    city: 'Екатеринбург',
    imageUrls: ['/art/sax-sky.svg', '/art/sax-lemon.svg', '/art/hands-cobalt.svg'],
    socials: [
      { type: 'VK', url: 'https://vk.com/' },
      { type: 'YOUTUBE', url: 'https://www.youtube.com/' },
    ],
  },
  {
    username: 'gleb-mayakov',
    name: 'Глеб Маяков',
    accountType: 'ARTIST',
    shortDescription: 'Гитара, губная гармошка, Владивосток. Играю, пока не разведут туман.',
    description: `Днём чиню судовые рации, вечером играю на Фокина. Голос сел ещё в мореходке, зато попадает.

Мой список: Мумий Тролль, потому что здесь иначе нельзя, Звери, Сплин, Red Hot Chili Peppers. Под гармошку хорошо ложится Боб Марли.

Раз в год беру отпуск и еду играть на запад, с пересадками. Концерты в дороге тоже здесь, **в афише**.`,
    city: 'Владивосток',
    imageUrls: ['/art/mic-mint.svg', '/art/guitar-sky.svg'],
    socials: [{ type: 'TELEGRAM', url: 'https://t.me/' }],
  },
  {
    username: 'nika-polyn',
    name: 'Ника Полынь',
    accountType: 'ARTIST',
    shortDescription: 'Клавиши, петли и один голос, который за вечер становится хором.',
    description: `Сажусь за клавиши, записываю петлю, поверх неё вторую, и к припеву меня уже шестеро. Всё собираю при вас, заготовок нет, ошибки остаются в песне.

В программе то, под что мы росли: **Руки Вверх!, МакSим, Иванушки**. И то, под что растут сейчас.

Живу в Новосибирске, педали вожу в чемодане от швейной машинки.`,
    city: 'Новосибирск',
    imageUrls: ['/art/mic-rose.svg', '/art/piano-mint.svg', '/art/vinyl-cobalt.svg'],
    socials: [
      { type: 'VK', url: 'https://vk.com/' },
      { type: 'TELEGRAM', url: 'https://t.me/' },
      { type: 'SPOTIFY', url: 'https://open.spotify.com/' },
      { type: 'DEFAULT', url: 'https://example.org/nika-polyn' },
    ],
  },
]

/** Invented musicians; the names belong to no real band. */
export const DEMO_ARTISTS: readonly DemoArtist[] = PROFILES.map((profile) => ({
  ...profile,
  repertoire: repertoireOf(profile.username),
}))
