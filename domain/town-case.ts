/** Words that follow no rule below, and those that stay unchanged where a rule would inflect them. */
const EXCEPTIONS = new Map([
  ['Алматы', 'Алматы'],
  ['Ая', 'Ае'],
  ['Батуми', 'Батуми'],
  ['Белиджи', 'Белиджи'],
  ['Берега', 'Берегах'],
  ['Бор', 'Бору'],
  ['Борок', 'Борке'],
  ['Волочёк', 'Волочке'],
  ['Гюмри', 'Гюмри'],
  ['Камень', 'Камне'],
  ['Карши', 'Карши'],
  ['Кутаиси', 'Кутаиси'],
  ['Лес', 'Лесу'],
  ['Лихой', 'Лихом'],
  ['Лог', 'Логу'],
  ['Локоть', 'Локте'],
  ['Навои', 'Навои'],
  ['Нерюнгри', 'Нерюнгри'],
  ['Озеро', 'Озере'],
  ['Озёра', 'Озёрах'],
  ['Орёл', 'Орле'],
  ['Починок', 'Починке'],
  ['Рустави', 'Рустави'],
  ['Сапожок', 'Сапожке'],
  ['Село', 'Селе'],
  ['Сочи', 'Сочи'],
  ['Сурхахи', 'Сурхахи'],
  ['Тбилиси', 'Тбилиси'],
  ['Тикси', 'Тикси'],
  ['Тольятти', 'Тольятти'],
  ['Торжок', 'Торжке'],
  ['Укрепление', 'Укреплении'],
  ['Уренгой', 'Уренгое'],
  ['Хая', 'Хае'],
  ['Хилок', 'Хилке'],
  ['Шали', 'Шали'],
])

/** Names whose first word no rule inflects correctly. */
const WHOLE_EXCEPTIONS = new Map([
  ['Вершина Тёи', 'Вершине Тёи'],
  ['Ерофей Павлович', 'Ерофее Павловиче'],
  ['Заветы Ильича', 'Заветах Ильича'],
  ['Камень-Рыболов', 'Камень-Рыболове'],
  ['Лев Толстой', 'Льве Толстом'],
  ['Память Парижской Коммуны', 'Памяти Парижской Коммуны'],
  ['Первое Мая', 'Первом Мая'],
  ['Третий Северный', 'Третьем Северном'],
])

/** «в Ярославле», unlike «в Казани»: towns in -ь that are masculine. */
const MASCULINE =
  /(?:поль|славль|мышль|куль|пауль|ёль|абль|тырь)$|^(?:Анадырь|Врангель|Гергебиль|Гомель|Гусь|Джалиль|Ивдель|Караидель|Кинель|Лямбирь|Мозырь|Невель|Никель|Новосиль|Октябрь|Рошаль|Строитель|Суздаль|Тигиль|Тисуль|Хороль|Чебаркуль|Эртиль|Янталь)$/u

/** Endings of adjectives: a first word («Великий Новгород») or a whole name («Волжский», but not «Курчалой»). */
const OF_ADJECTIVES: readonly (readonly [ending: RegExp, instead: string])[] = [
  [/([жчшщн])ий$/u, '$1ем'],
  [/(?:ый|ий|ое)$/u, 'ом'],
  [/([вн]|ск|тор)ой$/u, '$1ом'],
  [/ая$/u, 'ой'],
  [/яя$/u, 'ей'],
  [/ые$/u, 'ых'],
  [/ие$/u, 'их'],
]

/** «Сергиев» of «Сергиев Посад» and «Зубова» of «Зубова Поляна», but the whole of «Королёв» is a noun. */
const OF_FIRST_WORDS: typeof OF_ADJECTIVES = [
  ...OF_ADJECTIVES,
  [/ой$/u, 'ом'],
  [/ее$/u, 'ем'],
  [/ьи$/u, 'ьих'],
  [/([её]в|ов|ин)$/u, '$1ом'],
  [/([её]в|ов|ин)а$/u, '$1ой'],
]

