type TitleSize = 'large' | 'medium' | 'small'

/** The longest title, and the longest word, in characters, that fit a size: a word is not broken where a smaller size fits it. */
const ROOM = {
  phone: { large: { title: 36, word: 14 }, medium: { title: 72, word: 18 } },
  tablet: { large: { title: 36, word: 10 }, medium: { title: 72, word: 15 } },
} as const

/** The size of a title over the pad. */
export function titleSize(title: string, screen: keyof typeof ROOM): TitleSize {
  const word = Math.max(...title.split(/[\s-]+/u).map((part) => part.length))
  const { large, medium } = ROOM[screen]
  if (title.length <= large.title && word <= large.word) return 'large'
  return title.length <= medium.title && word <= medium.word ? 'medium' : 'small'
}
