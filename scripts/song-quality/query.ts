/** The changes to a title before it is typed. */
export const KINDS = [
  'plain',
  'prefix',
  'typo-replaced',
  'typo-inserted',
  'typo-dropped',
  'typo-swapped',
  'typo-in-prefix',
  'order',
  'performer',
  'yo',
  'case',
  'translit-latin',
  'translit-cyrillic',
  'layout-latin',
  'layout-cyrillic',
  'look-alikes',
  'joined',
  'no-signs',
  'tags',
  'ukrainian',
  'layout-ukrainian',
  'guest',
] as const
export type Kind = (typeof KINDS)[number]

/** As they stand in hand-written.csv. */
export const HAND_KINDS = [
  'plain',
  'prefix',
  'typo',
  'typo-in-prefix',
  'order',
  'performer',
  'yo',
  'case',
  'translit-latin',
  'translit-cyrillic',
  'layout',
  'by-ear',
] as const
export type HandKind = (typeof HAND_KINDS)[number]

export type Wanted = { title: string; artistName: string; key: string }

export type Query = {
  typed: string
  /** The same with its letters in the right alphabet: what of the catalogue would answer it. */
  meant: string
  wanted: Wanted
  kind: Kind | HandKind
  byHand: boolean
  /** The position of the wrong letter in the word. */
  place?: 'first' | 'middle' | 'last'
}

export const LABELS: Readonly<Record<Kind | HandKind, string>> = {
  plain: 'название целиком',
  prefix: 'начало последнего слова, 3–6 букв',
  typo: 'неверная буква',
  'typo-replaced': 'неверная буква: замена',
  'typo-inserted': 'неверная буква: лишняя',
  'typo-dropped': 'неверная буква: пропуск',
  'typo-swapped': 'неверная буква: перестановка',
  'typo-in-prefix': 'неверная буква в начале слова',
  order: 'слова в другом порядке',
  performer: 'исполнитель и название',
  yo: 'е вместо ё и наоборот',
  case: 'регистр и знаки',
  'translit-latin': 'русское латиницей',
  'translit-cyrillic': 'латинское кириллицей',
  layout: 'не та раскладка',
  'layout-latin': 'не та раскладка, русское',
  'layout-cyrillic': 'не та раскладка, латинское',
  'look-alikes': 'похожие буквы другого алфавита',
  joined: 'слова слитно',
  'no-signs': 'знаки опущены',
  tags: 'пометка в скобках',
  ukrainian: 'украинское русскими буквами',
  'layout-ukrainian': 'не та раскладка, украинская',
  guest: 'исполнитель с гостем (feat.)',
  'by-ear': 'на слух (обещано не было)',
}

/** The share of queries with their song among the first five: targets of the song search. */
export const TARGETS: Readonly<Record<Kind | HandKind, number | null>> = {
  plain: 0.99,
  prefix: 0.99,
  typo: 0.96,
  'typo-replaced': 0.96,
  'typo-inserted': 0.96,
  'typo-dropped': 0.96,
  'typo-swapped': 0.96,
  'typo-in-prefix': 0.94,
  order: 0.99,
  performer: 0.99,
  yo: 0.99,
  // Initials without their dots («ymca») and «im» without its apostrophe are other words.
  case: 0.96,
  'translit-latin': 0.97,
  'translit-cyrillic': 0.97,
  layout: 0.97,
  'layout-latin': 0.97,
  'layout-cyrillic': 0.97,
  'look-alikes': 0.99,
  joined: 0.96,
  'no-signs': 0.96,
  tags: 0.99,
  ukrainian: 0.97,
  'layout-ukrainian': 0.97,
  guest: 0.99,
  'by-ear': null,
}
