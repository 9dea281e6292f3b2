/** Texts that must pass, and texts that must not; the rates of `npm run songs -- filter` are counted over them. */

const listed = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')

/** True names, titles and ordinary words that hold the letters of an abusive one. */
export const HARMLESS: readonly string[] = listed(`
  Мандельштам
  Хулиган
  Хулиганы
  Хуторянка
  Херсон
  Херувимская
  Команда молодости нашей
  Мандарин
  Мандолина
  Страхуй меня, небо
  Сукачёв
  Сукин сын не я
  Гарик Сукачёв
  Бляхин
  Хлеб всему голова
  Себастьян
  Тебе
  Не забывай
  Небо Лондона
  Я люблю тебя до слёз
  Восьмиклассница
  Группа крови
  Художник, что рисует дождь
  Хризантемы
  Хулио Иглесиас
  Хуанита
  Джулио Хури
  Педро Альмодовар
  Педагог
  Пидпилля
  Лапида
  Писание
  Пирожки
  Дрочёна
  Фёдор Шаляпин
  Факел
  Факт
  Жидков
  Хачатурян
  Чурикова
  Мудрецы
  Мудрость
  Мудищев
  Ебург
  Конь БлЭк
  Бледная луна
  Блеять овцой
  Суп с котом
  Суккулент
  Сукко
  Сучья свадьба осины
  Сур
  По ухабам
  Не бал, а маскарад
  Купи здесь цветы
  О бездне
  Ту степ
  Убей мою тоску
  Убейте любовь
  Kill the DJ
  Class of 99
  Dick Dale
  Hui Buh
  Scunthorpe
  Shiitake
  Fukuyama
  Phuket
  deadmau5
  Ke$ha
  P!nk
  A$AP Rocky
  M*A*S*H
  N*E*R*D
  Ri$$a
  Ску**ый день
  А*тракт
  Ле**о и свет
  По*од в горы
  blink-182
  t.A.T.u.
  will.i.am
  Ma$e
  S@motsvety
  1984
  99 Luftballons
  867-5309 / Jenny
  4 8 15 16 23 42
  10 9 8 7 6 5 4 3 2 1
  1 2 3 4 5 6 7 8 9 10
  50 000 000 Elvis Fans Can’t Be Wrong
  25 or 6 to 4
  777-9311
  Beechwood 4-5789
  9 мая 1945
  22.06.1941
  8 марта
  Без 15 минут
  24.02
  Mr. Brightside
  St. Anger
  Feat. Лигалайз
  Vol. 1
  Dr. Dre
  Песня №1
  АК-47
  5'nizza
  Для Ани, стол 7
  С днём рождения, Оля! 30 лет
  Тому, кто у окна
`)

/** Abuse and its disguises. */
export const ABUSE: readonly string[] = listed(`
  иди на хуй
  ХУЙ
  Fuck you all
  п1здец
  пи3дец
  блеать
  блиать
  блэть
  Huй
  хуl
  хуi
  хуj
  }{уй
  на}{уй
  )(уй
  ><уй
  сцука
  сцуко
  суко
  убей себя
  Убейся
  kill yourself
  х@й
  х#й
  х*й
  на*уй
  ни*уя
  х**ня
  пи*дец
  пи*да
  п**дец
  пи**ец
  пи***ц
  бл**ь
  с**а
  пидо*ас
  го*но
  жо*а
  х_у_й
  ху й
  х у й
  пи здец
  е бать
  х.у.й
  х/у/й
  xyй
  xуй
  hуй
  хuй
  ҳуй
  χуй
  ху\u200Bй
  х\u3164уй
  х\u2800уй
  х\u115Fуй
  х\u0336у\u0336й\u0336
  ⓧⓤй
  хууууй
  хуй123
  777хуй
  МойХуй
  #хуй
  пиzда
  пиzdа
  пu3да
  пзdц
  пздц
  6лядь
  бл9дь
  бл@дь
  б л я д ь
  е6ать
  eбaть
  ёб@ть
  заe6ал
  ебаtь
  д0лбоёб
  м у д а к
  мyдaк
  гандoн
  пид0р
  пuдор
  пидаraс
  cyka
  сyка
  suka
  nahuy
  nahui
  blyat
  pizdec
  dolboeb
  ueblan
  f u c k
  f.u.c.k
  fcuk
  fvck
  phuck
  fuuuck
  sh1t
  b1tch
  b!tch
  n1gga
  а$$hole
  a$$hole
  фак ю
  мазафака
  нигга
  жопа
  }|{опа
  ж0па
  гoвно
  шлюха
`)

/** Telephone numbers, addresses of sites and names in messengers. */
export const CONTACTS: readonly string[] = listed(`
  +7 916 123-45-67
  8(916)1234567
  8 916 123 45 67
  89161234567
  8.916.123.45.67
  8 9 1 6 1 2 3 4 5 6 7
  8 9I6 I23 45 67
  8 9О5 ОО1 23 З4
  ８９１６１２３４５６７
  916 123 45 67
  +380 44 123 45 67
  Позвони +79161234567 после концерта
  www.spamovich.ru
  https://evil.example/p
  spamovich.ru
  SPAMOVICH.RU
  spamovich . ru
  spamovich,ru
  spamovich точка рф
  Заходи на spamovich точка рф
  spamovich (точка) ru
  spamovich dot com
  казино.рф
  vk.com/spam
  t.me/spam
  t . me / spam
  wa.me/79161234567
  tg: @spamovich
  @spamovich
  пиши @spam_bot
  инста @ spamovich
  @СПАМ
  mail@example.com
  mail собака example точка ру
  sub.domain.online
  bit.ly/3abc
  discord.gg/abc
`)
