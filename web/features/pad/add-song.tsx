import { useRef, useState } from 'react'
import { CASH_MOST_RUBLES, FOR_WHOM_MAX } from '#domain/queue/own-song.ts'
import type { OwnNote } from '#domain/queue/own-song.ts'
import { spaced } from '#domain/russian.ts'
import { readWhole } from '#web/ui/fields/typed-number.ts'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { Plus } from '#web/ui/icons/icons.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { SearchBox } from '#web/ui/fields/search-box.tsx'
import { WholeField } from '#web/ui/fields/whole-field.tsx'
import css from './pad.module.css'
import { PadSheet } from './over/pad-sheet.tsx'
import type { ChosenSong } from './commands/command.ts'
import { useSongSearch } from './use-song-search.ts'

export type AddSongProps = {
  open: boolean
  artistUsername: string
  owner: 'artist' | 'second'
  onClose: () => void
  onAdd: (song: ChosenSong, note: OwnNote) => void
}

/** The artist's own song: from the repertoire, from the catalogue, or as he types it. */
export function AddSong({ open, artistUsername, owner, onClose, onAdd }: AddSongProps) {
  const [forWhom, setForWhom] = useState('')
  const [inCash, setInCash] = useState(false)
  const [cash, setCash] = useState('')
  const [noting, setNoting] = useState(false)
  const cashField = useRef<HTMLInputElement>(null)
  const { search, typed, songs, loaded, unavailable, again } = useSongSearch(
    artistUsername,
    open,
    owner,
  )
  const close = () => {
    again()
    onClose()
  }
  const given = inCash ? (readWhole(cash) ?? 0) : 0
  const tooMuch = given > CASH_MOST_RUBLES
  const add = (song: ChosenSong) => {
    if (tooMuch || Number.isNaN(given)) return cashField.current?.focus()
    onAdd(song, { forWhom: forWhom.trim(), inCash, cash: given * 100 })
    search.put('')
    setForWhom('')
    setInCash(false)
    setCash('')
    setNoting(false)
    close()
  }

  return (
    <PadSheet open={open} onClose={close} title="Добавить песню">
      <SearchBox label="Найти песню" value={search.text} onValue={search.setText} />
      <details
        className={css.addNote}
        open={noting}
        onToggle={({ currentTarget }) => setNoting(currentTarget.open)}
      >
        <summary className={css.summary}>Для кого, наличные</summary>
        <Field
          label="Для кого"
          placeholder="Имя или стол"
          maxLength={FOR_WHOM_MAX}
          value={forWhom}
          onChange={({ target }) => setForWhom(target.value)}
        />
        <Checkbox checked={inCash} onChange={({ target }) => setInCash(target.checked)}>
          Заплатили наличными
        </Checkbox>
        {inCash && (
          <WholeField
            ref={cashField}
            label="Сколько, ₽"
            value={cash}
            error={tooMuch && `Максимум ${spaced(CASH_MOST_RUBLES)} ₽`}
            onValue={setCash}
          />
        )}
        <p className="muted">Пометка для вас и для отчёта. Слушатели её не видят.</p>
      </details>
      <ul className={css.addSongs} aria-label="Найденные песни" aria-busy={search.pending}>
        {songs.map((song) => (
          <SongRow key={song.songId} song={song} onPress={() => add(song)} />
        ))}
      </ul>
      {songs.length === 0 && typed === '' && (
        <NoRepertoire loaded={loaded} failed={unavailable} onAgain={again} />
      )}
      {typed !== '' && search.failed !== null && (
        <EmptyState
          rest={false}
          text={search.failed}
          action={<Button onClick={search.again}>Найти ещё раз</Button>}
        />
      )}
      {songs.length === 0 && search.found !== null && (
        <EmptyState
          muted
          rest={false}
          text="Ничего не нашли. Можно добавить песню так, как вы её написали."
        />
      )}
      {typed !== '' && (
        <Button
          block
          icon={<Plus />}
          onClick={() => add({ songId: null, title: typed, artistName: '', imageUrl: '' })}
        >
          Добавить «{typed}»
        </Button>
      )}
    </PadSheet>
  )
}

type NoRepertoireProps = { loaded: boolean; failed: string | null; onAgain: () => void }

/** Shown instead of the repertoire, before anything is typed. */
function NoRepertoire({ loaded, failed, onAgain }: NoRepertoireProps) {
  if (loaded) {
    return (
      <EmptyState
        muted
        rest={false}
        text="Репертуар пуст. Напишите название: найдём песню в каталоге или добавим как есть."
      />
    )
  }
  if (failed === null) return <LoadingWords text="Загружаем репертуар…" />
  return (
    <EmptyState
      rest={false}
      text={failed}
      action={<Button onClick={onAgain}>Загрузить репертуар ещё раз</Button>}
    />
  )
}
