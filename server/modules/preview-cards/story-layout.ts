import type { StoryCard } from '#domain/concerts/preview-card.ts'
import { PRINT } from '#domain/concerts/poster-run.ts'
import { DISPLAY, drawable } from './card-fonts.ts'
import type { CardBox } from './card-layout.ts'
import { box, line, logo } from './card-layout.ts'

export const STORY_WIDTH = 1080
export const STORY_HEIGHT = 1920
/** Phones draw their controls over the upper seventh of a story, so the picture is there. */
export const ART_HEIGHT = 600

const EDGE = 72
const INNER = STORY_WIDTH - 2 * EDGE
/** Phones draw their controls here too. */
const FOOT = 250

const display = (text: string, size: number, more: CardBox['props']['style'] = {}) =>
  box(
    {
      fontFamily: DISPLAY,
      fontWeight: 800,
      fontSize: size,
      lineHeight: 1.04,
      wordBreak: 'break-word',
      ...more,
    },
    text,
  )

const band = (colour: string, height: number) => box({ height, backgroundColor: colour })

/** The number of the evening's songs, the bar, and what is counted. */
function sum({ songs, ofEvening }: StoryCard, ink: string): CardBox {
  // Digits have no descenders: the line is as high as they are.
  const digits = songs > 99 ? 380 : 560
  return box({ alignItems: 'center', gap: 36, height: 396 }, [
    display(String(songs), digits, { lineHeight: 0.64, paddingTop: digits * 0.06 }),
    box({ gap: 8, height: 396 }, [
      box({ width: 6, height: 396, backgroundColor: ink }),
      box({ width: 18, height: 396, backgroundColor: ink }),
    ]),
    box(
      { flexDirection: 'column' },
      ofEvening.map((word) => display(word, 112, { lineHeight: 0.96 })),
    ),
  ])
}

/** By the number of titles, pixels. */
const SIZES = [92, 92, 78, 60]

/** The titles: the listener's own, or the first of all. */
function named({ above, titles, more }: StoryCard): readonly CardBox[] {
  if (titles.length === 0) return []
  const lineClamp = titles.length === 1 ? 2 : 1
  const size = SIZES[titles.length - 1] ?? 60
  return [
    line(above, 36, 1, { marginTop: 48, fontWeight: 700 }),
    box(
      { flexDirection: 'column', marginTop: 18 },
      titles.map((title) => display(drawable(title, 'Песня'), size, { lineClamp })),
    ),
    ...(more === '' ? [] : [line(more, 36, 1, { marginTop: 6 })]),
  ]
}

/** A sheet for stories: the hands above, the evening in one number below them. */
export function storyLayout(card: StoryCard): CardBox {
  const { paper, ink } = PRINT[card.run]
  const head = 16 + 10 + 6
  return box({ flexDirection: 'column', width: STORY_WIDTH, height: STORY_HEIGHT, color: ink }, [
    box({ height: ART_HEIGHT }),
    band(ink, 16),
    band(paper, 10),
    band(ink, 6),
    box(
      {
        flexDirection: 'column',
        width: INNER,
        height: STORY_HEIGHT - ART_HEIGHT - head - 64 - FOOT,
        padding: `64px ${EDGE}px ${FOOT}px`,
        backgroundColor: paper,
      },
      [
        sum(card, ink),
        ...named(card),
        box({ flexDirection: 'column', gap: 28, marginTop: 'auto' }, [
          band(ink, 6),
          box({ justifyContent: 'space-between', alignItems: 'center', width: INNER }, [
            box({ flexDirection: 'column', gap: 6, width: INNER - 240 }, [
              display(drawable(card.artist, card.otherwise), 60, { lineClamp: 1 }),
              line(drawable(card.facts, ''), 34, 1),
            ]),
            logo(ink, 92),
          ]),
        ]),
      ],
    ),
  ])
}
