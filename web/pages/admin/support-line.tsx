import type { SupportShown } from '#contract/admin.ts'
import { dayAndTime } from '#web/lib/day-and-time.ts'
import { useViewerZone } from '#web/lib/use-viewer-zone.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Button } from '#web/ui/button.tsx'
import css from './letters.module.css'

export type SupportLineProps = { request: SupportShown; settling: boolean; onSettle: () => void }

/** One request: who, about what, where to answer. */
export function SupportLine({ request, settling, onSettle }: SupportLineProps) {
  const zone = useViewerZone('Europe/Moscow')
  const { name, email, topic, message, createdAt, doneAt, doneBy } = request
  const letter = `mailto:${encodeURIComponent(email)}?subject=${encodeURIComponent(`Re: ${topic}`)}`
  return (
    <li className={css.letter}>
      <h3 className={css.topic}>{topic}</h3>
      <p className={css.facts}>
        <span className="b">{name}</span>
        <Anchor href={letter} className="link">
          {email}
        </Anchor>
        <time dateTime={createdAt} className="t-s muted">
          {dayAndTime(createdAt, zone)}
        </time>
      </p>
      <p className={css.words}>{message}</p>
      {doneAt !== null && (
        <p className="t-s muted">
          Ответ отмечен {dayAndTime(doneAt, zone)}
          {doneBy !== null && `, ${doneBy}`}
        </p>
      )}
      <Button size="s" loading={settling} onClick={onSettle}>
        {doneAt === null ? 'Ответ отправлен' : 'Вернуть в ожидание'}
        <span className="sr">: {topic}</span>
      </Button>
    </li>
  )
}
