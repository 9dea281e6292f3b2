/** Towns that follow no rule below, and those that stay as they are where the rule would bend them. */
const EXCEPTIONS = new Map([
  ['Бор', 'Бору'],
  ['Волочёк', 'Волочке'],
  ['Елец', 'Ельце'],
  ['Нерюнгри', 'Нерюнгри'],
  ['Орёл', 'Орле'],
  ['Сочи', 'Сочи'],
  ['Тольятти', 'Тольятти'],
  ['Уренгой', 'Уренгое'],
  ['Череповец', 'Череповце'],
  ['Шали', 'Шали'],
])

/** «в Ярославле», unlike «в Казани»: towns in -ь that are masculine. */
const MASCULINE = /(?:поль|славль|^Анадырь|^Гусь|^Суздаль)$/u

/** Endings of adjectives: a first word («Великий Новгород») or a whole name («Волжский»). */
const OF_ADJECTIVES: readonly (readonly [ending: RegExp, instead: string])[] = [
  [/(?<=[жчшщ])ий$|(?<=н)ий$/u, 'ем'],
  [/(?:ый|ий|ой|ое)$/u, 'ом'],
  [/ая$/u, 'ой'],
  [/яя$/u, 'ей'],
  [/ые$/u, 'ых'],
  [/ие$/u, 'их'],
]

/** «Сергиев» of «Сергиев Посад», but the whole of «Королёв» is a noun. */
const OF_FIRST_WORDS: typeof OF_ADJECTIVES = [...OF_ADJECTIVES, [/(?<=[ео]в)$/u, 'ом']]

/** Endings of nouns; a name in -о, -е, -э or -у («в Иваново», «в Улан-Удэ») stays. */
const OF_NOUNS: readonly (readonly [ending: RegExp, instead: string])[] = [
  [/ия$/u, 'ии'],
  [/[ая]$/u, 'е'],
  [/ь$/u, 'и'],
  [/ы$|(?<=[гжкхчшщ])и$/u, 'ах'],
  [/и$/u, 'ях'],
  [/й$/u, 'е'],
  [/(?<=[бвгджзклмнпрстфхцчшщ])$/u, 'е'],
]

/** «в», or «во» where two consonants would stumble over it. */
const STUMBLES = /^(?:[ВФ][бвгджзклмнпрстфхцчшщ]|Льв|Мц|Рж)/u
const RUSSIAN = /^[А-ЯЁ][А-ЯЁа-яё\- ]*$/u

/** Where something happens: «в Казани», «во Владивостоке», «в Набережных Челнах»; «в городе Riga» for a name that is not written in Russian. */
export function inTown(name: string): string {
  if (!RUSSIAN.test(name)) return `в городе ${name}`
  return `${STUMBLES.test(name) ? 'во' : 'в'} ${located(name)}`
}

function located(name: string): string {
  const words = name.split(' ')
  const last = words.pop() ?? ''
  return [...words.map((word) => bent(word, OF_FIRST_WORDS) ?? word), lastWord(last)].join(' ')
}

/** «Ростов-на-Дону» bends before its river, «Каменск-Уральский» in both parts, «Улан-Удэ» and the like in the last. */
function lastWord(word: string): string {
  const [place = '', river] = word.split(/(?=-на-)/u)
  if (river !== undefined) return noun(place) + river
  const parts = word.split('-')
  const last = parts.pop() ?? ''
  if (parts.length === 0) return noun(last)
  const adjective = /[кн](?:ий|ый|ое)$/u.test(last)
  return [...(adjective ? parts.map(noun) : parts), noun(last)].join('-')
}

function noun(word: string): string {
  const known = EXCEPTIONS.get(word)
  if (known !== undefined) return known
  if (MASCULINE.test(word)) return word.replace(/ь$/u, 'е')
  return bent(word, OF_ADJECTIVES) ?? bent(word, OF_NOUNS) ?? word
}

function bent(word: string, endings: typeof OF_NOUNS): string | undefined {
  const found = endings.find(([ending]) => ending.test(word))
  return found && word.replace(...found)
}
