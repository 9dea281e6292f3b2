import type { LineState } from '#domain/song-import.ts'

/** What a line's state is called at the line, and over all lines of it. */
export const STATE_WORDS: Readonly<Record<LineState, { one: string; many: string }>> = {
  known: { one: 'есть в каталоге', many: 'Есть в каталоге' },
  new: { one: 'новая', many: 'Новые' },
  mine: { one: 'уже в репертуаре', many: 'Уже в репертуаре' },
  repeat: { one: 'повтор', many: 'Повторы' },
  unclear: { one: 'не поняли строку', many: 'Не поняли' },
}
