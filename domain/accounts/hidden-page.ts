/** What the page of a hidden account says. */
export const HIDDEN_TEXT = 'Страница скрыта'
/** What the page of a nickname that nobody has says. */
export const NO_ARTIST_TEXT = 'Такого артиста нет'
/** Why an artist cannot remove a song that an operator hid. */
export const HIDDEN_SONG_TEXT =
  'Песню скрыл сервис, убрать её нельзя. Если это ошибка, ответьте на письмо о ней.'
/** Why an artist cannot show the hall what an operator hid in a queue. */
export const HIDDEN_TITLE_TEXT =
  'Песню скрыл сервис, показать её нельзя. Если это ошибка, ответьте на письмо о ней.'
