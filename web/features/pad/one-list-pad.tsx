import { useState } from 'react'
import type { QueueEntry } from '#contract/shapes.ts'
import { nowOf, waiting } from '#domain/queue/queue.ts'
import { ConnectionStrip } from '#web/parts/connection-strip.tsx'
import { SkipForward } from '#web/ui/artist-icons.tsx'
import { classes } from '#web/ui/classes.ts'
import { FootBar } from '#web/ui/foot-bar.tsx'
import { IconButton } from '#web/ui/icon-button.tsx'
import { Pause, Play, X } from '#web/ui/icons.tsx'
import { Menu } from '#web/ui/menu.tsx'
import { BeforeNext, CollectingSongs, SongList } from './song-list.tsx'
import { DragSongs } from './drag-songs.tsx'
import { UnseenOrders } from './order-cue.tsx'
import type { PadLayoutProps } from './pad-parts.tsx'
import {
  CurrentSong,
  FinishDialog,
  TimeLeft,
  UnsentStrip,
  WakeBadge,
  usePauseWords,
  useTabletStage,
} from './pad-parts.tsx'
import css from './one-list-pad.module.css'
import ground from './pad.module.css'
import { CopyButtons, useSongSheet } from './song-sheet.tsx'
import { UndoBar } from './undo-bar.tsx'
import { useOwnQueue } from './use-own-queue.ts'

/** The pad with one list: a tap on a song asks what to do with it. */
export function OneListPad({
  pad,
  session,
  flags,
  undo,
  cue,
  tools,
  notices,
  evening,
  onAdd,
  nav,
  mayEnd,
}: PadLayoutProps) {
  const tablet = useTabletStage()
  const [finishing, setFinishing] = useState(false)
  const { fresh } = cue
  const [own, lookAtOwn] = useOwnQueue(session.id, pad.queue, pad.added)
  const skip = (song: QueueEntry) => pad.skip(song, own.get(song.id)?.amount)
  const { active, dateTimeEnd, street } = session
  const paused = usePauseWords(session)
  const { queue } = pad
  const now = nowOf(queue)
  const list = waiting(queue)
  const resting = pad.isPending('next')
  const songSheet = useSongSheet(pad, own, lookAtOwn)

  return (
    <div className={classes(ground.ground, tablet ? css.tablet : css.phone)}>
      <section aria-label="Концерт" className={css.state}>
        <h1 className="sr">{session.title}</h1>
        {nav}
        <div className={css.strips}>
          <ConnectionStrip connection={pad.connection} heardAt={pad.heardAt} />
          <UnsentStrip pad={pad} />
          {notices}
          <BeforeNext pad={pad} own={own} />
        </div>
        <div className={css.controls}>
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
              loading={resting}
              aria-disabled={resting}
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
              onClick={() => setFinishing(true)}
            >
              <X />
            </IconButton>
          )}
        </div>
        <div className={classes(ground.under, css.under)}>
          <WakeBadge />
          {evening}
          <Menu label="Ещё" actions={tools} />
        </div>
        {undo !== null && tablet && <UndoBar undo={undo} block className={css.undo} />}
        <CurrentSong
          song={now}
          view={now === null ? undefined : own.get(now.id)}
          label={active ? 'Вы исполняете' : paused}
          waitingSongs={list.length}
          nextName="Следующая песня"
          paused={!active}
          green={flags.greenCurrentSong}
          tablet={tablet}
          onPress={songSheet.show}
        />
      </section>
      <main id="main" className={css.list}>
        <DragSongs merged songs={list} onMove={pad.move} onTap={songSheet.show}>
          <SongList
            title="В очереди"
            list="QUEUED"
            next
            onAdd={onAdd}
            songs={list}
            empty="Пока никто ничего не заказал."
            cover
            {...{ fresh, own }}
            end={cue.end}
            below={<CollectingSongs pad={pad} size={tablet ? 'l' : 'm'} />}
            news={<UnseenOrders cue={cue} />}
            wordy={tablet}
            onPress={songSheet.show}
            {...((flags.copyButton || flags.cancelButton) && {
              actionsOf: (one) => (
                <CopyButtons
                  pad={{ ...pad, skip }}
                  flags={flags}
                  song={one}
                  size={tablet ? 'l' : 'm'}
                />
              ),
            })}
          />
        </DragSongs>
      </main>
      {undo !== null && !tablet && (
        <FootBar className={css.foot}>
          <UndoBar undo={undo} />
        </FootBar>
      )}
      {songSheet.sheet}
      <FinishDialog
        open={finishing}
        queue={queue}
        own={own}
        lists={1}
        finishing={pad.isPending('end')}
        onClose={() => setFinishing(false)}
        onFinish={(played) => void pad.end(played)}
      />
    </div>
  )
}