/** Endings of nouns; a name in -о, -е, -э or -у («в Иваново», «в Улан-Удэ») stays, and so does a Finnish one. */
const OF_NOUNS: readonly (readonly [ending: RegExp, instead: string])[] = [
  [/(ярв|ртт)и$/u, '$1и'],
  [/лец$/u, 'льце'],
  [/([аеи])ец$/u, '$1йце'],
  [/([бвгджзкмнпрст])ец$/u, '$1це'],
  [/(г)ородок$/iu, '$1ородке'],
  [/ия$/u, 'ии'],
  [/[ая]$/u, 'е'],
  [/ь$/u, 'и'],
  [/ы$/u, 'ах'],
  [/([гжкхчшщ])и$/u, '$1ах'],
  [/и$/u, 'ях'],
  [/й$/u, 'е'],
  [/([бвгджзклмнпрстфхцчшщ])$/u, '$1е'],
]

/** Parts before a hyphen that never change: «в Усть-Ордынском». */
const UNINFLECTED = new Set(['Али', 'Верх', 'Усть'])

/** «в», or «во» before two consonants that are hard to pronounce after it. */
const TAKES_VO = /^(?:[ВФ][бвгджзклмнпрстфхцчшщ]|Льв|Мц|Рж)/u
const RUSSIAN = /^[А-ЯЁ][А-ЯЁа-яё\- ]*$/u
/** «Североморск-3» */
const NUMBERED = /^(.+)(-\d+)$/u

/** A town with its region, where it has one: so it is stored and read. */
export const townText = ({ name, region }: { readonly name: string; readonly region: string }) =>
  region === '' ? name : `${name}, ${region}`

/** The town of such a text, without its region. */
export const shortTown = (town: string) => town.split(',')[0] ?? ''

/**
 * Returns the phrase for where something happens: «в Казани», «во Владивостоке», «в Набережных Челнах»; «в городе Riga»
 * for a name that is not written in Russian.
 */
export function inTown(name: string): string {
  if (name.startsWith('Имени ')) return `в посёлке имени ${name.slice('Имени '.length)}`
  const [, place = name, number = ''] = NUMBERED.exec(name) ?? []
  if (!RUSSIAN.test(place)) return `в городе ${name}`
  const phrase = WHOLE_EXCEPTIONS.get(place) ?? located(place)
  return `${TAKES_VO.test(phrase) ? 'во' : 'в'} ${phrase}${number}`
}

function located(name: string): string {
  const words = name.split(' ')
  const last = words.pop() ?? ''
  // «Струги Красные»: the adjective comes after its noun.
  const nounFirst = words.length === 1 && inflected(last, OF_ADJECTIVES) !== undefined
  const first = (word: string) => inflected(word, OF_FIRST_WORDS) ?? (nounFirst ? noun(word) : word)
  return [...words.map(first), lastWord(last)].join(' ')
}

/** «Ростов-на-Дону» is inflected before its river, «Каменск-Уральский» in both parts, «Улан-Удэ» and the like in the last. */
function lastWord(word: string): string {
  const [place = '', river] = word.split(/(?=-на-)/u)
  if (river !== undefined) return noun(place) + river
  const parts = word.split('-')
  const last = parts.pop() ?? ''
  if (parts.length === 0) return noun(last)
  const adjective = /[кн](?:ий|ый|ое)$/u.test(last)
  const isInflected = (part: string) =>
    (adjective || /(?:ск|н)ое$/u.test(part)) && !UNINFLECTED.has(part)
  return [...parts.map((part) => (isInflected(part) ? noun(part) : part)), noun(last)].join('-')
}

function noun(word: string): string {
  const known = EXCEPTIONS.get(word)
  if (known !== undefined) return known
  if (MASCULINE.test(word)) return word.replace(/ь$/u, 'е')
  return inflected(word, OF_ADJECTIVES) ?? inflected(word, OF_NOUNS) ?? word
}

function inflected(word: string, endings: typeof OF_NOUNS): string | undefined {
  const found = endings.find(([ending]) => ending.test(word))
  return found && word.replace(...found)
}
