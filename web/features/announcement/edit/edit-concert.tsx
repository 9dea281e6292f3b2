import { useEffect, useState } from 'react'
import { useLoaderData, useNavigate } from 'react-router'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import type { Age } from '#domain/concerts/announcement.ts'
import { AGES, DESCRIPTION_MAX } from '#domain/concerts/announcement.ts'
import { isUnpublished } from '#domain/concerts/publication.ts'
import { ReportLink } from '#web/features/report/index.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { useShare } from '#web/lib/pages/share.tsx'
import { useConcertTime, useNow } from '#web/lib/format.ts'
import { ArtistFrame, NextStep } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { TO_EVENINGS } from '#web/parts/frame/cabinet-places.ts'
import { LeaveGuard } from '#web/parts/leave-guard.tsx'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Pencil } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { FootBar } from '#web/ui/layout/foot-bar.tsx'
import { Share2 } from '#web/ui/icons/icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Skeleton } from '#web/ui/status/loading-words.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { FollowingToo } from './following-too.tsx'
import { PublishConcert } from './publish-concert.tsx'
import { DeleteConcert, PrivacySwitches } from './delete-concert.tsx'
import css from '../announcement.module.css'
import type { OwnConcert } from './use-edit-form.ts'
import { PREVIEW_SONGS, firstSongs, loadConcert, useEditForm } from './use-edit-form.ts'

type SongsPreviewProps = {
  songs: readonly QueueEntry[]
  /** Listeners see them on the concert's page. */
  shown: boolean
  /** Where the list is edited. */
  editHref: string
}

/** The first songs of the concert; fewer than three are padded with ruled paper. */
function SongsPreview({ songs, shown, editHref }: SongsPreviewProps) {
  return (
    <>
      {songs.length === 0 && <EmptyState muted text="Список песен концерта еще не опубликован" />}
      {songs.length > 0 && (
        <ol>
          {songs.map((song) => (
            <SongRow key={song.id} song={song} />
          ))}
          {Array.from({ length: PREVIEW_SONGS - songs.length }, (_, place) => (
            <li key={`empty ${place}`} aria-hidden="true" className={css.padding}>
              <Skeleton shape="cover" className={css.still} />
              <span className={css.lines}>
                <Skeleton shape="title" width="long" className={css.still} />
                <Skeleton width="half" className={css.still} />
              </span>
            </li>
          ))}
        </ol>
      )}
      {songs.length > 0 && !shown && (
        <p className="t-s muted">Слушатели этого списка не видят: показ песен выключен.</p>
      )}
      <Button block href={editHref} icon={<Pencil />}>
        Изменить
      </Button>
    </>
  )
}

/** Debounce: several events come together when the page gets the focus again. */
const SETTLE_MS = 500

/** The first songs, reloaded when the page gets the focus again: they are edited on another page. */
function useSongsPreview({ session, songs: loaded }: OwnConcert): OwnConcert['songs'] {
  const [songs, setSongs] = useState(loaded)
  const { id } = session

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let unmounted = false
    const read = async () => {
      const fresh = await orWhenUnavailable(firstSongs(id), null)
      if (fresh !== null && !unmounted) setSongs(fresh)
    }
    const look = () => {
      clearTimeout(timer)
      if (document.visibilityState === 'visible') timer = setTimeout(() => void read(), SETTLE_MS)
    }
    window.addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      unmounted = true
      clearTimeout(timer)
      window.removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [id])

  return songs
}

type WhatMayChangeProps = { session: Session; unpublished: boolean }

const WORDS: Record<Session['sessionStatus'], string> = {
  SCHEDULED: 'Всё, что вы измените здесь, слушатели увидят сразу.',
  NOW: 'Концерт идёт. Всё, что вы измените здесь, слушатели увидят сразу.',
  PLAYED: 'Концерт прошёл. Его страница остаётся: текст, возраст и ссылку можно поправить.',
}

/** What may be changed at the concert's current stage, and the link to its report. */
function WhatMayChange({ session, unpublished }: WhatMayChangeProps) {
  const { id, artist, sessionStatus } = session
  return (
    <div className={css.note}>
      {!unpublished && <p className="muted">{WORDS[sessionStatus]}</p>}
      {sessionStatus !== 'PLAYED' && (
        <Button size="s" href={`/artist/create-new-session/correct/${id}`} icon={<Pencil />}>
          Изменить название, время и место
        </Button>
      )}
      {sessionStatus === 'SCHEDULED' && <NextStep username={artist.username} />}
      <ReportLink sessionId={id}>
        {sessionStatus === 'SCHEDULED' ? 'Что уже заказали' : 'Отчёт о концерте'}
      </ReportLink>
    </div>
  )
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Концерт',
  loadConcert,
)

