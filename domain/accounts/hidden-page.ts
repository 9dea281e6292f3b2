/** What the page of a hidden account says. */
export const HIDDEN_TEXT = 'Страница скрыта'
/** What the page of a nickname that nobody has says. */
export const NO_ARTIST_TEXT = 'Такого артиста нет'
