/** What lies over the pad; one at a time. */
export type PadOver =
  | 'menu'
  | 'pause'
  | 'longer'
  | 'code'
  | 'add'
  | 'set'
  | 'rules'
  | 'keys'
  | 'signal'
  | 'tablets'
  | 'host'
  | 'battle'

/** What the pad opens over itself. */
export type PadWays = {
  onAdd: () => void
  onSet: (() => void) | null
  onRules: (() => void) | null
  onCode: () => void
  onMenu: () => void
  onPause: () => void
  /** The text of the playing song; null where it has none. */
  onText: (() => void) | null
}