export default function EditConcert() {
  const concert = useLoaderData<OwnConcert>()
  const { session } = concert
  const songs = useSongsPreview(concert)
  const [shareOpen, setShareOpen] = useState(false)
  const edit = useEditForm(session, () => setShareOpen(true))
  const { form, errors, saving, changed, change, ...series } = edit
  const navigate = useNavigate()
  const share = useShare()
  const time = useConcertTime(session)
  const unpublished = isUnpublished(session, useNow())
  const shared = `/user/${session.artist.username}/${session.id}/shared`
  const place = [session.location.name, session.location.city].filter((part) => part !== '')

  return (
    <ArtistFrame
      title={session.title}
      back={TO_EVENINGS}
      lead={
        <>
          <p>{time.timeAndDay}</p>
          {time.venueNote && <p>{time.venueNote}</p>}
          <p>{place.join(', ')}</p>
        </>
      }
    >
      <WhatMayChange session={session} unpublished={unpublished} />
      {unpublished && session.publishAt && (
        <PublishConcert
          session={session}
          publishAt={session.publishAt}
          following={series.following}
        />
      )}
      <form {...edit.formOf(edit.send)} className={css.form}>
        <Section title="Подробности">
          <SelectField
            label="Возрастное ограничение"
            name="age"
            value={form.age}
            onChange={(event) => change({ age: Number(event.target.value) as Age })}
          >
            {AGES.map((age) => (
              <option key={age} value={age}>
                {age}+
              </option>
            ))}
          </SelectField>
          <TextArea
            label="Описание"
            name="description"
            rows={5}
            maxLength={DESCRIPTION_MAX}
            value={form.description}
            error={errors['description']}
            onChange={(event) => change({ description: event.target.value })}
          />
          <Field
            label="Ссылка на билеты"
            name="ticketLink"
            type="url"
            inputMode="url"
            autoComplete="off"
            placeholder="https://"
            value={form.ticketLink}
            error={errors['ticketLink']}
            onChange={(event) => change({ ticketLink: event.target.value })}
          />
        </Section>
        {session.sessionStatus !== 'PLAYED' && (
          <Section title="Песни концерта">
            <SongsPreview
              songs={songs}
              shown={form.privacy.showSongsOnPoster}
              editHref={`/artist/session/manage/${session.id}`}
            />
            <Button block href={`/artist/sets?sessionId=${session.id}`}>
              Сыграть сет
            </Button>
          </Section>
        )}
        {session.sessionStatus !== 'PLAYED' && (
          <Section title="Заказы">
            <Button block href={`/artist/session/rules/${session.id}`}>
              Правила вечера
            </Button>
            <Button block href={`/artist/session/host/${session.id}`}>
              Хозяин вечера
            </Button>
          </Section>
        )}
        <Section title="Приватность">
          <PrivacySwitches
            privacy={form.privacy}
            status={session.sessionStatus}
            onChange={(privacy) => change({ privacy })}
          />
        </Section>
        <Section title="Ссылка">
          <p className="muted">
            {unpublished
              ? 'По ней откроется страница концерта, когда он выйдет:'
              : 'По ней открывается страница концерта:'}{' '}
            <span className={css.link}>{new URL(shared, window.location.origin).href}</span>
          </p>
          <Button block icon={<Share2 />} onClick={() => share(shared, session.title)}>
            Поделиться
          </Button>
        </Section>
        <DeleteConcert session={session} />
        <FollowingToo
          many={concert.following}
          checked={series.following}
          onChange={series.setFollowing}
        />
        <FootBar className={css.foot}>
          <Button type="submit" variant="primary" block loading={saving}>
            Сохранить
          </Button>
        </FootBar>
      </form>
      <LeaveGuard changed={changed}>
        <p>Изменения в концерте ещё не сохранены.</p>
      </LeaveGuard>
      <Dialog
        open={shareOpen}
        onClose={() => setShareOpen(false)}
        title="Концерт сохранён"
        stacked
        safe="Остаться"
        confirm="На главную"
        onConfirm={() => void navigate('/artist')}
      >
        {!unpublished && <p>Изменения уже видны на странице концерта.</p>}
      </Dialog>
    </ArtistFrame>
  )
}
