import type { AccountShown } from '#contract/admin.ts'
import { counted } from '#domain/russian.ts'
import { dayAndTime } from '#web/lib/day-and-time.ts'
import { useViewerZone } from '#web/lib/use-viewer-zone.ts'
import { Anchor } from '#web/ui/anchor.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import css from './letters.module.css'

export type AccountLineProps = { account: AccountShown }

/** One account: who it is, since when, what it has done. */
export function AccountLine({ account }: AccountLineProps) {
  const zone = useViewerZone('Europe/Moscow')
  const { username, name, email, accountType, role, createdAt, concerts, numberChecked } = account
  return (
    <li className={css.letter}>
      <h3 className={css.topic}>{name === '' ? username : name}</h3>
      <p className={css.facts}>
        <Anchor href={`/user/${username}`} className="link">
          {username}
        </Anchor>
        <span>{email}</span>
        {role === 'ADMIN' && <Badge>Администратор</Badge>}
      </p>
      <p className={css.facts}>
        <span>{accountType === 'GROUP' ? 'Группа' : 'Музыкант'}</span>
        <span>{counted(concerts, 'концерт', 'концерта', 'концертов')}</span>
        <span>{numberChecked ? 'Номер проверен' : 'Номер не проверен'}</span>
        <span className="t-s muted">С нами с {dayAndTime(createdAt, zone)}</span>
      </p>
      <Button size="s" href={`/admin?tab=flags&username=${encodeURIComponent(username)}`}>
        Флаги<span className="sr">: {username}</span>
      </Button>
    </li>
  )
}
