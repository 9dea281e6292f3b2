import type { FlagName } from '#domain/flags.ts'

/** What each flag changes, for those who turn it. */
export const FLAG_WORDS: Record<FlagName, string> = {
  'active-session-pad-v2': 'Пульт с двумя списками: «Очередь» и «Заказы»',
  'active-session-cancel-button': 'Кнопка «Отменить» у песни на пульте с одним списком',
  'active-session-copy-button': 'Кнопка «Копировать название» у песни на пульте с одним списком',
  'active-session-green-current-song': 'Зелёная текущая песня на пульте',
  'active-session-color-buttons': 'Цветные кнопки у песен на пульте',
  'favorite-songs-at-user-profile': 'Репертуар на странице музыканта',
  'social-media-color': 'Цветные значки соцсетей',
  'social-media-color-new': 'Цветные кнопки соцсетей',
  'social-media-color-up-location': 'Соцсети над именем музыканта',
  'donation-new-ui-v1': 'Благодарность с готовыми суммами',
  'new-support-button': 'Заметная кнопка «Поблагодарить»',
}

/** A flag of a newer server has its name alone. */
export function flagWords(name: string): string {
  const known: Readonly<Record<string, string>> = FLAG_WORDS
  return known[name] ?? name
}
