import type { QueueEntry, Session } from '#contract/shapes.ts'
import { rulesFrom } from '#domain/queue/evening-rules.ts'
import { waiting } from '#domain/queue/queue.ts'
import { SkipForward, Square } from '#web/ui/icons/artist-icons.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { FootBar } from '#web/ui/layout/foot-bar.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Pause, Play } from '#web/ui/icons/icons.tsx'
import type { MenuAction } from '#web/ui/overlays/menu.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { CollectingSongs, SongList } from './song-list.tsx'
import { DragSongs } from './drag-songs.tsx'
import { OrdersButton } from './order-cue.tsx'
import type { PadLayoutProps } from './pad-parts.tsx'
import { CurrentSong, TimeLeft, WakeBadge, usePadLayout } from './pad-parts.tsx'
import css from './two-list-pad.module.css'
import ground from '../pad.module.css'
import { MoveButtons, OrderButtons } from './song-sheet.tsx'
import { UndoBar } from '../commands/undo-bar.tsx'

type TwoListPadProps = PadLayoutProps & {
  /** The links to the other tabs on a music stand, where they move into the menu. */
  exits: readonly MenuAction[]
}

/** This many orders never need half of a music stand's height. */
const FEW = 2

/** The label above the playing song, or above the one that played before the pause. */
function songLabel({ active, breakUntil }: Session): string {
  if (active) return 'Вы исполняете'
  return breakUntil === undefined ? 'Звучала до паузы' : 'Звучала до перерыва'
}

/** The pad with two lists: the next songs, and the listeners' orders. */
export function TwoListPad(props: TwoListPadProps) {
  const { pad, session, flags, undo, cue, tools, evening, onAdd, nav, exits, mayEnd } = props
  const layout = usePadLayout(props, 2)
  const { tablet, now, paused, coolingDown, size } = layout
  const { active, dateTimeEnd, street } = session
  const { queue } = pad
  const queued = queue.filter(({ status }) => status === 'QUEUED')
  const ordered = queue.filter(({ status }) => status === 'SCHEDULED')
  // With orders in between, the two lists are one order: each row shows its place in it.
  const between = rulesFrom(session.rules ?? {}).orderAfter !== null
  const placeOf = between ? (song: QueueEntry) => waiting(queue).indexOf(song) + 1 : undefined
  const buttons = { pad: layout.skipping, coloured: flags.colorButtons, size }

  const toggle = active
    ? { label: 'Приостановить концерт', icon: <Pause className="ico" />, press: pad.pause }
    : { label: 'Продолжить концерт', icon: <Play className="ico" />, press: pad.resume }
  const end: MenuAction = {
    key: 'end',
    label: 'Завершить концерт',
    icon: <Square className="ico" />,
    danger: true,
    section: 'Концерт',
    onSelect: layout.askEnd,
  }
  const actions: MenuAction[] = [
    {
      key: 'pause',
      label: toggle.label,
      icon: toggle.icon,
      onSelect: toggle.press,
      section: 'Концерт',
    },
    ...(mayEnd ? [end] : []),
    ...tools,
    ...(tablet ? exits : []),
  ]

  return (
    <div className={classes(layout.className, tablet ? css.tablet : css.phone)}>
      <section aria-label="Концерт" className={classes(ground.state, css.state)}>
        <h1 className="sr">{session.title}</h1>
        {!tablet && nav}
        {layout.head}
        <div className={classes(ground.column, css.bar)}>
          <Badge tone={active ? 'now' : 'pause'} size={size} className={css.badge}>
            {active ? 'Концерт идёт' : paused}
          </Badge>
          {!street && (!tablet || undo !== null) && (
            <TimeLeft endsAt={dateTimeEnd} size="s" paused={!active} />
          )}
          {tablet && (
            <IconButton label={toggle.label} variant="tonal" size="l" onClick={toggle.press}>
              {toggle.icon}
            </IconButton>
          )}
          <Menu label="Меню концерта" actions={actions} size={size} />
        </div>
        <div className={classes(ground.column, ground.under, css.under)}>
          <WakeBadge />
          {evening}
        </div>
        {tablet && (
          <div className={css.time} data-covered={undo !== null || undefined}>
            {!street && (
              <>
                <TimeLeft
                  endsAt={dateTimeEnd}
                  size="tablet"
                  paused={!active}
                  className={css.count}
                />
                <p className={css.caption}>до конца концерта</p>
              </>
            )}
            {undo !== null && <UndoBar undo={undo} block className={css.undo} />}
          </div>
        )}
        <CurrentSong
          {...layout.ofCurrentSong}
          label={songLabel(session)}
          nextName="Следующий Трек"
          paused={!active && now !== null}
        />
      </section>
      <main
        id="main"
        className={classes(ground.column, css.lists, ordered.length <= FEW && css.fewOrders)}
      >
        <DragSongs
          merged={false}
          songs={[...queued, ...ordered]}
          onMove={pad.move}
          onTap={layout.ofList.onPress}
        >
          <SongList
            {...{ ...layout.ofList, placeOf }}
            title="Очередь"
            list="QUEUED"
            next
            onAdd={onAdd}
            songs={queued}
            empty="В очереди пусто. Добавьте сюда песни из заказов."
            numbered
            actionsOf={(song, place) => (
              <MoveButtons {...buttons} song={song} first={place === 0} />
            )}
            className={css.list}
          />
          <SongList
            {...{ ...layout.ofList, placeOf }}
            title="Заказы"
            list="SCHEDULED"
            end={cue.end}
            below={<CollectingSongs pad={pad} size={size} />}
            songs={ordered}
            empty="Новых заказов нет."
            numbered={between}
            actionsOf={(song) => <OrderButtons {...buttons} song={song} />}
            className={css.list}
          />
        </DragSongs>
      </main>
      <FootBar className={classes(ground.barBelow, css.foot)}>
        {undo !== null && !tablet && <UndoBar undo={undo} />}
        <div className={css.next}>
          <Button
            variant="primary"
            size={tablet ? 'nextTablet' : 'next'}
            block
            icon={active ? <SkipForward className="ico" /> : <Play className="ico" />}
            loading={coolingDown}
            aria-disabled={coolingDown}
            disabled={active && now === null && waiting(queue).length === 0}
            onClick={active ? pad.playNext : pad.resume}
          >
            {active ? 'Следующий Трек' : 'Продолжить'}
          </Button>
          <OrdersButton cue={cue} count={ordered.length} />
        </div>
      </FootBar>
      {layout.asked}
    </div>
  )
}
