import { characters, checkEmail, checkLine, checkTogether, looksLikeOffer } from '../fields.ts'
import { normalForm } from '../normal-form.ts'
import { Refusal } from '../refusal.ts'

export const ACCOUNT_TYPES = ['ARTIST', 'GROUP'] as const

export type AccountType = (typeof ACCOUNT_TYPES)[number]

/** Codes that arrive by mail. */
export const CODE_LENGTH = 6
export const CODE_LIFE_MS = 10 * 60_000
export const CODE_TRIES = 5
/** How many codes one asker may have sent to an address in an hour, and the wait before the next request. */
export const CODES_PER_HOUR = 5
export const RESEND_SECONDS = 60

/** Names used in the site's own URLs, reserved so that no artist seems to be a part of the site. Lower case. */
const RESERVED: ReadonlySet<string> = new Set(
  `about account-settings admin advanced api artist artists assets bis callback change-password
  concerts-on-map create-new-session demo docs donate download favicon.ico favorite_songs features
  embed feed feedback file find find-artist find-location follow future health healthz help keepsake login logout mail mailbox
  manage manifest.webmanifest media metrics null numbers offer overlay openapi.json order page password
  passwordrecovery pay payment payout-number pricing privacy qr readyz result robots.txt root sandbox sandbox-bank screen search second-pad secret
  session sessions shared signup sitemap.xml songs static super support sw.js system tariffs terms
  test tests undefined updatemodel upload uploads user users`.split(/\s+/u),
)

/** The URL of an artist's calendar is his page's URL with such an ending. */
/** The router asks for a page's data by its address and this ending; the others are files of an artist. */
const OTHER_ENDING = /\.(ics|xml|data)$/iu

const NICKNAME = /^[\w.-]+$/u

/** Returns the key by which a nickname is stored and found, since case does not matter; null for a text that cannot be a nickname. */
export function usernameKey(text: string): string | null {
  const name = normalForm(text)
  return NICKNAME.test(name) ? name.toLowerCase() : null
}

/** Returns the NOT_FOUND refusal of an unknown nickname; `field` where a form asked for it. */
export function noArtist(field?: string): Refusal {
  return new Refusal('NOT_FOUND', 'Такого музыканта нет', field)
}

/** Returns a nickname as typed. Refuses VALIDATION at `username`; the store checks whether it is free. */
export function checkUsername(text: string): string {
  const error = usernameError(text)
  if (error !== null) throw new Refusal('VALIDATION', error, 'username')
  return text
}

function usernameError(text: string): string | null {
  if (text.trim() === '') return 'Введите никнейм.'
  if (/\s/u.test(text)) return 'Имя пользователя не должно содержать пробелы.'
  if (!NICKNAME.test(text)) return 'Используйте только латинские буквы и цифры.'
  if (text.length < 3 || text.length > 32) return 'Никнейм должен содержать от 3 до 32 символов.'
  if (!/[a-z\d]/iu.test(text)) return 'Добавьте в никнейм хотя бы одну букву или цифру.'
  if (OTHER_ENDING.test(text)) return 'Никнейм не может заканчиваться на .ics, .xml или .data.'
  return RESERVED.has(text.toLowerCase()) ? 'Никнейм занят' : null
}

/** Where a password is set: the change screen and recovery share one set of texts. */
export type PasswordPlace = 'signup' | 'change'

type PasswordRule = { readonly isMet: (password: string) => boolean; readonly text: string }

const hasUpper = (password: string): boolean => /\p{Lu}/u.test(password)
const hasLower = (password: string): boolean => /\p{Ll}/u.test(password)

/** What a new password must be, before one is typed. */
export const PASSWORD_HELP = 'Минимум 8 символов: заглавная и строчная буквы и цифра.'

const LENGTH_RULES: readonly PasswordRule[] = [
  {
    isMet: (password) => characters(password) >= 8,
    text: 'Пароль должен содержать минимум 8 символов.',
  },
  {
    isMet: (password) => characters(password) <= 128,
    text: 'Пароль должен содержать не больше 128 символов.',
  },
]

const DIGIT_RULE: PasswordRule = {
  isMet: (password) => /\d/u.test(password),
  text: 'Пароль должен содержать хотя бы одну цифру.',
}

export const TOO_WEAK = 'Этот пароль слишком простой, его легко угадать. Придумайте другой.'

export const NAMED_SO = 'В пароле ваш никнейм, имя или почта, его легко угадать. Придумайте другой.'

export const LEAKED = 'Этот пароль есть в списках утёкших. Придумайте другой.'

const WEAKNESS_RULE: PasswordRule = {
  isMet: (password) => !WEAK_PASSWORDS.has(password.toLowerCase()),
  text: TOO_WEAK,
}

/** In the order in which they are reported. */
const PASSWORD_RULES: Record<PasswordPlace, readonly PasswordRule[]> = {
  signup: [
    ...LENGTH_RULES,
    {
      isMet: (password) => hasUpper(password) && hasLower(password),
      text: 'Пароль должен содержать хотя бы одну заглавную и одну строчную букву.',
    },
    DIGIT_RULE,
    {
      isMet: (password) => !/\s/u.test(password),
      text: 'Пароль не должен содержать пробелы.',
    },
    {
      isMet: (password) => !/\p{Script=Cyrillic}/u.test(password),
      text: 'Пароль не должен содержать кириллицу.',
    },
    WEAKNESS_RULE,
  ],
  change: [
    ...LENGTH_RULES,
    { isMet: hasUpper, text: 'Пароль должен содержать хотя бы одну заглавную букву.' },
    { isMet: hasLower, text: 'Пароль должен содержать хотя бы одну строчную букву.' },
    DIGIT_RULE,
    WEAKNESS_RULE,
  ],
}

