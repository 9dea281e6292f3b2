import type { AccountType } from './account.ts'
import { checkName } from './account.ts'
import { checkText, checkTogether, signs, tidyText, webAddress } from '../fields.ts'
import { Refusal, refuseFields } from '../refusal.ts'

/** Graphemes, of the text as it is written. */
export const SHORT_DESCRIPTION_MAX = 140
export const DESCRIPTION_MAX = 5000
export const SOCIALS_MAX = 20

/** UTF-16 units. */
const LINK_MAX = 500

const NO_LINK = 'Проверьте ссылку. Она выглядит так: vk.com/bis'
const TOO_LONG = `Ссылка — не длиннее ${LINK_MAX} символов`
const TOO_MANY = `Не больше ${SOCIALS_MAX} ссылок`

/** An artist's profile; both descriptions as they are written. */
export type Profile = {
  readonly accountType: AccountType
  readonly name: string
  readonly shortDescription: string
  readonly description: string
}

/** Returns how much of its limit a description takes; the counter under it shows this. */
export function descriptionLength(typed: string): number {
  return signs(tidyText(typed))
}

const description = (field: 'shortDescription' | 'description', max: number) => (typed: string) =>
  checkText(typed, { field, max, tooLong: `Лимит ${max} символов`, length: signs })

/** The check of each field: a field without one does not compile. */
const CHECKS: { readonly [Field in keyof Profile]: (typed: Profile[Field]) => Profile[Field] } = {
  accountType: (accountType) => accountType,
  name: checkName,
  shortDescription: description('shortDescription', SHORT_DESCRIPTION_MAX),
  description: description('description', DESCRIPTION_MAX),
}

/**
 * Returns the changed fields of a profile, normalized. Refuses VALIDATION at `name`, `shortDescription` and
 * `description`, naming every wrong one at once.
 */
export function checkProfile(typed: Partial<Profile>): Partial<Profile> {
  const checksOf = <Field extends keyof Profile>(field: Field) => {
    const value = typed[field]
    return value === undefined ? [] : [[field, () => CHECKS[field](value)] as const]
  }
  const fields = Object.keys(CHECKS) as (keyof Profile)[]
  return checkTogether<Partial<Profile>>(Object.fromEntries(fields.flatMap(checksOf)))
}

/** Fields that these settings never change, by their API names; a nickname has a call of its own. */
export type Fixed = Readonly<Record<'artistUsername' | 'email' | 'username', string>>

const FIXED_WORDS: Record<keyof Fixed, string> = {
  artistUsername: 'Никнейм изменить нельзя',
  email: 'Почту изменить нельзя',
  username: 'Никнейм изменить нельзя',
}

/** A form sends these fields back as it got them. Refuses VALIDATION at every one that differs from the stored value. */
export function checkFixed(stored: Fixed, sent: Partial<Fixed>): void {
  const wrong = (Object.keys(FIXED_WORDS) as (keyof Fixed)[]).filter(
    (name) => sent[name] !== undefined && sent[name] !== stored[name],
  )
  if (wrong.length > 0)
    throw refuseFields(Object.fromEntries(wrong.map((name) => [name, FIXED_WORDS[name]])))
}

const NOT_OWN = 'Этой фотографии нет среди ваших'

/**
 * Returns an artist's photos in the order of `wanted`; those that it does not name follow, so that an outdated form
 * loses none. Refuses VALIDATION at `imageUrls` for a photo that is not the artist's.
 */
export function orderPhotos(own: readonly string[], wanted: readonly string[]): string[] {
  if (wanted.some((url) => !own.includes(url)))
    throw new Refusal('VALIDATION', NOT_OWN, 'imageUrls')
  return [...new Set([...wanted, ...own])]
}

/**
 * The first photo is always the main one, so any of the artist's own is accepted and ignored. Refuses VALIDATION at
 * `imageUrl` for any other.
 */
export function checkMainPhoto(own: readonly string[], sent: string): void {
  if (sent !== '' && !own.includes(sent)) throw new Refusal('VALIDATION', NOT_OWN, 'imageUrl')
}

/** The networks that have their own icon on the page; every other site is DEFAULT. */
const NETWORKS = {
  VK: ['vk.com', 'vk.ru', 'vk.me', 'vk.link', 'vkvideo.ru', 'vkontakte.ru'],
  TELEGRAM: ['t.me', 'telegram.me', 'telegram.org', 'telegram.dog'],
  YOUTUBE: ['youtube.com', 'youtu.be'],
  OK: ['ok.ru', 'odnoklassniki.ru'],
  RUTUBE: ['rutube.ru'],
  YANDEX_MUSIC: ['music.yandex.ru', 'music.yandex.com'],
  BOOSTY: ['boosty.to'],
  SPOTIFY: ['spotify.com'],
  DZEN: ['dzen.ru', 'zen.yandex.ru'],
  MAX: ['max.ru'],
  INSTAGRAM: ['instagram.com'],
} as const

export type SocialType = keyof typeof NETWORKS | 'DEFAULT'

type ProfileLink = { readonly type: SocialType; readonly url: string }

/** Returns whose icon a link gets, as far as it is typed. */
export function socialTypeOf(typed: string): SocialType {
  const address = webAddress(typed)
  const host = address === null ? '' : new URL(address).hostname
  const network = (Object.keys(NETWORKS) as (keyof typeof NETWORKS)[]).find((name) =>
    NETWORKS[name].some((known) => host === known || host.endsWith(`.${known}`)),
  )
  return network ?? 'DEFAULT'
}

/**
 * Returns the typed addresses of an artist's pages elsewhere: those that are filled in, each once, with `https://`
 * where no scheme was typed. Refuses VALIDATION at `socialMediaList.N`, N the index in what was typed.
 */
export function checkSocials(typed: readonly string[]): ProfileLink[] {
  const wrong: Record<string, string> = {}
  const urls = new Set<string>()
  for (const [place, text] of typed.entries()) {
    if (text.trim() === '') continue
    const url = webAddress(text)
    const error = url === null ? NO_LINK : url.length > LINK_MAX ? TOO_LONG : null
    if (error !== null) wrong[`socialMediaList.${place}`] = error
    else if (url !== null && urls.add(url).size > SOCIALS_MAX)
      wrong[`socialMediaList.${place}`] = TOO_MANY
  }
  if (Object.keys(wrong).length > 0) throw refuseFields(wrong)
  return [...urls].map((url) => ({ type: socialTypeOf(url), url }))
}
