import type { BrowserContext } from 'playwright-core'
import type { AnswerOf, AnyEndpoint } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import { filledPath, pathOf } from '#contract/path.ts'
import type { Session } from '#contract/shapes.ts'
import { HOUR_MS } from '#domain/time.ts'
import { photo } from '../photos.ts'
import { anyAddress } from './product.ts'
import { randomLetters } from '../inputs/random-letters.ts'

const TOKEN_COOKIE = 'jwt_authentication'

type Input = { query?: Record<string, string>; body?: object; params?: Record<string, string> }

/** Calls a running product from a random network address; throws with the answer where it is refused. */
export async function ask<E extends AnyEndpoint>(
  url: string,
  endpoint: E,
  input: Input,
  token?: string,
): Promise<AnswerOf<E>> {
  return (await answerOf(url, endpoint, input, { token })).data
}

/** `cookie`: the device cookie that is sent, or set by the answer. */
async function answerOf<E extends AnyEndpoint>(
  url: string,
  endpoint: E,
  { query = {}, body, params }: Input,
  { token, cookie }: { token?: string | undefined; cookie?: string | undefined } = {},
): Promise<{ data: AnswerOf<E>; cookie: string | undefined }> {
  const address = new URL(filledPath(endpoint, params), url)
  address.search = new URLSearchParams(query).toString()
  const answer = await fetch(address, {
    method: endpoint.method,
    headers: {
      'content-type': 'application/json',
      'x-forwarded-for': anyAddress(),
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(cookie === undefined ? {} : { cookie }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const json = (await answer.json()) as { data: AnswerOf<E> }
  if (!answer.ok) throw new Error(`${endpoint.path}: ${answer.status} ${JSON.stringify(json)}`)
  return { data: json.data, cookie: answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie }
}

/** The letters to an address, the last one first; the mailbox is a page of the product itself. */
export async function lettersAt(
  url: string,
  email: string,
): Promise<{ subject: string; text: string }[]> {
  const letters = await fetch(`${url}/mailbox.json?to=${encodeURIComponent(email)}`)
  return (await letters.json()) as { subject: string; text: string }[]
}

/** The code in the last e-mail to an address. */
export async function codeFromMailbox(url: string, email: string): Promise<string> {
  const [last] = await lettersAt(url, email)
  const code = /\b\d{6}\b/.exec(last?.subject ?? '')?.[0]
  if (code === undefined) throw new Error(`no code in the letters to ${email}`)
  return code
}

export const PASSWORD = 'Verevka7-mytha'

export type Newcomer = { username: string; name: string; email: string }

/** Unused input for a sign-up. */
export function newcomer(): Newcomer {
  const username = `lada-${randomLetters()}`
  return { username, name: 'Лада и струны', email: `${username}@example.org` }
}

export type TestMusician = Newcomer & { token: string }

/** Signs up a new musician. */
export async function musicianAt(url: string): Promise<TestMusician> {
  return signUpAt(url, newcomer())
}

/** Signs a musician up with the code from the e-mail, in the browser that asked for it. */
export async function signUpAt(
  url: string,
  person: Newcomer,
  {
    partnerId = null,
    codeOf = (email: string) => codeFromMailbox(url, email),
  }: { partnerId?: string | null; codeOf?: (email: string) => Promise<string> } = {},
): Promise<TestMusician> {
  const { email } = person
  const asked = { body: { email, consentEmail: true } }
  const { cookie } = await answerOf(url, api.auth.verificationCode, asked)
  const typed = { password: PASSWORD, passwordConfirm: PASSWORD, accountType: 'GROUP', partnerId }
  const body = { ...person, ...typed, verificationCode: await codeOf(email) }
  const { data } = await answerOf(url, api.auth.signup, { body }, { cookie })
  return { ...person, token: data.token }
}

/** Gives a musician's page a photo; returns its address. */
export async function photoAt(url: string, { token }: TestMusician): Promise<string> {
  const body = new FormData()
  body.set('file', new Blob([new Uint8Array(await photo(1600, 1200).jpeg().toBuffer())]))
  const headers = { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}${pathOf(api.file.upload)}`, { method: 'POST', body, headers })
  if (answer.status !== 201) throw new Error(`the photo: ${answer.status} ${await answer.text()}`)
  const { data } = (await answer.json()) as { data: { link: string } }
  return data.link
}

/** Logs in to an existing account; returns the token. */
export async function tokenAt(url: string, username: string, password: string): Promise<string> {
  return (await ask(url, api.auth.login, { body: { username, password } })).token
}

/** Logs the browser in as the musician. */
export async function giveToken(
  context: BrowserContext,
  url: string,
  { token }: { token: string },
) {
  await context.addCookies([{ name: TOKEN_COOKIE, value: token, url }])
}

type When = {
  dateTimeStart?: string
  durationHours?: number
  durationMinutes?: number
  publishAt?: string
}

/** Announces a concert of this evening; returns its id. */
export async function comingConcertAt(
  url: string,
  { token }: TestMusician,
  when: When = {},
): Promise<string> {
  const { id } = await ask(
    url,
    api.session.create,
    {
      body: {
        dateTimeStart: new Date(Date.now() + HOUR_MS).toISOString(),
        durationHours: 2,
        durationMinutes: 0,
        description: 'Тихий концерт',
        location: {
          name: 'Подвал',
          description: 'Москва, Подвальная, 1',
          longitude: 37.62,
          latitude: 55.75,
        },
        ...when,
      },
    },
    token,
  )
  return id
}

/** Changes what is allowed at a concert from here on. */
export async function allowAt(
  url: string,
  { token }: TestMusician,
  sessionId: string,
  privacy: Partial<Session['advancedSession']['privacy']>,
) {
  const { advancedSession } = await ask(url, api.session.byId, { query: { sessionId } })
  const whole = { ...advancedSession, privacy: { ...advancedSession.privacy, ...privacy } }
  await ask(url, api.session.update, { body: { sessionId, advancedSessionDTO: whole } }, token)
}

/** Starts a concert of this evening; returns its id. */
export async function concertAt(url: string, musician: TestMusician, when?: When): Promise<string> {
  const id = await comingConcertAt(url, musician, when)
  const body = { sessionId: id, sessionStatus: 'NOW' }
  await ask(url, api.artist.updateSessionStatus, { body }, musician.token)
  return id
}

/** Makes the songs of this musician cost money from here on. */
export async function takesMoney(
  url: string,
  { token }: TestMusician,
  minSongAmount: number,
  more: Partial<AnswerOf<typeof api.auth.update>['paymentDTO']> = {},
) {
  await ask(
    url,
    api.auth.update,
    {
      body: {
        paymentDTO: {
          paidSongsEnabled: true,
          minSongAmount,
          phoneNumber: '79001234567',
          sbpNumberId: '100000000004',
          ...more,
        },
        currentPassword: PASSWORD,
      },
    },
    token,
  )
}

/** The available, held and paid-out money of a musician, in rubles. */
export async function moneyAt(url: string, { token }: TestMusician) {
  const { available, held, paidOut } = await ask(url, api.payment.balance, {}, token)
  return { available: available / 100, held: held / 100, paidOut: paidOut / 100 }
}

/** The id of the artist's next concert. */
export async function nextConcertAt(url: string, artistUsername: string): Promise<string> {
  const next = await ask(url, api.page.getNextSession, { query: { artistUsername } })
  if (next === null) throw new Error(`${artistUsername} has announced nothing`)
  return next.id
}

/** The id of a song of the catalogue, or of one that only this artist's listeners find. */
export async function songId(url: string, title: string, username?: string): Promise<string> {
  const of = username === undefined ? {} : { username }
  const found = await ask(url, api.songs.findSong, { query: { input: title, ...of } })
  const song = found.find((one) => one.title === title)
  if (song === undefined) throw new Error(`the catalogue does not hold «${title}»`)
  return song.songId
}

/** Orders these songs in this order, each from a phone of its own. */
export async function ordersAt(
  url: string,
  { username }: TestMusician,
  sessionId: string,
  titles: readonly string[],
) {
  for (const title of titles) {
    const song = { songId: await songId(url, title), title: '', artistName: '', imageUrl: '' }
    await ask(url, api.songs.orderSong, { body: { ...song, artistUsername: username, sessionId } })
  }
}

/** The queue as the server returns it: «Группа крови SCHEDULED ×1». */
export async function queueAt(url: string, sessionId: string): Promise<string[]> {
  const queue = await ask(url, api.test.getQueueBySession, { body: { sessionId } })
  return queue.map(({ title, status, backers }) => `${title} ${status} ×${backers}`)
}
