import type { StoryCard } from '#domain/concerts/preview-card.ts'
import { PRINT } from '#domain/concerts/poster-run.ts'
import { DISPLAY, drawable } from './card-fonts.ts'
import type { CardBox } from './card-layout.ts'
import { TITLE_LEADING, box, line, logo, rule, titleSize } from './card-layout.ts'

export const STORY_WIDTH = 1080
export const STORY_HEIGHT = 1920
/** Phones draw their controls over the upper seventh of a story, so the picture is there. */
export const ART_HEIGHT = 600

const EDGE = 72
const INNER = STORY_WIDTH - 2 * EDGE
const TITLE_HEIGHT = 250
/** Up to this number of songs there is room for large letters. */
const FEW = 2

const display = (text: string, size: number, more: CardBox['props']['style'] = {}) =>
  box(
    {
      fontFamily: DISPLAY,
      fontWeight: 800,
      fontSize: size,
      lineHeight: TITLE_LEADING,
      wordBreak: 'break-word',
      ...more,
    },
    text,
  )

function song({ title, artistName, mark }: StoryCard['songs'][number], few: boolean): CardBox {
  const size = few ? 104 : 58
  const time = /^\d/u.test(mark)
  const under = [drawable(artistName, ''), time ? '' : mark].filter((part) => part !== '')
  return box({ justifyContent: 'space-between', alignItems: 'flex-start', width: INNER }, [
    box({ flexDirection: 'column', width: time ? INNER - size * 2.8 : INNER }, [
      display(drawable(title, 'Песня'), size, { lineClamp: few ? 2 : 1 }),
      line(under.join(' · '), few ? 38 : 30, 1, { height: few ? 52 : 40 }),
    ]),
    ...(time ? [display(mark, size)] : []),
  ])
}

/** A sheet for stories: the picture above, what was ordered below it. */
export function storyLayout(card: StoryCard): CardBox {
  const { paper, ink } = PRINT[card.run]
  const title = drawable(card.title, 'Концерт')
  const { size, lines } = titleSize(title, { width: INNER, height: TITLE_HEIGHT })
  const facts = [card.artist, ...card.facts].map((fact) => drawable(fact, ''))
  return box({ flexDirection: 'column', width: STORY_WIDTH, height: STORY_HEIGHT, color: ink }, [
    box({ height: ART_HEIGHT }),
    box({ height: 12, backgroundColor: ink }),
    box({ height: 6, backgroundColor: paper }),
    box({ height: 4, backgroundColor: ink }),
    box(
      {
        flexDirection: 'column',
        width: INNER,
        height: STORY_HEIGHT - ART_HEIGHT - 22 - 40 - 72,
        padding: `40px ${EDGE}px 72px`,
        backgroundColor: paper,
      },
      [
        box({ justifyContent: 'space-between', alignItems: 'center' }, [
          line('На память', 36, 1),
          logo(ink),
        ]),
        display(title, size, { marginTop: 24, lineClamp: lines }),
        line(facts.filter((fact) => fact !== '').join(' · '), 34, 2, { marginTop: 20 }),
        box({ flexDirection: 'column', marginTop: 28 }, [rule(ink)]),
        box(
          { flexDirection: 'column', gap: 14, marginTop: 28 },
          card.songs.map((one) => song(one, card.songs.length <= FEW)),
        ),
        ...(card.more === '' ? [] : [line(card.more, 34, 1, { marginTop: 16 })]),
        box({ flexDirection: 'column', gap: 8, marginTop: 'auto' }, [
          ...(card.next === '' ? [] : [line(drawable(card.next, ''), 30, 2)]),
          line(drawable(card.address, ''), 34, 1),
        ]),
      ],
    ),
  ])
}
