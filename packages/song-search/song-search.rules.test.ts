import assert from 'node:assert/strict'
import { test } from 'node:test'
import { line, worldOf } from './song-search.fixture.ts'

const ROSES = 'Белые розы — Ласковый май'

test('of songs ordered equally often those whose title begins so come first, however many have it later', () => {
  const later = Array.from({ length: 40 }, (_, at) => `Анна ${at} и печаль — Хор`)
  const world = worldOf(['Не надо печалиться — Синяя птица', 'Печаль — Кино', ...later])
  assert.deepEqual(world.found('печ')[0], 'Печаль — Кино')
  assert.deepEqual(world.found('печ', { limit: 3 })[0], 'Печаль — Кино')
  assert.deepEqual(world.found('gtx')[0], 'Печаль — Кино', 'on another layout too')
  const own = world.ids(...later, 'Печаль — Кино')
  assert.deepEqual(world.found('печ', { limit: 3, first: own })[0], 'Печаль — Кино')
  const ordered = worldOf({ 'Не надо печалиться — Синяя птица': 1, 'Печаль — Кино': 0 })
  assert.deepEqual(ordered.found('печ')[0], 'Не надо печалиться — Синяя птица')
})

test('letter case, ё and punctuation do not matter', () => {
  const world = worldOf(['Звёздная пыль, ля-ля — Ёлка', 'Прочее — Другой'])
  for (const input of ['звездная пыль ля ля', 'ЗВЁЗДНАЯ, ПЫЛЬ: ля-ля!', 'елка', 'Ёлка'])
    assert.deepEqual(world.found(input), ['Звёздная пыль, ля-ля — Ёлка'], input)
})

test('words come in any order, of title and performer alike', () => {
  const world = worldOf([ROSES, 'Розы — Другой'])
  for (const input of ['розы белые', 'май розы белые ласковый', 'ласковый белые'])
    assert.deepEqual(world.found(input)[0], ROSES, input)
})

test('every word must begin some word of the song', () => {
  const world = worldOf([ROSES, 'Белые ночи — Форум'])
  assert.deepEqual(world.found('бел роз'), [ROSES])
  assert.deepEqual(world.found('б р'), [ROSES])
  assert.deepEqual(world.found('озы май'), [ROSES], 'but for one wrong letter')
  assert.deepEqual(world.found('белые тюльпаны'), [])
})

test('one letter may be wrong at each place of the word: another, one more, one less, two changed about', () => {
  const world = worldOf(['Кукушка — Кино', 'Совсем — Иное'])
  for (let at = 0; at < 'кукушка'.length; at++) {
    const [head, tail] = ['кукушка'.slice(0, at), 'кукушка'.slice(at)]
    const swapped = `${head}${tail[1] ?? ''}${tail[0] ?? ''}${tail.slice(2)}`
    for (const input of [
      `${head}я${tail.slice(1)}`,
      `${head}я${tail}`,
      head + tail.slice(1),
      swapped,
    ])
      assert.deepEqual(world.found(input), ['Кукушка — Кино'], input)
  }
  assert.equal(world.match('кукушкая'), 'similar')
})

test('one letter may be wrong in a beginning of a word, and in each word', () => {
  const world = worldOf(['Восьмиклассница — Кино', 'Совсем — Иное'])
  for (const input of ['висьмик', 'осьмик', 'вовсьмик', 'ввосьм', 'вось кмно', 'всьми кно'])
    assert.deepEqual(world.found(input), ['Восьмиклассница — Кино'], input)
  assert.deepEqual(world.found('визьмик'), [], 'two wrong letters are another word')
})

test('words of two letters are taken by the letter', () => {
  const world = worldOf(['Ты — Он', 'Мы — Она'])
  assert.deepEqual(world.found('ты'), ['Ты — Он'])
  assert.deepEqual(world.found('ит'), [])
})

