import { useLoaderData } from 'react-router'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { TO_EVENINGS } from '#web/parts/frame/cabinet-places.ts'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { LeaveGuard, useTypingFlow } from '#web/parts/leave-guard.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Switch } from '#web/ui/fields/checkbox.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { FootBar } from '#web/ui/layout/foot-bar.tsx'
import { ConcertFields } from './concert-fields.tsx'
import { isFilled } from './concert-form.ts'
import css from '../announcement.module.css'
import type { PublicationProps } from './publication.tsx'
import type { RepeatsProps } from './repeats.tsx'
import { useAnnouncing } from './use-concert-form.ts'

/** Loaded after the form, which can be sent without it. */
const RepeatsPart = lazyPart<RepeatsProps>(
  'web/features/announcement/create/repeats.tsx',
  async () => (await import('./repeats.tsx')).Repeats,
)

const PublicationPart = lazyPart<PublicationProps>(
  'web/features/announcement/create/publication.tsx',
  async () => (await import('./publication.tsx')).Publication,
)

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage('Новый концерт')

/** The full-screen map has its own URL: opening it reloads nothing. */
export const shouldRevalidate = () => false

export default function CreateConcert() {
  const { username } = useLoaderData<typeof clientLoader>()
  const concert = useAnnouncing(username)
  const { form, failed, saving, changed } = concert
  useTypingFlow(concert.box)
  return (
    <ArtistFrame title="Новый концерт" back={TO_EVENINGS}>
      <form {...concert.formOf(concert.send)} className={css.form}>
        <ConcertFields username={username} concert={concert} />
        <RepeatsPart concert={concert} />
        <PublicationPart concert={concert} />
        <Switch
          name="closedSession"
          help="Его нет в афише, поиске и на карте, он открывается только по ссылке"
          checked={form.closed}
          onChange={({ target }) => concert.change({ closed: target.checked })}
        >
          Закрытый концерт
        </Switch>
        <FootBar className={css.foot}>
          <FieldNote id="create-concert-error" error={failed} />
          <Button type="submit" variant="primary" block loading={saving} disabled={!isFilled(form)}>
            Далее
          </Button>
        </FootBar>
      </form>
      <LeaveGuard changed={changed}>
        <p>Концерт ещё не создан.</p>
      </LeaveGuard>
    </ArtistFrame>
  )
}
