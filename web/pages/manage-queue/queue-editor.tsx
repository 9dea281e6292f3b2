import { Hand } from 'lucide-react'
import { useState } from 'react'
import type { Song } from '#contract/shapes.ts'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/call.ts'
import { rubles } from '#web/lib/signed-rubles.ts'
import { useSearch } from '#web/lib/use-search.ts'
import { ownWords } from '#web/features/pad/index.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ReorderList } from '#web/ui/reorder-list.tsx'
import { SearchBox } from '#web/ui/search-box.tsx'
import { Section } from '#web/ui/section.tsx'
import { useToast } from '#web/ui/toast-context.ts'
import { addSong, goneWords, isFull, moveSong, removeSong, standsIn } from './draft.ts'
import type { Draft, DraftSong } from './draft.ts'
import { EditRow } from './edit-row.tsx'
import { FoundSongs } from './found-songs.tsx'
import { OnPad } from './on-pad.tsx'
import { useNextFocus } from './use-next-focus.ts'
import type { QueueNow } from './use-queue-now.ts'
import css from './queue-editor.module.css'

export type QueueEditorProps = {
  username: string
  draft: Draft
  now: QueueNow
  change: (step: (draft: Draft) => Draft) => void
}

const WHERE = { list: 'уже в списке', queue: 'уже в очереди пульта' } as const

/** The list of orders in the artist's hands: what is done here waits for «Сохранить». */
export function QueueEditor({ username, draft, now, change }: QueueEditorProps) {
  const [said, setSaid] = useState('')
  const toast = useToast()
  const { within, focusLater } = useNextFocus<HTMLDivElement>()
  const search = useSearch((input, signal) =>
    call(api.songs.findSongOfArtist, { query: { input, username } }, { signal }),
  )
  const { songs } = draft
  const { queue, viewOf } = now
  const entryOf = (songId: string) =>
    queue.find((entry) => entry.songId === songId && entry.status === 'SCHEDULED')
  const viewOfSong = (songId: string) => {
    const entry = entryOf(songId)
    return entry && viewOf(entry)
  }

  function add(song: Song) {
    const where = standsIn(draft, queue, song.songId)
    if (where !== null) return toast(`«${song.title}» ${WHERE[where]}`)
    if (isFull(draft)) return toast({ text: 'Больше песен не поместится', tone: 'error' })
    change((before) => addSong(before, song))
    toast(`«${song.title}» добавили в конец списка`)
  }

  function move(song: DraftSong, place: number) {
    change((before) => moveSong(before, song.songId, place))
    setSaid(`«${song.title}»: место ${place + 1} из ${songs.length}`)
  }

  function remove(song: DraftSong, place: number) {
    const next = songs[place + 1] ?? songs[place - 1]
    focusLater(next === undefined ? 'input' : `[data-remove="${next.songId}"]`)
    const amount = viewOfSong(song.songId)?.amount ?? 0
    change((before) => removeSong(before, queue, song.songId))
    toast({
      text: `«${song.title}» убрали.${amount > 0 ? ` При сохранении вернём ${rubles(amount)}.` : ''}`,
      action: {
        label: 'Вернуть',
        onPress: () =>
          change((before) =>
            standsIn(before, queue, song.songId) === 'list' ? before : addSong(before, song, place),
          ),
      },
    })
  }

  return (
    <div ref={within} className={css.editor}>
      <SearchBox label="Найти песню" value={search.text} onValue={search.setText} />
      {search.text.trim() !== '' && (
        <FoundSongs
          search={search}
          standsIn={(songId) => standsIn(draft, queue, songId)}
          onAdd={add}
        />
      )}
      <Section title="Редактирование очереди" count={songs.length}>
        <p className={css.hint}>
          <Hand className="ico" />
          <span>
            Добавляйте и удаляйте песни. Чтобы поменять порядок, удерживайте трек и перетащите.
          </span>
        </p>
        <OnPad queue={queue} />
        <ReorderList
          label="Песни очереди"
          rows={songs}
          keyOf={({ songId }) => songId}
          nameOf={({ title }) => title}
          onMove={(songId, place) => change((before) => moveSong(before, songId, place))}
        >
          {(song, place, grip) => (
            <EditRow
              song={song}
              place={place}
              count={songs.length}
              grip={grip}
              note={ownWords(viewOfSong(song.songId))}
              gone={goneWords(draft, queue, song.songId)}
              onMove={(to) => move(song, to)}
              onRemove={() => remove(song, place)}
            />
          )}
        </ReorderList>
        {songs.length === 0 && (
          <EmptyState muted text="В списке пусто. Найдите песню и добавьте её." />
        )}
      </Section>
      <output className="sr">{said}</output>
    </div>
  )
}
