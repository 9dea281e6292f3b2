import { useMemo, useState } from 'react'
import { api } from '#contract/index.ts'
import type { BodyOf } from '#contract/endpoint.ts'
import type { OwnSong } from '#contract/shapes.ts'
import { checkSuggestion } from '#domain/queue/order.ts'
import { BY_ALPHABET, STATE_WORDS } from '#domain/songs/repertoire.ts'
import { lengthWords } from '#domain/songs/song-about.ts'
import { hasChords } from '#domain/songs/song-text.ts'
import type { CallFailed } from '#web/lib/calls/call-failed.ts'
import { fieldErrors } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { useToast } from '#web/ui/overlays/toast-context.ts'

/** The errors that the server would return for a song typed by hand, by field: `title`, `artistName`. */
export function wrongInSong(title: string, artistName: string): Readonly<Record<string, string>> {
  return fieldErrors(() => checkSuggestion(title, artistName))
}

/** «учу · рок · от 500 ₽ · Am · капо 2 · 3:45». */
export function notesText({
  tags = [],
  ownMinimum,
  state,
  wishes,
  key,
  capo,
  seconds,
}: Partial<OwnSong>): string | undefined {
  const notes = [
    ...(state === undefined ? [] : [STATE_WORDS[state]]),
    ...(wishes === undefined ? [] : [`хотят услышать: ${wishes}`]),
    ...tags,
    ...(ownMinimum === undefined ? [] : [`от ${ownMinimum}\u00A0₽`]),
    ...(key === undefined ? [] : [key]),
    ...(capo ? [`капо ${capo}`] : []),
    ...(seconds === undefined ? [] : [lengthWords(seconds)]),
  ]
  return notes.length === 0 ? undefined : notes.join(' · ')
}

type Wish = Pick<OwnSong, 'title' | 'artistName' | 'imageUrl'> &
  Partial<Omit<OwnSong, 'songId'>> & { songId: string | null }

type Notes = Omit<BodyOf<typeof api.artist.tagSong>, 'songId'>

/** The artist's notes on a song in the form of the API; null: none. */
function notesOf({
  tags,
  ownMinimum,
  state,
  key,
  capo,
  tempo,
  seconds,
  notes,
  musicBy,
  wordsBy,
}: Wish): Notes | null {
  const about = { key, capo, tempo, seconds, notes, musicBy, wordsBy }
  const noted = { tags, minSongAmount: ownMinimum, state, ...about }
  const known = Object.entries(noted).filter(([, value]) => value !== undefined)
  return known.length === 0 ? null : { tags: [], ...Object.fromEntries(known) }
}

/** The artist's songs: the page's list, changed by presses; each change can be undone for a moment. */
export function useRepertoire(loaded: readonly OwnSong[]) {
  // The server has sorted them; thousands of songs are not sorted again for a single one.
  const [songs, setSongs] = useState(loaded)
  const ids = useMemo(() => new Set(songs.map(({ songId }) => songId)), [songs])
  const { press, isPending } = usePresses()
  const toast = useToast()

  /** `outcome` is the toast's text; an undo press shows another toast. */
  async function put(wish: Wish, outcome: string, undo: boolean): Promise<boolean> {
    return press(songPress(wish), async () => {
      const { songId, title, artistName, imageUrl } = wish
      const body = { songId, title, artistName, imageUrl }
      const added = await call(api.artist.addFavorite, { body })
      if (undo && ids.has(added.songId)) {
        toast(`«${added.title}»: уже в репертуаре`)
        return
      }
      // A removed song comes back with its notes.
      const notes = notesOf(wish)
      setSongs((before) => withSong(before, { ...wish, ...added }))
      if (notes !== null)
        await call(api.artist.tagSong, { body: { songId: added.songId, ...notes } })
      toast({
        text: `«${added.title}»: ${outcome}`,
        ...(undo && { action: { label: 'Отменить', onPress: () => void drop(added, false) } }),
      })
    })
  }

  async function drop(song: OwnSong, undo: boolean): Promise<boolean> {
    return press(songPress(song), async () => {
      await call(api.artist.removeFavorite, { query: { songId: song.songId } })
      setSongs((before) => before.filter((one) => one.songId !== song.songId))
      toast({
        text: `«${song.title}»: убрали из репертуара`,
        ...(undo && {
          action: { label: 'Вернуть', onPress: () => void put(song, 'вернули в репертуар', false) },
        }),
      })
    })
  }

  /** `onFailed` shows a refusal instead of the toast. */
  function note(song: OwnSong, notes: Notes, onFailed: (failure: CallFailed) => unknown) {
    return press(
      songPress(song),
      async () => {
        const body = { songId: song.songId, ...notes }
        const noted = await call(api.artist.tagSong, { body })
        setSongs((before) =>
          noted.title === song.title && noted.songId === song.songId
            ? before.map((one) => (one.songId === song.songId ? noted : one))
            : withSong(
                before.filter((one) => one.songId !== song.songId),
                noted,
              ),
        )
      },
      onFailed,
    )
  }

  function noteMany(
    body: BodyOf<typeof api.artist.noteSongs>,
    onFailed: (failure: CallFailed) => unknown,
  ) {
    return press(
      MANY,
      async () => {
        const noted = await call(api.artist.noteSongs, { body })
        const byId = new Map(noted.map((song) => [song.songId, song]))
        setSongs((before) => before.map((one) => byId.get(one.songId) ?? one))
      },
      onFailed,
    )
  }

  return {
    songs,
    /** A text was saved: its mark in the list follows. */
    texted: (songId: string, text: string) =>
      setSongs((before) =>
        before.map((one) => {
          if (one.songId !== songId) return one
          const { text: _, ...others } = one
          if (text.trim() === '') return others
          return { ...others, text: hasChords(text) ? 'chords' : 'words' }
        }),
      ),
    note,
    noteMany,
    savingMany: isPending(MANY),
    has: (songId: string) => ids.has(songId),
    isPending: (song: Wish) => isPending(songPress(song)),
    add: (wish: Wish) => put(wish, 'добавили в репертуар', true),
    remove: (song: OwnSong) => drop(song, true),
  }
}

const MANY = 'many songs'

function withSong(songs: readonly OwnSong[], added: OwnSong): readonly OwnSong[] {
  const others = songs.filter((one) => one.songId !== added.songId)
  const after = others.findIndex((one) => BY_ALPHABET.compare(one.title, added.title) > 0)
  return others.toSpliced(after < 0 ? others.length : after, 0, added)
}

function songPress({ songId }: Wish): string {
  return songId ?? 'own song'
}
