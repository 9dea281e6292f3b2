export type TitleSize = 'large' | 'medium' | 'small'

/** The longest title, and the longest word, in characters, that a size can carry: a word is not broken while a smaller size holds it. */
const ROOM = {
  phone: { large: { title: 36, word: 14 }, medium: { title: 72, word: 18 } },
  tablet: { large: { title: 36, word: 10 }, medium: { title: 72, word: 15 } },
} as const

/** How large a title may be written over the pad. */
export function titleSize(title: string, screen: keyof typeof ROOM): TitleSize {
  const word = Math.max(...title.split(/[\s-]+/u).map((part) => part.length))
  const { large, medium } = ROOM[screen]
  if (title.length <= large.title && word <= large.word) return 'large'
  return title.length <= medium.title && word <= medium.word ? 'medium' : 'small'
}
