import type { Session } from '#contract/shapes.ts'
import { countedSongs, dayAndMonth } from '#domain/russian.ts'
import { shortLength } from '#domain/songs/song-set.ts'
import { useSongbookActions } from '#web/features/songbook/index.ts'
import { serverNow } from '#web/lib/calls/call.ts'
import { useViewerZone } from '#web/lib/format.ts'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Copy, Trash2 } from '#web/ui/icons/artist-icons.tsx'
import { Play } from '#web/ui/icons/icons.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Menu } from '#web/ui/overlays/menu.tsx'
import { BackSheet } from '#web/parts/back-sheet.tsx'
import css from './sets.module.css'
import type { SetLine, Sets } from './use-sets.ts'

/** «14 песен · 58 мин». */
const lineWords = (set: SetLine) =>
  set.songs === 0 ? 'Песен пока нет' : `${countedSongs(set.songs)} · ${shortLength(set)}`

function whenOf({ sessionStatus, dateTimeStart }: Session, timeZone: string): string {
  if (sessionStatus === 'NOW') return 'идёт сейчас'
  return dayAndMonth(new Date(dateTimeStart), timeZone, new Date(serverNow()))
}

/** The artist's sets: a row opens its set; playing, copying and deleting stand beside it. */
export function SetList({ list }: { list: Sets }) {
  const songbookActions = useSongbookActions()
  const zone = useViewerZone()
  const { choice } = list
  if (list.sets.length === 0)
    return (
      <EmptyState text="Сетов пока нет. Соберите песни в список, с перерывами и заметками, и на концерте сыграйте его в одно нажатие." />
    )
  return (
    <>
      <ul className={css.sets}>
        {list.sets.map((set) => (
          <li key={set.id} className={css.set}>
            <Anchor href={`/artist/sets/${set.id}`} className={css.words}>
              <span className={css.name}>{set.title}</span>
              <small className={css.about}>{lineWords(set)}</small>
            </Anchor>
            <IconButton
              label={`Добавить сет в очередь: ${set.title}`}
              loading={list.isPending(set)}
              disabled={set.songs === 0}
              onClick={() => void list.play(set)}
            >
              <Play />
            </IconButton>
            <Menu
              label={`Ещё: ${set.title}`}
              actions={[
                {
                  key: 'copy',
                  label: 'Дублировать',
                  icon: <Copy />,
                  onSelect: () => void list.duplicate(set),
                },
                ...(set.songs > 0 ? songbookActions(set.id) : []),
                {
                  key: 'delete',
                  label: 'Удалить',
                  icon: <Trash2 />,
                  danger: true,
                  onSelect: () => void list.remove(set),
                },
              ]}
            />
          </li>
        ))}
      </ul>
      <BackSheet
        open={choice !== null}
        onClose={list.closeChoice}
        title="На каком концерте?"
        subtitle={choice?.set.title}
      >
        <ul className={css.concerts}>
          {choice?.concerts.map((concert) => (
            <li key={concert.id}>
              <Button
                block
                loading={list.isPending(choice.set)}
                onClick={() => void list.playAt(choice.set, concert)}
              >
                {concert.title}, {whenOf(concert, zone)}
              </Button>
            </li>
          ))}
        </ul>
      </BackSheet>
    </>
  )
}
