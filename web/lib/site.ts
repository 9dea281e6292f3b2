/** Where people write when something does not work. */
export const SUPPORT_URL = 'https://t.me/bis_help'
