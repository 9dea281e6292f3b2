/** What of a concert is shown over a stream. */
export const OVERLAY_CARDS = {
  now: 'Что звучит',
  next: 'Что дальше',
  code: 'QR-код',
  thanks: 'Спасибо за песни и ответы',
  tips: 'Благодарности',
  goal: 'Цель',
  board: 'Доска благодарностей',
} as const
export type OverlayCard = keyof typeof OVERLAY_CARDS

export const OVERLAY_SIZES = [75, 90, 100, 125, 150] as const
export type OverlaySize = (typeof OVERLAY_SIZES)[number]

export type OverlayOptions = {
  /** Per cent of what is drawn for 1920×1080. */
  readonly size: OverlaySize
  /** Where the current song stands; tips stand at the other side. */
  readonly side: 'left' | 'right'
  readonly colours: 'dark' | 'light'
  readonly cards: readonly OverlayCard[]
}

const ALL = Object.keys(OVERLAY_CARDS) as OverlayCard[]

/** Reads the address of an overlay; what it does not name, or names wrongly, is as usual. */
export function overlayOptions(search: URLSearchParams): OverlayOptions {
  const size = Number(search.get('size') ?? 100)
  const named = search.get('cards')?.split(',')
  return {
    size: OVERLAY_SIZES.find((one) => one === size) ?? 100,
    side: search.get('side') === 'right' ? 'right' : 'left',
    colours: search.get('colours') === 'light' ? 'light' : 'dark',
    cards: ALL.filter((card) => named?.includes(card) ?? true),
  }
}

/** The part of the address that says these options, empty where all are as usual. */
export function overlayQuery({ size, side, colours, cards }: OverlayOptions): string {
  const query = new URLSearchParams({
    ...(size !== 100 && { size: String(size) }),
    ...(side !== 'left' && { side }),
    ...(colours !== 'dark' && { colours }),
    ...(cards.length < ALL.length && { cards: cards.join() }),
  }).toString()
  return query === '' ? '' : `?${query.replaceAll('%2C', ',')}`
}
