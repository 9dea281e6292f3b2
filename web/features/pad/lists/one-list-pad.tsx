import { waiting } from '#domain/queue/queue.ts'
import { SkipForward } from '#web/ui/icons/artist-icons.tsx'
import { classes } from '#web/ui/classes.ts'
import { FootBar } from '#web/ui/layout/foot-bar.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Pause, Play, X } from '#web/ui/icons/icons.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { CollectingSongs, SongList } from './song-list.tsx'
import { DragSongs } from './drag-songs.tsx'
import { UnseenOrders } from './order-cue.tsx'
import type { PadLayoutProps } from './pad-parts.tsx'
import { CurrentSong, TimeLeft, WakeBadge, usePadLayout } from './pad-parts.tsx'
import css from './one-list-pad.module.css'
import ground from '../pad.module.css'
import { CopyButtons } from './song-sheet.tsx'
import { UndoBar } from '../commands/undo-bar.tsx'

/** The pad with one list: a tap on a song opens its actions. */
export function OneListPad(props: PadLayoutProps) {
  const { pad, session, flags, undo, cue, tools, evening, onAdd, nav, mayEnd } = props
  const layout = usePadLayout(props, 1)
  const { tablet, now, paused, coolingDown, size } = layout
  const { active, dateTimeEnd, street } = session
  const list = waiting(pad.queue)

  return (
    <div className={classes(layout.className, tablet ? css.tablet : css.phone)}>
      <section aria-label="Концерт" className={classes(ground.state, css.state)}>
        <h1 className="sr">{session.title}</h1>
        {nav}
        {layout.head}
        <div className={classes(ground.column, css.controls)}>
          {street ? (
            <span className={css.count} />
          ) : (
            <TimeLeft endsAt={dateTimeEnd} size="l" paused={!active} className={css.count} />
          )}
          <IconButton
            label={active ? 'Приостановить концерт' : 'Продолжить концерт'}
            variant={active ? 'tonal' : 'lamp'}
            size="l"
            className={css.control}
            onClick={active ? pad.pause : pad.resume}
          >
            {active ? <Pause /> : <Play />}
          </IconButton>
          {active || !mayEnd ? (
            <IconButton
              label="Следующая песня"
              variant="lamp"
              size="l"
              className={css.control}
              loading={coolingDown}
              aria-disabled={coolingDown}
              disabled={now === null && list.length === 0}
              onClick={pad.playNext}
            >
              <SkipForward />
            </IconButton>
          ) : (
            <IconButton
              label="Завершить концерт"
              variant="softDanger"
              size="l"
              className={css.control}
              onClick={layout.askEnd}
            >
              <X />
            </IconButton>
          )}
        </div>
        <div className={classes(ground.column, ground.under, css.under)}>
          <WakeBadge />
          {evening}
          <Menu label="Ещё" actions={tools} />
        </div>
        {undo !== null && tablet && <UndoBar undo={undo} block className={css.undo} />}
        <CurrentSong
          {...layout.ofCurrentSong}
          label={active ? 'Вы исполняете' : paused}
          nextName="Следующая песня"
          paused={!active}
        />
      </section>
      <main id="main" className={classes(ground.column, css.list)}>
        <DragSongs merged songs={list} onMove={pad.move} onTap={layout.ofList.onPress}>
          <SongList
            {...layout.ofList}
            title="В очереди"
            list="QUEUED"
            next
            onAdd={onAdd}
            songs={list}
            empty="Пока никто ничего не заказал."
            cover
            end={cue.end}
            below={<CollectingSongs pad={pad} size={size} />}
            news={<UnseenOrders cue={cue} />}
            {...((flags.copyButton || flags.cancelButton) && {
              actionsOf: (one) => (
                <CopyButtons pad={layout.skipping} flags={flags} song={one} size={size} />
              ),
            })}
          />
        </DragSongs>
      </main>
      {undo !== null && !tablet && (
        <FootBar className={ground.barBelow}>
          <UndoBar undo={undo} />
        </FootBar>
      )}
      {layout.asked}
    </div>
  )
}
