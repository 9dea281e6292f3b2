type TitleSize = 'large' | 'medium' | 'small' | 'least'

/** An upright phone, a phone on its side, or a music stand. */
export type StageShape = 'phone' | 'side' | 'tablet'

/** The longest title, and the longest word, in characters, that fit a size: a word is not broken where a smaller size fits it. */
const ROOM = {
  phone: [
    ['large', 26, 10],
    ['medium', 34, 12],
    ['small', 60, 14],
  ],
  side: [
    ['large', 22, 11],
    ['medium', 30, 13],
    ['small', 36, 16],
  ],
  tablet: [
    ['large', 26, 9],
    ['medium', 34, 10],
    ['small', 60, 13],
  ],
} as const satisfies Record<StageShape, readonly (readonly [TitleSize, number, number])[]>

/** The size of a title over the pad. */
export function titleSize(title: string, shape: StageShape): TitleSize {
  const longest = Math.max(...title.split(/[\s-]+/u).map((part) => part.length))
  const fits = ROOM[shape].find(([, room, word]) => title.length <= room && longest <= word)
  return fits?.[0] ?? 'least'
}
