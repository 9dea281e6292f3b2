import type { BodyOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import { checkDeedWords } from '#domain/accounts/operators.ts'
import { Refusal } from '#domain/refusal.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { mailArtist } from '../accounts/mailer.service.ts'
import { artistById } from '../artists/artists.service.ts'
import { hideEntryTexts } from '../queue/order-words.service.ts'
import { publishMinimums } from '../queue/queue.service.ts'
import { hideSong } from '../repertoire/repertoire.service.ts'
import { hideTipName } from '../thanks/thanks.service.ts'
import { logDeed } from './deeds.service.ts'
import type { Doer } from './deeds.service.ts'
import { act, concertLine, deedMail, nameOf } from './operator.service.ts'
import {
  hideConcert,
  hideConcerts,
  hidePhoto,
  markAccount,
  restorePhoto,
} from './operator.store.ts'

/** Hides the page and the concerts of an account, or shows them; a running concert goes on. Refuses VALIDATION, NOT_FOUND, ILLEGAL_STEP to show one that is blocked or being deleted. */
export async function hideAccount(
  ctx: Context,
  by: Doer,
  asked: BodyOf<typeof api.operator.hide>,
): Promise<true> {
  const { hidden } = asked
  await act(ctx, by, asked, hidden ? 'hide' : 'restore', async ({ sql, now }, row) => {
    if (!hidden && row.closingAt !== null)
      throw new Refusal('ILLEGAL_STEP', 'Аккаунт удаляется: страницу вернёт вход его владельца')
    if (!hidden && row.blocked) throw new Refusal('ILLEGAL_STEP', 'Сначала разблокируйте аккаунт')
    await markAccount(sql, row.id, { hiddenAt: hidden ? now() : null })
    await hideConcerts(sql, row.id, hidden ? now() : null)
  })
  return true
}

/** Takes a photo off a page, or puts it back. Refuses VALIDATION, NOT_FOUND. */
export async function hideAccountPhoto(
  ctx: Context,
  by: Doer,
  asked: BodyOf<typeof api.operator.hidePhoto>,
): Promise<true> {
  const { hidden, photo: url } = asked
  const kind = hidden ? 'hide_photo' : 'restore_photo'
  await act(ctx, by, asked, kind, async ({ sql, now }, row) => {
    const photo = { artistId: row.id, url }
    const found = hidden ? await hidePhoto(sql, photo, now()) : await restorePhoto(sql, photo)
    if (!found) throw new Refusal('NOT_FOUND', 'Такого фото нет')
    // A photo comes back behind the others.
    const told = hidden
      ? `фото № ${row.imageUrls.indexOf(url) + 1} скрыто`
      : 'фото возвращено, оно теперь последнее'
    return { subject: `${nameOf(row)}, ${url}`, told }
  })
  return true
}

/** Hides a song of a repertoire from listeners, or opens it. Refuses VALIDATION, NOT_FOUND. */
export async function hideAccountSong(
  ctx: Context,
  by: Doer,
  asked: BodyOf<typeof api.operator.hideSong>,
): Promise<true> {
  const { hidden, songId } = asked
  const { id } = await act(
    ctx,
    by,
    asked,
    hidden ? 'hide_song' : 'restore_song',
    async (inside, row) => {
      const title = await hideSong(inside, { artistId: row.id, songId, hidden })
      const told = `песня «${title}» ${hidden ? 'скрыта' : 'снова видна'}`
      return { subject: `${nameOf(row)}: «${title}»`, told }
    },
  )
  await publishMinimums(ctx, id)
  return true
}

/** Hides one concert, or shows it. Refuses VALIDATION, NOT_FOUND, ILLEGAL_STEP to show one of a hidden account. */
export async function hideOneConcert(
  ctx: Context,
  by: Doer,
  { sessionId, hidden, reason, words: typed }: BodyOf<typeof api.operator.hideConcert>,
): Promise<true> {
  const words = checkDeedWords(typed)
  const kind = hidden ? 'hide_concert' : 'restore_concert'
  const { artistId, title } = await transaction(ctx, async (inside) => {
    const concert = await hideConcert(inside.sql, sessionId, hidden ? inside.now() : null)
    if (concert === undefined) throw new Refusal('NOT_FOUND', 'Такого концерта нет')
    if (!hidden && (await artistById(inside, concert.artistId)).hiddenAt !== null)
      throw new Refusal('ILLEGAL_STEP', 'Скрыт весь аккаунт: сначала верните его')
    const subject = `«${concert.title}», ${sessionId}`
    await logDeed(inside, by, { kind, artistId: concert.artistId, subject, reason, words })
    return concert
  })
  const told = `Ваш концерт «${title}» ${hidden ? 'скрыт' : 'снова виден'}`
  mailArtist(ctx, artistId, deedMail(told, [], reason, words))
  return true
}

/** Hides a song of a queue with what listeners wrote, or a name of the board of thanks; or shows it. Refuses VALIDATION, NOT_FOUND. */
export async function hideText(
  ctx: Context,
  by: Doer,
  asked: BodyOf<typeof api.operator.hideText>,
): Promise<true> {
  const { hidden, reason } = asked
  const words = checkDeedWords(asked.words)
  const { artistId, concertTitle, what } = await transaction(ctx, async (inside) => {
    const written = await hideWritten(inside, asked)
    const kind = hidden ? 'hide_text' : 'restore_text'
    const subject = `${written.logged}, ${asked.sessionId}`
    await logDeed(inside, by, { kind, artistId: written.artistId, subject, reason, words })
    return written
  })
  const told = `${what} ${hidden ? 'скрыты' : 'снова видны'}`
  mailArtist(ctx, artistId, deedMail(told, [concertLine(concertTitle)], reason, words))
  return true
}

async function hideWritten(inside: Context, asked: BodyOf<typeof api.operator.hideText>) {
  const tip = await hideTipName(inside, asked)
  // A listener's name is erased in a month, and the log stays.
  if (tip !== null)
    return { ...tip, logged: 'Имя благодарившего', what: `Благодарности от «${tip.name}»` }
  const { title, ...entry } = await hideEntryTexts(inside, asked)
  return { ...entry, logged: `«${title}»`, what: `Слова слушателя у песни «${title}»` }
}
