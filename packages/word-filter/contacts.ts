// Of a telephone number: digits, and letters that are typed for them.
const AS_DIGIT: Readonly<Record<string, string>> = {
  о: '0',
  o: '0',
  з: '3',
  i: '1',
  l: '1',
  '|': '1',
  б: '6',
}
const NUMBER = /\+?[\dоoзil|б](?:[\s().\-–—_/]*[\dоoзil|б]){9,16}/gu
/** A Russian number with its 7 or 8; any other with its plus. */
const WHOLE_NUMBER = /^(?:[78][3489]\d{9}|\+\d{10,15})$/u
/** A Russian mobile number without either. */
const MOBILE = /^9\d{9}$/u
/** A date or a count of songs has its digits in pieces of one or two. */
const GROUPS_MOST = 5

const DOT = String.raw`(?:\s?[.,]\s?|\s*[([]?\s*(?:точка|dot)\s*[)\]]?\s*)`
const SITE = new RegExp(
  String.raw`(?:^|[^\p{L}\p{N}])(?:https?:\/\/|www\.)\S|[\p{L}\p{N}]${DOT}(?:ru|ру|рф|su|com|ком|net|нет|org|info|рус|xn--[a-z\d-]+|online|онлайн|site|store|shop|xyz|biz|app|ua|kz|gg|ly)(?![\p{L}\p{N}])`,
  'u',
)
/** Names of two letters that end many words of titles too («call.me»): a path follows. */
const SHORT_SITE = new RegExp(
  String.raw`[\p{L}\p{N}]${DOT}(?:me|io|to|cc|tv|fm|link|page|pro|club|top)\s?\/\s?[\p{L}\p{N}]`,
  'u',
)
const AT_NAME = /(?:^|[^\p{L}\p{N}$])@\s?[\p{L}\p{N}_.]{3,}/u
const EMAIL = new RegExp(
  String.raw`[\p{L}\p{N}]\s?(?:@|\(?собака\)?)\s?[\p{L}\p{N}-]+${DOT}[\p{L}]{2,}`,
  'u',
)

const UNSEEN = /[\p{Cf}\p{Default_Ignorable_Code_Point}\u2800]/gu
const LONGEST = 1000

/** Whether a line has a telephone number, the address of a site, an e-mail or an «@name», also with letters for digits and words for dots. */
export function hasContacts(text: string): boolean {
  const plain = text.slice(0, LONGEST).normalize('NFKC').replaceAll(UNSEEN, '').toLowerCase()
  const inside = [SITE, SHORT_SITE, AT_NAME, EMAIL]
  return inside.some((pattern) => pattern.test(plain)) || hasNumber(plain)
}

function hasNumber(plain: string): boolean {
  return [...plain.matchAll(NUMBER)].some(([found]) => {
    const digits = Array.from(found, (sign) => AS_DIGIT[sign] ?? sign).join('')
    const groups = digits.split(/\D+/u).filter((group) => group !== '').length
    const number = digits.replaceAll(/[^\d+]/gu, '')
    return (
      /\d{2}/u.test(found.replaceAll(/\D/gu, '')) &&
      (WHOLE_NUMBER.test(number) || (MOBILE.test(number) && groups <= GROUPS_MOST))
    )
  })
}
