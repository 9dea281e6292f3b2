import { ChevronsUp, ChevronUp, ListPlus, Pause, Play, SkipForward, Square, X } from 'lucide-react'
import { useState } from 'react'
import type { ReactNode } from 'react'
import type { QueueEntry, Session } from '#contract/shapes.ts'
import { nowOf, waiting } from '#domain/queue.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { classes } from '../../ui/classes.ts'
import { FootBar } from '../../ui/foot-bar.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Menu } from '../../ui/menu.tsx'
import type { MenuAction } from '../../ui/menu.tsx'
import { ConnectionStrip } from '../connection-strip.tsx'
import { CurrentSong } from './current-song.tsx'
import { FinishDialog } from './finish-dialog.tsx'
import type { PadFlags } from './pad-flags.ts'
import { SongList } from './song-list.tsx'
import { TimeLeft } from './time-left.tsx'
import { useNewOrders } from './use-new-orders.ts'
import { songPress } from './use-queue-presses.ts'
import type { Stage } from './use-stage.ts'
import { useTabletStage } from './use-tablet-stage.ts'
import css from './pad-v2.module.css'

export type PadV2Props = {
  stage: Stage
  session: Session
  flags: PadFlags
  /** The way to the other tabs; on a music stand they move into the menu. */
  nav: ReactNode
  exits: readonly MenuAction[]
}

/** The pad with two lists: what is played next, and what the hall asks for. */
export function PadV2({ stage, session, flags, nav, exits }: PadV2Props) {
  const tablet = useTabletStage()
  const [finishing, setFinishing] = useState(false)
  const fresh = useNewOrders(stage.queue)
  const { active } = session
  const now = nowOf(stage.queue)
  const queued = stage.queue.filter(({ status }) => status === 'QUEUED')
  const ordered = stage.queue.filter(({ status }) => status === 'SCHEDULED')
  const size = tablet ? 'l' : 'm'
  const icon = tablet ? css.large : 'ico'
  const nothingToPlay = now === null && waiting(stage.queue).length === 0

  const toggle = active
    ? { label: 'Приостановить концерт', icon: <Pause className="ico" />, press: stage.pause }
    : { label: 'Продолжить концерт', icon: <Play className="ico" />, press: stage.resume }
  const actions: MenuAction[] = [
    { key: 'pause', label: toggle.label, icon: toggle.icon, onSelect: () => void toggle.press() },
    {
      key: 'end',
      label: 'Завершить концерт',
      icon: <Square className="ico" />,
      danger: true,
      onSelect: () => setFinishing(true),
    },
    ...(tablet ? exits : []),
  ]

  const moves = (song: QueueEntry, place: number) => {
    const variant = flags.colorButtons ? 'softLamp' : 'tonal'
    const off = place === 0 || stage.isPending(songPress(song))
    return (
      <>
        <IconButton
          label={`В начало: ${song.title}`}
          variant={variant}
          size={size}
          disabled={off}
          onClick={() => void stage.toTop(song)}
        >
          <ChevronsUp className={icon} />
        </IconButton>
        <IconButton
          label={`Выше на одну: ${song.title}`}
          variant={variant}
          size={size}
          disabled={off}
          onClick={() => void stage.oneUp(song)}
        >
          <ChevronUp className={icon} />
        </IconButton>
      </>
    )
  }

  const answers = (song: QueueEntry) => {
    const busy = stage.isPending(songPress(song))
    return (
      <>
        <IconButton
          label={`Удалить: ${song.title}`}
          variant={flags.colorButtons ? 'softDanger' : 'tonal'}
          size={size}
          disabled={busy}
          onClick={() => void stage.skip(song)}
        >
          <X className={icon} />
        </IconButton>
        <IconButton
          label={`В очередь: ${song.title}`}
          variant={flags.colorButtons ? 'softNow' : 'invert'}
          size={size}
          disabled={busy}
          onClick={() => void stage.enqueue(song)}
        >
          <ListPlus className={icon} />
        </IconButton>
      </>
    )
  }

  return (
    <div className={classes(css.pad, tablet ? css.tablet : css.phone)}>
      <div className={css.state}>
        {!tablet && nav}
        <ConnectionStrip connection={stage.connection} heardAt={stage.heardAt} />
        <div className={css.bar}>
          <Badge tone={active ? 'now' : 'pause'} size={tablet ? 'l' : 'm'} className={css.badge}>
            {active ? 'Концерт идёт' : 'Концерт на паузе'}
          </Badge>
          {tablet && (
            <IconButton
              label={toggle.label}
              variant="tonal"
              size="l"
              loading={stage.isPending('pause')}
              onClick={() => void toggle.press()}
            >
              {toggle.icon}
            </IconButton>
          )}
          {!tablet && <TimeLeft endsAt={session.dateTimeEnd} size="s" paused={!active} />}
          <Menu label="Меню концерта" actions={actions} size={size} />
        </div>
        {tablet && (
          <>
            <TimeLeft
              endsAt={session.dateTimeEnd}
              size="tablet"
              paused={!active}
              className={css.count}
            />
            <p className={css.caption}>до конца концерта</p>
          </>
        )}
        <CurrentSong
          song={now}
          label="Вы исполняете"
          waiting={waiting(stage.queue).length}
          nextName="Следующий Трек"
          paused={false}
          green={flags.greenCurrentSong}
          tablet={tablet}
        />
      </div>
      <main className={css.lists}>
        <SongList
          title="Очередь"
          songs={queued}
          empty="В очереди пусто. Добавьте сюда песни из заказов."
          numbered
          fresh={fresh}
          wordy={tablet}
          actionsOf={moves}
          className={css.list}
        />
        <SongList
          title="Заказы"
          songs={ordered}
          empty="Новых заказов нет."
          fresh={fresh}
          wordy={tablet}
          actionsOf={answers}
          className={css.list}
        />
      </main>
      <FootBar className={css.foot}>
        <Button
          variant="primary"
          size={tablet ? 'nextTablet' : 'next'}
          block
          icon={<SkipForward className="ico" />}
          loading={stage.isPending('next')}
          disabled={nothingToPlay}
          onClick={() => void stage.playNext()}
        >
          Следующий Трек
        </Button>
      </FootBar>
      <FinishDialog
        open={finishing}
        queue={stage.queue}
        version={2}
        finishing={stage.isPending('end')}
        onClose={() => setFinishing(false)}
        onFinish={() => void stage.end()}
      />
    </div>
  )
}