/** The passwords that are guessed first, of those that pass the other rules; a screen reports these before the server checks a longer list. Lower case. */
export const WEAK_PASSWORDS: ReadonlySet<string> = new Set(
  `password1 password12 password123 password1! passw0rd p@ssw0rd p@ssword1 qwerty12 qwerty123
  qwerty1234 qwerty12345 qwertyu1 qwertyuiop1 1q2w3e4r 1q2w3e4r5t q1w2e3r4 q1w2e3r4t5 1qaz2wsx
  zaq12wsx zxcvbnm1 zxcvbnm123 asdf1234 asdfgh123 abc12345 abcd1234 a1b2c3d4 aa123456 aa12345678
  admin123 admin1234 administrator1 welcome1 welcome123 letmein1 letmein123 changeme1 trustno1
  iloveyou1 iloveyou2 sunshine1 princess1 football1 superman1 monkey123 dragon123 test1234
  parol123 parol1234 privet123 gfhjkm123 ghbdtn123`.split(/\s+/u),
)

/** Returns a password unchanged. Refuses VALIDATION at `field` with the first rule it breaks. */
export function checkPassword(
  password: string,
  place: PasswordPlace,
  field: string = 'password',
): string {
  const broken = PASSWORD_RULES[place].find((rule) => !rule.isMet(normalForm(password)))
  if (broken !== undefined) throw new Refusal('VALIDATION', broken.text, field)
  return password
}

const MISMATCH = 'Пароли не совпадают.'

/** The API field names and the texts of the two screens where a musician sets a new password. */
const NEW_PASSWORD_SCREENS = {
  change: {
    password: 'password',
    confirm: 'passwordConfirm',
    blank: null,
    mismatch: MISMATCH,
  },
  recovery: {
    password: 'newPassword',
    confirm: 'newPasswordConfirm',
    blank: 'Заполните все поля',
    mismatch: 'Пароли не совпадают',
  },
} as const

/** Returns a new password that was typed twice. Refuses VALIDATION at the screen's own fields. */
export function checkNewPasswordPair(
  password: string,
  confirm: string,
  screen: keyof typeof NEW_PASSWORD_SCREENS = 'change',
): string {
  const words = NEW_PASSWORD_SCREENS[screen]
  if (words.blank !== null && (password === '' || confirm === '')) {
    const field = password === '' ? words.password : words.confirm
    throw new Refusal('VALIDATION', words.blank, field)
  }
  const { checked } = checkTogether({
    checked: () => checkPassword(password, 'change', words.password),
    confirmed: () => checkSame(password, confirm, { field: words.confirm, text: words.mismatch }),
  })
  return checked
}

function checkSame(
  password: string,
  confirm: string,
  otherwise: { readonly field: string; readonly text: string },
): void {
  if (normalForm(password) !== normalForm(confirm))
    throw new Refusal('VALIDATION', otherwise.text, otherwise.field)
}

/** Returns the normalized name of a musician or a group, 1–80 characters, no address and no sum. Refuses VALIDATION at `name`. */
export function checkName(text: string): string {
  const name = checkLine(text, {
    field: 'name',
    max: 80,
    blank: 'Введите имя или название группы.',
    tooLong: 'Имя должно содержать не больше 80 символов.',
  })
  if (looksLikeOffer(name)) throw new Refusal('VALIDATION', NAME_AS_OFFER, 'name')
  return name
}

const NAME_AS_OFFER = 'Имя похоже на адрес сайта или сумму денег. Напишите, как вас зовут.'

/** Returns the account type that the sign-up form sends. Refuses VALIDATION at `accountType`. */
function checkAccountType(text: string): AccountType {
  const type = ACCOUNT_TYPES.find((known) => known === text)
  if (type === undefined) {
    throw new Refusal('VALIDATION', 'Выберите, кто вы: музыкант или группа.', 'accountType')
  }
  return type
}

export type Signup = {
  readonly username: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly accountType: AccountType
}

/** Returns a typed sign-up ready to be stored. Refuses VALIDATION, naming every wrong field at once. */
export function checkSignup(input: {
  readonly username: string
  readonly name: string
  readonly email: string
  readonly password: string
  readonly passwordConfirm: string
  readonly accountType: string
}): Signup {
  const mismatch = { field: 'passwordConfirm', text: MISMATCH }
  const { confirmed: _, ...signup } = checkTogether({
    username: () => checkUsername(input.username),
    password: () => checkPassword(input.password, 'signup'),
    confirmed: () => checkSame(input.password, input.passwordConfirm, mismatch),
    accountType: () => checkAccountType(input.accountType),
    name: () => checkName(input.name),
    email: () => checkEmail(input.email),
  })
  return signup
}

/** A code that was sent: `tries` counts the wrong ones before this try; `usedAt` is null until the code was used. */
type SentCode = {
  readonly issuedAt: Date
  readonly tries: number
  readonly usedAt: Date | null
}

/** Returns the verdict on a try at a code: a used, expired or too often tried code is `dead`, whether it matches or not. */
export function codeVerdict(code: SentCode, matches: boolean, now: Date): 'ok' | 'wrong' | 'dead' {
  const tooOld = now.getTime() - code.issuedAt.getTime() >= CODE_LIFE_MS
  if (code.usedAt !== null || tooOld || code.tries >= CODE_TRIES) return 'dead'
  return matches ? 'ok' : 'wrong'
}
