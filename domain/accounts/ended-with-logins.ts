/** What ends with all logins of an account, or all others: who stole a login may have made one. */
export const ENDED_WITH_LOGINS =
  'ключи кнопок и программ, вебхуки, вторые пульты и ссылки хозяев вечера'
