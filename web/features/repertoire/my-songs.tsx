import { useState } from 'react'
import type { OwnSong } from '#contract/shapes.ts'
import { counted, plural } from '#domain/russian.ts'
import { hasTag, tagCounts } from '#domain/songs/repertoire.ts'
import { lengthWords } from '#domain/songs/song-about.ts'
import { useParts } from '#web/lib/use-parts.ts'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { TagLine } from '#web/parts/songs/tag-line.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { FileText } from '#web/ui/icons/artist-icons.tsx'
import { ChevronRight } from '#web/ui/icons/listener-icons.tsx'
import { Lock } from '#web/ui/icons/more-icons.tsx'
import { Badge } from '#web/ui/status/badge.tsx'
import css from './repertoire.module.css'
import { SongSheet } from './song-sheet.tsx'
import type { useRepertoire } from './use-repertoire.ts'

const TEXT_WORDS = { chords: 'есть текст с аккордами', words: 'есть текст без аккордов' } as const

/** What is to be known of a song, always in this order: being learnt, closed, its text, its key. */
function Marks({ song: { state, text, key } }: { song: OwnSong }) {
  return (
    <span className={css.marks}>
      {state === 'learning' && <Badge>учу</Badge>}
      {state === 'closed' && (
        <>
          <Lock />
          <span className="sr">закрыта</span>
        </>
      )}
      {text !== undefined && (
        <>
          <FileText />
          <span className="sr">{TEXT_WORDS[text]}</span>
        </>
      )}
      {key !== undefined && (
        <>
          <span className="sr">тональность</span>
          <b>{key}</b>
        </>
      )}
    </span>
  )
}

/** «Кино · 4:45 · от 500 ₽ · ждут 12 человек». */
function factsOf({ artistName, seconds, ownMinimum, wishes = 0 }: OwnSong): string {
  const facts = [
    artistName,
    seconds === undefined ? '' : lengthWords(seconds),
    ownMinimum === undefined ? '' : `от ${ownMinimum}\u00A0₽`,
    wishes > 0
      ? `${plural(wishes, 'ждёт', 'ждут', 'ждут')} ${counted(wishes, 'человек', 'человека', 'человек')}`
      : '',
  ]
  return facts.filter((fact) => fact !== '').join(' · ')
}

/** What the icons of these rows mean. */
function Legend({ songs }: { songs: readonly OwnSong[] }) {
  return (
    <p className={css.legend}>
      {songs.some(({ text }) => text !== undefined) && (
        <span>
          <FileText />
          аккорды
        </span>
      )}
      {songs.some(({ state }) => state === 'closed') && (
        <span>
          <Lock />
          закрыта для заказов
        </span>
      )}
    </p>
  )
}

type Choosing = { chosen: ReadonlySet<string>; toggle: (songId: string) => void }

type SongRowsProps = {
  label: string
  songs: readonly OwnSong[]
  repertoire: ReturnType<typeof useRepertoire>
  /** Songs are being selected to be changed together. */
  choosing?: Choosing | undefined
}

/** Songs of the repertoire; a row opens its song as a whole. */
export function SongRows({ label, songs, repertoire, choosing }: SongRowsProps) {
  const { shown, left, more } = useParts(songs)
  const [opened, setOpened] = useState<OwnSong | null>(null)
  return (
    <section aria-label={label} className={css.rows}>
      <ul>
        {shown.map((song) => {
          const row = {
            song: { ...song, artistName: factsOf(song) },
            cover: false,
            className: song.state === 'closed' ? css.closed : undefined,
          }
          return choosing ? (
            <SongRow
              key={song.songId}
              {...row}
              mark={<Marks song={song} />}
              actions={
                <Checkbox
                  checked={choosing.chosen.has(song.songId)}
                  onChange={() => choosing.toggle(song.songId)}
                >
                  <span className="sr">Выбрать: {song.title}</span>
                </Checkbox>
              }
            />
          ) : (
            <SongRow
              key={song.songId}
              {...row}
              onPress={() => setOpened(song)}
              mark={
                <>
                  <Marks song={song} />
                  <ChevronRight className="ico ico-s" />
                </>
              }
            />
          )
        })}
      </ul>
      <Legend songs={shown} />
      {left > 0 && (
        <Button block onClick={more}>
          Показать ещё
        </Button>
      )}
      {opened && (
        <SongSheet
          key={opened.songId}
          song={opened}
          repertoire={repertoire}
          onClose={() => setOpened(null)}
        />
      )}
    </section>
  )
}

/** The whole repertoire, or the songs of one tag. */
export function MySongs(props: Omit<SongRowsProps, 'label'>) {
  const { songs } = props
  const [chosen, setChosen] = useState<string | null>(null)
  const tags = tagCounts(songs.map(({ tags: those = [] }) => ({ tags: those })))
  // The last song may lose the tag that is shown.
  const tag = tags.some((one) => one.tag === chosen) ? chosen : null
  const shown = tag === null ? songs : songs.filter(({ tags: those = [] }) => hasTag(those, tag))
  return (
    <>
      <TagLine counts tags={tags} value={tag} onValue={setChosen} />
      <SongRows key={tag} {...props} songs={shown} label="Вы играете" />
    </>
  )
}