test('Latin letters are read as Russian ones, however they are written', () => {
  const songs = [
    ROSES,
    'Искала — Земфира',
    'Ещё хуже — Щука и ёж',
    'Чёрный хлеб — Цой жив',
    'Больше чем любовь — Юля Яхонтова',
    'Южный экспресс — Объект',
  ]
  const world = worldOf(songs)
  const written: Record<string, readonly string[]> = {
    [ROSES]: ['belye rozy', 'belyje rozi', 'belie rozy', 'belye rozy laskoviy may', 'bel roz'],
    'Искала — Земфира': ['zemfira iskala', 'iskala'],
    'Ещё хуже — Щука и ёж': ['eshche khuzhe', 'esche huje', 'eschyo xuzhe', 'ščuka i jož'],
    'Чёрный хлеб — Цой жив': [
      'chernyy hleb',
      'cherny khleb',
      '4erniy xleb',
      'tsoi jiv',
      'coj zhiv',
    ],
    'Больше чем любовь — Юля Яхонтова': [
      "bol'she chem lyubov'",
      'bolshe 4em liubov',
      'julja jahontova',
    ],
    'Южный экспресс — Объект': ['yuzhnyj ekspress', 'iuzhniy express', 'obyekt', "ob'ekt"],
  }
  for (const [song, inputs] of Object.entries(written))
    for (const input of inputs) assert.equal(world.found(input)[0], song, input)
  assert.equal(world.match('belye rozy'), 'similar')
})

test('Russian letters are read as Latin ones, with doubled letters and all', () => {
  const world = worldOf([
    'Smells Like Teen Spirit — Nirvana',
    'Nothing Else Matters — Metallica',
    'Sweet Dreams — Marilyn Manson',
    'We Will Rock You — Queen',
  ])
  for (const [input, performer] of [
    ['нирвана', 'Nirvana'],
    ['металлика', 'Metallica'],
    ['металика', 'Metallica'],
    ['мэрилин мэнсон', 'Manson'],
    ['мэрелин', 'Manson'],
    ['рок ю квин', 'Queen'],
  ] as const)
    assert.match(world.found(input)[0] ?? '', new RegExp(performer, 'u'), input)
})

test('a word in one alphabet and a word in the other are looked for together', () => {
  const world = worldOf(['Выдыхай — Noize MC', 'Другое — Noize MC'])
  assert.deepEqual(world.found('noize vydyhay'), ['Выдыхай — Noize MC'])
})

test('the wrong layout of the keyboard is seen through, both ways, also in letters that are signs there', () => {
  const world = worldOf([ROSES, 'Юность — Эхо', 'Metallica — Nobody'])
  assert.deepEqual(world.found(',tkst hjps'), [ROSES])
  assert.deepEqual(world.found(',TKST HJPS'), [ROSES])
  assert.deepEqual(world.found('.yjcnm "[j'), ['Юность — Эхо'])
  assert.deepEqual(world.found('ьуефддшсф'), ['Metallica — Nobody'])
  assert.deepEqual(world.found(',tkst hjpf'), [ROSES], 'with one wrong letter, too')
})

test('keys that are signs on the other layout do not leave scraps that begin a hundred songs', () => {
  const world = worldOf([
    'Polly — Nirvana',
    'Don’t Cry — Guns',
    'Fox on the Run — Sweet',
    'Катюша — Лидия',
    'Яблони — Ляпис',
    'Zombie — The Cranberries',
    'Дай — Чай',
  ])
  assert.deepEqual(world.found('хз'), [], 'not what begins with «p»')
  assert.deepEqual(world.found('яб'), ['Яблони — Ляпис'], 'nor with «z»')
  assert.deepEqual(world.found('катюха'), ['Катюша — Лидия'], 'nor «rfn» and «f» but for a letter')
  assert.deepEqual(world.found('lfq'), ['Дай — Чай'], 'a short word is retyped to the letter')
  assert.deepEqual(world.found('lfr'), [], 'or not at all')
  assert.deepEqual(world.found('вщтэе скн'), ['Don’t Cry — Guns'], 'an apostrophe is no loss')
})

test('the whole comes before beginnings, beginnings before other spellings, and wrong letters only where there is none of these', () => {
  const world = worldOf({
    'Мост — Первый': 0,
    'Мостовая — Второй': 5,
    'Ghbdt — Third': 0,
    'Привет — Четвёртый': 9,
    'Gxbd — Fifth': 90,
    'Моста — Шестой': 90,
    'Рост — Седьмой': 99,
  })
  assert.deepEqual(world.found('мост'), ['Мост — Первый', 'Моста — Шестой', 'Мостовая — Второй'])
  assert.deepEqual(world.found('ност'), [
    'Рост — Седьмой',
    'Моста — Шестой',
    'Мостовая — Второй',
    'Мост — Первый',
  ])
  assert.deepEqual(world.found('ghbd'), ['Ghbdt — Third', 'Привет — Четвёртый'])
})

