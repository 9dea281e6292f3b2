/** Every expected refusal of the product. server/platform/http/refusals.ts has the HTTP status of each. */
export const REFUSAL_CODES = [
  'VALIDATION',
  'IDEMPOTENCY_CONFLICT',
  'NO_TOKEN',
  'WRONG_CREDENTIALS',
  'NOT_YOURS',
  'PASSKEY_NEEDED',
  'WRONG_KEY',
  'CONSENT_NEEDED',
  'NOT_FOUND',
  'NO_SESSION',
  'RESEND_TOO_SOON',
  'TOO_MANY',
  'SESSION_NOT_OPEN',
  'SONG_NOT_ACCEPTED',
  'FREE_LIMIT',
  'AMOUNT_TOO_SMALL',
  'AMOUNT_TOO_LARGE',
  'ILLEGAL_STEP',
  'NOW_MOVED',
  'ANOTHER_CONCERT_IS_ON',
  'FILE_TOO_LARGE',
  'FILE_NOT_IMAGE',
  'PHOTO_LIMIT',
  'FILES_DOWN',
  'MAIL_DOWN',
  'PAYMENTS_DOWN',
  'NOTHING_TO_PAY',
  'NUMBER_NOT_SET',
  'NUMBER_HELD',
  'FORGED',
  'OVERLOADED',
] as const

export type RefusalCode = (typeof REFUSAL_CODES)[number]

/** Russian sentences by input name, ready to be shown at the field. */
export type FieldRefusals = Readonly<Record<string, string>>

type RefusalExtras = {
  fields?: FieldRefusals
  /** Whole seconds after which the same call may succeed. */
  retryAfterSeconds?: number
}

/** The only expected way to refuse: a stable code and a Russian sentence that can be shown unchanged. Its fields are only declared, as those of CallFailed. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  declare readonly code: RefusalCode
  declare readonly fields: FieldRefusals | undefined
  declare readonly retryAfterSeconds: number | undefined

  constructor(code: RefusalCode, message: string, field?: string, extras: RefusalExtras = {}) {
    super(message)
    this.code = code
    this.fields = extras.fields ?? (field === undefined ? undefined : { [field]: message })
    this.retryAfterSeconds = extras.retryAfterSeconds
  }
}

/** Several fields at once: the message is the first of them, so that a client without fields still shows something true. */
export function refuseFields(fields: FieldRefusals): Refusal {
  const [first] = Object.values(fields)
  return new Refusal('VALIDATION', first ?? 'Проверьте заполненные поля', undefined, { fields })
}
