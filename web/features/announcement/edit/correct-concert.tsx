import { useState } from 'react'
import { redirect, useLoaderData, useNavigate } from 'react-router'
import { api } from '#contract/index.ts'
import type { Session } from '#contract/shapes.ts'
import { checkCorrection } from '#domain/concerts/announcement.ts'
import { isUnpublished } from '#domain/concerts/publication.ts'
import { MINUTE_MS } from '#domain/time.ts'
import { call } from '#web/lib/calls/call.ts'
import { changedFields } from '#web/lib/changed-fields.ts'
import { useConcertTime, useNow } from '#web/lib/format.ts'
import { fieldErrors } from '#web/lib/calls/call-failed.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { LeaveGuard, NOTHING_TO_SAVE } from '#web/parts/leave-guard.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { FootBar } from '#web/ui/layout/foot-bar.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { ConcertFields } from '../create/concert-fields.tsx'
import type { ConcertForm } from '../create/concert-form.ts'
import { draftOf, isFilled, localText } from '../create/concert-form.ts'
import css from '../announcement.module.css'
import { useConcertForm } from '../create/use-concert-form.ts'
import { correctionText } from './deletion-texts.ts'
import { ListenerWords } from './listener-words.tsx'
import { FollowingToo } from './following-too.tsx'
import type { OwnConcert } from './use-edit-form.ts'
import { loadConcert } from './use-edit-form.ts'

const pageOf = (sessionId: string) => `/artist/create-new-session/advanced/${sessionId}`

/** The form with the announced values. */
function announcedForm({ title, dateTimeStart, dateTimeEnd, location }: Session): ConcertForm {
  const start = new Date(dateTimeStart)
  const minutes = Math.round((Date.parse(dateTimeEnd) - start.getTime()) / MINUTE_MS)
  const { name, description, address, city, latitude, longitude } = location
  const point = latitude === null || longitude === null ? null : { latitude, longitude }
  const own = description !== ''
  return {
    start: localText(start),
    hours: String(Math.floor(minutes / 60)),
    minutes: String(minutes % 60),
    title,
    placeName: name,
    place: {
      address: own ? description : address,
      addressSource: own ? 'own' : 'map',
      byHand: false,
      point,
      city,
      offered: null,
    },
    repeat: null,
    publishAt: null,
    closed: false,
  }
}

const announced = ({ title, placeName, place }: ConcertForm, words: string) => ({
  description: title,
  location: [placeName, place],
  words,
})

/** The time is sent only when it was changed: the concert may have started meanwhile. */
function correctionOf(form: ConcertForm, first: ConcertForm) {
  const { title, place, ...time } = draftOf(form)
  const sameTime = (['start', 'hours', 'minutes'] as const).every((at) => form[at] === first[at])
  return { title, place, time: sameTime ? null : time }
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Изменить концерт',
  async (artist, args) => {
    const concert = await loadConcert(artist, args)
    const { session } = concert
    if (session.sessionStatus === 'PLAYED') throw redirect(pageOf(session.id))
    return concert
  },
)

/** The full-screen map has its own URL: opening it reloads nothing. */
export const shouldRevalidate = () => false

export default function CorrectConcert() {
  const { session, following: many } = useLoaderData<OwnConcert>()
  const [following, setFollowing] = useState(false)
  const [words, setWords] = useState(session.words ?? '')
  const { id, artist, sessionStatus, dateTimeStart, dateTimeEnd } = session
  const unpublished = isUnpublished(session, useNow())
  const navigate = useNavigate()
  const toast = useToast()
  const { timeAndDay } = useConcertTime(session)
  const first = announcedForm(session)
  const clock = {
    status: sessionStatus,
    active: session.active,
    autoRun: session.advancedSession.privacy.autoRunSession,
    startsAt: new Date(dateTimeStart),
    endsAt: new Date(dateTimeEnd),
  }
  const concert = useConcertForm({
    first: () => first,
    rule: (form, now) => fieldErrors(() => checkCorrection(correctionOf(form, first), clock, now)),
    failed: 'Не удалось изменить концерт',
    async send(form) {
      const { title, place, time } = correctionOf(form, first)
      const body = {
        sessionId: id,
        following,
        ...changedFields(
          { description: title, location: place, words },
          announced(first, session.words ?? ''),
          announced(form, words),
        ),
        ...(time && {
          time: {
            dateTimeStart: time.startsAt,
            durationHours: time.durationHours,
            durationMinutes: time.durationMinutes,
          },
        }),
      }
      await call(api.session.correct, { body })
      toast(following ? 'Концерты изменены' : 'Концерт изменён')
      await navigate(pageOf(id), { replace: true, state: NOTHING_TO_SAVE })
    },
  })
  const { form, failed, saving } = concert
  return (
    <ArtistFrame title="Изменить концерт" back={{ href: pageOf(id), name: session.title }}>
      <p className="muted">
        {correctionText(unpublished, session.advancedSession.privacy.closedSession)}
      </p>
      <form {...concert.formOf(concert.send)} className={css.form}>
        <ConcertFields
          username={artist.username}
          concert={concert}
          fixedTime={
            sessionStatus === 'NOW' && (
              <p className="muted">
                Начало: {timeAndDay}. Концерт идёт: продлить его можно на пульте, кнопкой «Дольше».
              </p>
            )
          }
        />
        {!unpublished && <ListenerWords value={words} onChange={setWords} />}
        <FollowingToo many={many} checked={following} onChange={setFollowing} />
        <FootBar className={css.foot}>
          <FieldNote id="correct-concert-error" error={failed} />
          <Button type="submit" variant="primary" block loading={saving} disabled={!isFilled(form)}>
            Сохранить
          </Button>
        </FootBar>
      </form>
      <LeaveGuard
        changed={JSON.stringify(form) !== JSON.stringify(first) || words !== (session.words ?? '')}
      >
        <p>Изменения в концерте ещё не сохранены.</p>
      </LeaveGuard>
    </ArtistFrame>
  )
}
