/** What the page of a hidden account says. */
export const HIDDEN_TEXT = 'Страница скрыта'
