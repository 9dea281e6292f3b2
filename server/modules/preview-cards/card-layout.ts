import type { PreviewCard } from '#domain/concerts/preview-card.ts'
import { PRINT } from '#domain/concerts/poster-run.ts'
import { DISPLAY, TEXT, drawable } from './card-fonts.ts'

/** Pixels; the largest that fits is used. */
const SIZES = [156, 132, 112, 96, 82, 70, 60] as const
const SMALLEST = 60

/** The width of a letter of the display type, in parts of its size; a little more than measured. */
const LETTER = 0.47
const TITLE_LEADING = 0.88

/** Returns the number of lines for these words where a line has `letters`; a word longer than a line is broken. */
function linesOf(words: readonly string[], letters: number): number {
  let lines = 1
  let used = 0
  for (const { length } of words) {
    const joined = used === 0 ? length : used + 1 + length
    if (joined <= letters) {
      used = joined
      continue
    }
    lines += (used === 0 ? 0 : 1) + Math.ceil(length / letters) - 1
    used = length % letters === 0 ? letters : length % letters
  }
  return lines
}

/** Returns the size in which a title fills its place without overflow, and the most lines that it may take there. */
function titleSize(
  title: string,
  place: { width: number; height: number },
): { size: number; lines: number } {
  const words = title.split(' ')
  const longest = Math.max(...words.map(({ length }) => length))
  const room = (size: number) => ({
    letters: Math.floor(place.width / (size * LETTER)),
    lines: Math.floor(place.height / (size * TITLE_LEADING)),
  })
  const size =
    SIZES.find((one) => {
      const { letters, lines } = room(one)
      return longest <= letters && linesOf(words, letters) <= lines
    }) ?? SMALLEST
  return { size, lines: room(size).lines }
}

/** What satori draws: the shape of a React element, without React. */
export type CardBox = {
  type: 'div'
  props: {
    style: Record<string, string | number>
    children?: string | CardBox | readonly CardBox[]
  }
}

export const CARD_WIDTH = 1200
export const CARD_HEIGHT = 630
/** Where the text ends and the picture begins. */
export const WORDS_WIDTH = 668

const EDGE = 56
const INNER = WORDS_WIDTH - 2 * EDGE
const TITLE_HEIGHT = 310
const LOGO_WIDTH = 130

export function box(
  style: CardBox['props']['style'],
  children?: string | CardBox | readonly CardBox[],
): CardBox {
  const display = typeof children === 'string' ? 'block' : 'flex'
  return { type: 'div', props: { style: { display, ...style }, ...(children && { children }) } }
}

export const line = (
  text: string,
  size: number,
  lines: number,
  more: CardBox['props']['style'] = {},
) => box({ fontFamily: TEXT, fontSize: size, lineHeight: 1.3, lineClamp: lines, ...more }, text)

function sign(colour: string, height: number): CardBox {
  const part = height / 591
  const dot = () =>
    box({
      width: 116 * part,
      height: 116 * part,
      borderRadius: 116 * part,
      backgroundColor: colour,
    })
  const bar = (width: number) =>
    box({ width: width * part, height, marginLeft: 50 * part, backgroundColor: colour })
  return box({ alignItems: 'center', height }, [
    box({ flexDirection: 'column', gap: 81 * part }, [dot(), dot()]),
    bar(40),
    bar(124),
  ])
}

/** Two dots mean that the concert is on. */
function badge(text: string, { paper, ink }: { paper: string; ink: string }): CardBox {
  const dot = (opacity: number) =>
    box({ width: 16, height: 16, borderRadius: 16, backgroundColor: paper, opacity })
  return box(
    {
      alignItems: 'center',
      alignSelf: 'flex-start',
      gap: 18,
      padding: '10px 22px 12px 18px',
      backgroundColor: ink,
      color: paper,
    },
    [
      box({ flexDirection: 'column', gap: 8 }, [dot(1), dot(0.45)]),
      box({ fontFamily: DISPLAY, fontWeight: 800, fontSize: 44, lineHeight: 1 }, text),
    ],
  )
}

function rule(ink: string): CardBox {
  return box({ flexDirection: 'column', gap: 5 }, [
    box({ height: 10, backgroundColor: ink }),
    box({ height: 3, backgroundColor: ink }),
  ])
}

function head({ live, above }: PreviewCard, print: { paper: string; ink: string }): CardBox {
  const text = above === '' ? '' : drawable(above, 'Живая музыка')
  const beginning =
    live === null
      ? line(text, 32, 1, { width: INNER - LOGO_WIDTH - 24, height: 44 })
      : badge(live, print)
  return box({ alignItems: 'flex-start', justifyContent: 'space-between' }, [
    beginning,
    logo(print.ink),
  ])
}

/** The text of a card beside the place of its picture. */
export function cardLayout(card: PreviewCard): CardBox {
  const print = PRINT[card.run]
  const title = drawable(card.title, card.otherwise)
  const { size, lines } = titleSize(title, { width: INNER, height: TITLE_HEIGHT })
  const facts = card.facts.map((fact) => drawable(fact, '')).filter((fact) => fact !== '')
  const words = box(
    {
      flexDirection: 'column',
      width: INNER,
      height: CARD_HEIGHT - 2 * 48,
      padding: `48px ${EDGE}px`,
      backgroundColor: print.paper,
      color: print.ink,
    },
    [
      head(card, print),
      box(
        {
          marginTop: 24,
          fontFamily: DISPLAY,
          fontWeight: 800,
          fontSize: size,
          lineHeight: TITLE_LEADING,
          lineClamp: lines,
          wordBreak: 'break-word',
        },
        title,
      ),
      box({ flexDirection: 'column', marginTop: 'auto' }, [
        rule(print.ink),
        box(
          { flexDirection: 'column', gap: 2, marginTop: 20, width: INNER },
          facts.map((fact, at) => line(fact, at === 0 ? 32 : 28, at === 0 ? 1 : 2)),
        ),
      ]),
    ],
  )
  const edge = (width: number, left: number) =>
    box({
      position: 'absolute',
      top: 0,
      left,
      width,
      height: CARD_HEIGHT,
      backgroundColor: print.ink,
    })
  return box({ width: CARD_WIDTH, height: CARD_HEIGHT }, [
    words,
    edge(4, WORDS_WIDTH),
    box({
      position: 'absolute',
      top: 0,
      left: WORDS_WIDTH + 4,
      width: 6,
      height: CARD_HEIGHT,
      backgroundColor: print.paper,
    }),
    edge(12, WORDS_WIDTH + 10),
  ])
}

export function logo(ink: string, size = 58): CardBox {
  return box({ alignItems: 'center', gap: 5 }, [
    box({ fontFamily: DISPLAY, fontWeight: 800, fontSize: size, lineHeight: 1 }, 'Бис'),
    sign(ink, size * 0.59),
  ])
}