test('what only resembles the input is no tail behind what answers it, in whichever index that is', () => {
  const world = worldOf(['Лесной олень — Аида', 'Ocean Eyes — Billie', 'Zombie — Cranberries'])
  assert.deepEqual(world.found('осень'), ['Лесной олень — Аида', 'Ocean Eyes — Billie'])
  const came = line('Осень — Лицей')
  world.search.add([came, line('Бухгалтер — Комбинация')])
  assert.deepEqual(world.found('осень'), [came.id])
  assert.deepEqual(world.found('зомби'), ['Zombie — Cranberries'])
  const [first] = [world.ids('Лесной олень — Аида')]
  assert.deepEqual(world.found('осень', { first }), [came.id], 'not even out of the repertoire')
  assert.deepEqual(world.found('осень', { first, onlyFirst: true }), ['Лесной олень — Аида'])
})

test('the whole is the title, title with performer, or performer with title', () => {
  const world = worldOf({ 'Кино — Тату': 0, 'Кино и немцы — Тату': 50, 'Тату кино — Кто': 9 })
  assert.equal(world.found('кино')[0], 'Кино — Тату')
  const matches = (input: string) =>
    world.search.search(input, { limit: 2 }).map(({ match }) => match)
  assert.deepEqual(matches('кино тату'), ['exact', 'prefix'])
  assert.deepEqual(matches('тату кино'), ['exact', 'exact'])
})

test('of equal answers what was ordered more comes first, and then the order of titles decides', () => {
  const world = worldOf({
    'Ночь Б — Кто': 1,
    'Ночь — Кто': 0,
    'Ночь А — Кто': 1,
    'Ночь В — Кто': 7,
  })
  const order = ['Ночь В — Кто', 'Ночь А — Кто', 'Ночь Б — Кто', 'Ночь — Кто']
  assert.deepEqual(world.found('ноч'), order)
})

test('where all words but the last are whole, the song comes before those that only begin so', () => {
  const world = worldOf({ 'Я люблю — Кто': 0, 'Яблоки любви — Кто': 90 })
  assert.deepEqual(world.found('я люб'), ['Я люблю — Кто', 'Яблоки любви — Кто'])
})

test('a repertoire comes before all others with any of its hits, and may be all that is looked in', () => {
  const songs = {
    'Мост — Первый': 90,
    'Мосты — Второй': 80,
    'Рост — Седьмой': 0,
    'Лось — Чужой': 70,
  }
  const world = worldOf(songs)
  const first = [...world.ids('Рост — Седьмой', 'Лось — Чужой', 'Мосты — Второй'), 'no id at all']
  assert.deepEqual(world.found('мост', { first }), ['Мосты — Второй', 'Мост — Первый'])
  assert.deepEqual(world.found('лость', { first }), ['Лось — Чужой'])
  assert.deepEqual(world.found('мост', { first, onlyFirst: true }), ['Мосты — Второй'])
  assert.deepEqual(world.found('мост', { first, limit: 1 }), ['Мосты — Второй'])
  assert.deepEqual(world.found('мост', { first: [], onlyFirst: true }), [])
  const flags = world.search.search('мост', { limit: 3, first }).map((hit) => hit.first)
  assert.deepEqual(flags, [true, false])
})

test('names of nothing but signs are found as they stand', () => {
  const world = worldOf(['??? — Кино', '!!! — !!!', 'Вопрос — Кино'])
  assert.equal(world.found('???')[0], '??? — Кино')
  assert.equal(world.match('???'), 'exact')
  assert.deepEqual(world.found(' !!! '), ['!!! — !!!'])
  assert.deepEqual(world.found(' — '), [])
})

test('a word that a title repeats is asked for once or as often', () => {
  const world = worldOf(['Ля ля ля — Хор', 'Ля — Соло'])
  assert.equal(world.match('ля ля ля'), 'exact')
  assert.equal(world.found('ля ля ля')[0], 'Ля ля ля — Хор')
  assert.deepEqual(world.found('ля'), ['Ля — Соло', 'Ля ля ля — Хор'])
})

test('a letter of the other alphabet that only looks alike is read as the word’s own', () => {
  const world = worldOf([
    'Плачеш і ждеш — Хор',
    'Нeбo — Высота',
    'Отпускаю — МакSим',
    'Fіre — Dаnсe Club',
    'Витамин C — Аптека',
  ])
  for (const [input, song] of [
    ['ПЛАЧЕШ I ЖДЕШ', 'Плачеш і ждеш — Хор'],
    ['плачеш и ждеш', 'Плачеш і ждеш — Хор'],
    ['небо', 'Нeбo — Высота'],
    ['HЕБО', 'Нeбo — Высота'],
    ['максим отпускаю', 'Отпускаю — МакSим'],
    ['fire dance', 'Fіre — Dаnсe Club'],
    ['витамин с', 'Витамин C — Аптека'],
  ] as const) {
    assert.deepEqual(world.found(input), [song], input)
    assert.notEqual(world.match(input), 'similar', input)
  }
})

