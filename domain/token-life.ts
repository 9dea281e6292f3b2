/** How long a login lasts. */
export const TOKEN_LIFE_MS = 30 * 24 * 60 * 60_000

/** An older token does not stand for the person: another password asks for the current one too. */
export const FRESH_TOKEN_MS = 5 * 60_000
