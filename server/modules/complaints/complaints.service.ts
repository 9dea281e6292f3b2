import { randomUUIDv7 } from 'node:crypto'
import type { BodyOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import { usernameKey } from '#domain/accounts/account.ts'
import {
  admitComplaint,
  checkComplaint,
  COMPLAINT_DEVICE_DAYS,
  COMPLAINT_KEPT_DAYS,
} from '#domain/complaints.ts'
import type { ComplaintKind } from '#domain/complaints.ts'
import { Refusal } from '#domain/refusal.ts'
import { DAY_MS } from '#domain/time.ts'
import { transaction } from '#server/context.ts'
import type { Context } from '#server/context.ts'
import { answerByMail } from '../operator/answers.service.ts'
import type { Doer } from '../operator/deeds.service.ts'
import {
  addComplaint,
  complaintById,
  countComplaints,
  eraseComplaints,
  lockComplaints,
  settleComplaint,
  subjectOf,
} from './complaints.store.ts'
import type { NamedSubject } from './complaints.store.ts'

type Asked = BodyOf<typeof api.complaints.send>

const gone = () => new Refusal('NOT_FOUND', 'Этого здесь больше нет')

/** Stores a complaint with what it is about as strangers see it now. Refuses VALIDATION, NOT_FOUND, TOO_MANY. */
export async function complain(ctx: Context, asked: Asked, deviceId: string): Promise<true> {
  const { reason, sessionId = null, entryId = null, photo = null } = asked
  const texts = checkComplaint(asked, reason)
  const key = usernameKey(asked.username)
  await transaction(ctx, async ({ sql, now }) => {
    const at = now()
    const named = { usernameKey: key ?? '', concertId: sessionId, entryId }
    const found = key === null ? undefined : await subjectOf(sql, named)
    if (found === undefined) throw gone()
    await lockComplaints(sql, deviceId)
    const { ofDevice, open } = await countComplaints(sql, deviceId, new Date(at.getTime() - DAY_MS))
    admitComplaint(ofDevice, open)
    const { artistId, concertId, username } = found
    const link = `/user/${username}${concertId === null ? '' : `/${concertId}`}`
    const row = { id: randomUUIDv7(), artistId, concertId, deviceId, createdAt: at, reason, link }
    await addComplaint(sql, { ...row, ...texts, photo, entryId, ...aboutOf(found, asked) })
  })
  return true
}

/** What the operator reads: «Третья парадная, фото 2». Refuses NOT_FOUND for what the artist does not have. */
function aboutOf(
  { name, username, imageUrls, concertTitle, entryText }: NamedSubject,
  { sessionId, entryId, photo }: Asked,
): { kind: ComplaintKind; about: string } {
  const artist = name === '' ? username : name
  if (photo !== undefined) {
    const at = imageUrls.indexOf(photo)
    if (at < 0) throw gone()
    return { kind: 'photo', about: `${artist}, фото ${at + 1}` }
  }
  if (sessionId === undefined) return { kind: 'page', about: artist }
  if (concertTitle === null) throw gone()
  if (entryId === undefined) return { kind: 'concert', about: `${artist}, «${concertTitle}»` }
  if (entryText === null) throw gone()
  return { kind: 'text', about: `${artist}, «${concertTitle}»: ${entryText}` }
}

/** Answers a complaint by mail and settles it. Refuses NOT_FOUND, ILLEGAL_STEP where no address was left or another answer came meanwhile, VALIDATION, MAIL_DOWN. */
export async function answerComplaint(
  ctx: Context,
  by: Doer,
  id: string,
  { text: typed, answered }: BodyOf<typeof api.admin.answerComplaint>,
): Promise<true> {
  const complaint = await complaintById(ctx.sql, id)
  if (complaint === undefined) throw noComplaint()
  const { email: to, about, artistId } = complaint
  if (to === '') throw new Refusal('ILLEGAL_STEP', 'Адрес для ответа не оставили')
  const subject = `Ваша жалоба: ${about}`
  const letter = { to, artistId, subject }
  const answer = { letter, logged: subject, to: { complaintId: id }, typed, answered }
  return answerByMail(ctx, by, answer, (inside, done) =>
    settleComplaint(inside.sql, id, done ? { at: inside.now(), by: by.id } : null),
  )
}

export const noComplaint = () => new Refusal('NOT_FOUND', 'Такой жалобы нет')

export async function forgetComplaints(ctx: Context): Promise<void> {
  const before = (days: number) => new Date(ctx.now().getTime() - days * DAY_MS)
  await eraseComplaints(ctx.sql, {
    settledBefore: before(COMPLAINT_KEPT_DAYS),
    devicesBefore: before(COMPLAINT_DEVICE_DAYS),
  })
}
