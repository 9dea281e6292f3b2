import type { RefusalCode } from '#domain/refusal.ts'

/** The HTTP status of every refusal: a new code does not compile without one. */
export const REFUSAL_STATUS: Record<RefusalCode, number> = {
  VALIDATION: 400,
  IDEMPOTENCY_CONFLICT: 409,
  NO_TOKEN: 401,
  WRONG_CREDENTIALS: 401,
  NOT_YOURS: 403,
  NOT_FOUND: 404,
  NO_SESSION: 404,
  RESEND_TOO_SOON: 429,
  TOO_MANY: 429,
  SESSION_NOT_OPEN: 409,
  SONG_NOT_ACCEPTED: 409,
  FREE_LIMIT: 409,
  AMOUNT_TOO_SMALL: 409,
  AMOUNT_TOO_LARGE: 409,
  ILLEGAL_STEP: 409,
  NOW_MOVED: 409,
  ANOTHER_CONCERT_IS_ON: 409,
  MAIL_DOWN: 503,
  PAYMENTS_DOWN: 503,
  OVERLOADED: 503,
  NOT_BUILT: 501,
}
