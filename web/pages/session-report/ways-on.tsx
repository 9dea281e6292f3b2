import { ExternalLink, ListMusic, Pencil, Play } from 'lucide-react'
import type { Session } from '#contract/shapes.ts'
import { Button } from '#web/ui/button.tsx'
import type { Stage } from './report-words.ts'
import css from './session-report.module.css'

export type WaysOnProps = { session: Session; stage: Stage }

/** Where one goes on from a report: to the pad, to the queue, to the announcement. */
export function WaysOn({ session, stage }: WaysOnProps) {
  const { id, artist } = session
  const live = stage === 'ahead' || stage === 'on'
  return (
    <nav aria-label="Концерт" className={css.ways}>
      {stage === 'on' && (
        <Button
          variant="primary"
          size="s"
          href="/artist?tab=concert"
          icon={<Play className="ico" />}
        >
          Открыть пульт
        </Button>
      )}
      {live && (
        <Button size="s" href={`/artist/session/manage/${id}`} icon={<ListMusic className="ico" />}>
          Очередь песен
        </Button>
      )}
      <Button
        size="s"
        href={`/artist/create-new-session/advanced/${id}`}
        icon={<Pencil className="ico" />}
      >
        Изменить концерт
      </Button>
      <Button
        size="s"
        href={`/user/${artist.username}/${id}`}
        icon={<ExternalLink className="ico" />}
      >
        Страница концерта
      </Button>
    </nav>
  )
}