test('Ukrainian and Belarusian words are found in Russian letters, in Latin ones and on every layout', () => {
  const world = worldOf([
    'Обійми — Океан Ельзи',
    'Їхав козак — Ґанок',
    'Касіў Ясь — Песняры',
    'Smells — Bob',
  ])
  for (const [input, song] of [
    ['обийми ельзи', 'Обійми — Океан Ельзи'],
    ['obiymy', 'Обійми — Океан Ельзи'],
    ['j,sqvb', 'Обійми — Океан Ельзи'],
    ['ихав', 'Їхав козак — Ґанок'],
    ['ганок', 'Їхав козак — Ґанок'],
    ['yikhav kozak', 'Їхав козак — Ґанок'],
    ['касиу ясь', 'Касіў Ясь — Песняры'],
    ['kasiw', 'Касіў Ясь — Песняры'],
    ['rfcbo zcm', 'Касіў Ясь — Песняры'],
    ['іьудді', 'Smells — Bob'],
  ] as const)
    assert.equal(world.found(input)[0], song, input)
})

test('spaces and signs may stand elsewhere or nowhere', () => {
  const world = worldOf([
    ROSES,
    'Y.M.C.A. — Village People',
    'Thunderstruck — AC/DC',
    'Don’t Cry — Guns N’ Roses',
    'Не́кто — ACDC Tribute',
    'Acid — Ada',
    'Мой рок-н-ролл — Би-2',
  ])
  assert.deepEqual(world.found('рокнролл'), ['Мой рок-н-ролл — Би-2'])
  assert.deepEqual(world.found('белыерозы'), [ROSES])
  assert.deepEqual(world.found('белыерозы ласк'), [ROSES])
  assert.deepEqual(world.found('бел ыерозы'), [ROSES])
  assert.deepEqual(world.found('ymca'), ['Y.M.C.A. — Village People'])
  assert.deepEqual(world.found('dont cry'), ['Don’t Cry — Guns N’ Roses'])
  assert.deepEqual(worldOf(['Thunderstruck — AC/DC', 'Acid — Ada']).found('acdc thunder'), [
    'Thunderstruck — AC/DC',
  ])
  assert.deepEqual(worldOf(['Белые ночи, розы — Хор']).found('белыерозы'), [], 'a row of others')
})

test('tags and guests in the input do not keep the plain song away', () => {
  const world = worldOf([ROSES, 'Белые розы (минус) — Ласковый май', 'Кукушка — Кино'])
  assert.equal(world.found('Белые розы [БЕК ВОКАЛ]')[0], ROSES)
  assert.equal(world.found('БЕЛЫЕ РОЗЫ (МИНУС)')[0], ROSES)
  assert.equal(world.found('кукушка минус')[0], 'Кукушка — Кино')
  for (const input of ['Кино feat. Гость — Кукушка', 'Кукушка (feat. Гость)', 'Кино ft. Кукушка'])
    assert.deepEqual(world.found(input), ['Кукушка — Кино'], input)
  const guests = worldOf(['Кукушка — Автор, Соавтор feat. Гость'])
  for (const input of ['автор соавтор гость кукушка', 'Автор, Соавтор ft. Гость', 'кукушка гость'])
    assert.equal(guests.found(input).length, 1, input)
  assert.deepEqual(world.found('[live]'), [], 'a tag alone is looked for as it stands')
})

test('what video sites write behind a title does not keep the song away', () => {
  const world = worldOf([
    'Группа крови — Кино',
    'We Will Rock You — Queen',
    'Выхода нет — Сплин',
    'Video Killed the Radio Star — The Buggles',
    'Слова — Другой',
  ])
  for (const [input, song] of [
    ['Кино – Группа крови (Official Video)', 'Группа крови — Кино'],
    ['группа крови (клип)', 'Группа крови — Кино'],
    ['Группа крови [official music video, 4K HD]', 'Группа крови — Кино'],
    ['кино группа крови (official audio)', 'Группа крови — Кино'],
    ['queen we will rock you lyric video', 'We Will Rock You — Queen'],
    ['Сплин - Выхода нет (текст)', 'Выхода нет — Сплин'],
    ['сплин выхода нет аккорды', 'Выхода нет — Сплин'],
    ['video killed', 'Video Killed the Radio Star — The Buggles'],
    ['слова', 'Слова — Другой'],
  ] as const)
    assert.deepEqual(world.found(input), [song], input)
})
