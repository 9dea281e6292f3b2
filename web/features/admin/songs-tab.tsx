import { useRevalidator } from 'react-router'
import { api } from '#contract/index.ts'
import { counted } from '#domain/russian.ts'
import { call } from '#web/lib/calls/call.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { AdminFrame } from './admin-frame.tsx'
import css from './admin.module.css'
import type { SongsToVerify } from './load-admin.ts'

type SongsTabProps = { songs: SongsToVerify }

/** Songs typed by hand that musicians play: nobody else finds them until they are ticked here. */
export function SongsTab({ songs }: SongsTabProps) {
  const { revalidate } = useRevalidator()
  const { press, isPending } = usePresses()
  const toast = useToast()
  const verify = (songId: string, title: string) =>
    press(songId, async () => {
      await call(api.admin.verifySong, { body: { songId, verified: true } })
      toast(`«${title}» теперь находят все`)
      await revalidate()
    })
  return (
    <AdminFrame
      tab="songs"
      lead="Эти песни музыканты набрали сами. До вашей отметки их находят только слушатели этих музыкантов."
    >
      <Section title="Непроверенные песни">
        {songs.length === 0 && <EmptyState text="Проверять нечего." muted />}
        <ul>
          {songs.map(({ id, title, artistName, held, artists }) => (
            <li key={id} className={css.letter}>
              <h3 className={css.topic}>{title}</h3>
              <p className={css.facts}>
                {artistName !== '' && <span>{artistName}</span>}
                <span>{counted(artists, 'музыкант', 'музыканта', 'музыкантов')}</span>
                {held && <Badge>Фильтр скрывает</Badge>}
              </p>
              <Button
                size="s"
                loading={isPending(id)}
                onClick={() => void verify(id, title)}
                aria-label={`Показать всем: ${title}`}
              >
                Показать всем
              </Button>
            </li>
          ))}
        </ul>
      </Section>
    </AdminFrame>
  )
}
