import { useEffect, useState } from 'react'
import { api } from '#contract/index.ts'
import type { OwnSong } from '#contract/shapes.ts'
import { playedSheet } from '#domain/songs/played-sheet.ts'
import { withMark } from '#domain/songs/sheet-rows.ts'
import { readSheet, SONG_TEXT_MOST, TEXT_TOO_LONG } from '#domain/songs/song-text.ts'
import { sentenceOf } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { saveFile } from '#web/lib/pages/share.tsx'
import { usePresses } from '#web/lib/value-hooks.ts'
import { TypingSheet } from '#web/parts/leave-guard.tsx'
import { SheetLines } from '#web/parts/songs/sheet-lines.tsx'
import { fileNameOf } from '#web/parts/songs/song-files.ts'
import { Download } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import { DoubtfulLines } from './doubtful-lines.tsx'
import css from './repertoire.module.css'

const EXAMPLE = '{start_of_chorus}\n[Am]Слова при[F]пева\n{end_of_chorus}'

type SongTextProps = { song: OwnSong; onSaved: (text: string) => void; onClose: () => void }

/** The artist's own text of a song, which his pads show on stage. */
export function SongTextSheet({ song, onSaved, onClose }: SongTextProps) {
  const { songId } = song
  const [saved, setSaved] = useState<string | null>(null)
  const [text, setText] = useState<string | null>(null)
  const [wrong, setWrong] = useState<string | null>(null)
  const { press, isPending } = usePresses()
  const toast = useToast()
  useEffect(() => {
    call(api.artist.songText, { query: { songId } }).then(
      (answer) => {
        setSaved(answer.text)
        setText(answer.text)
      },
      (failure: unknown) => setWrong(sentenceOf(failure)),
    )
  }, [songId])

  // A longer one is refused, and would be slow to read at each letter.
  const isLong = text !== null && text.length > SONG_TEXT_MOST
  const sheet = readSheet(isLong ? '' : (text ?? ''))
  const played = playedSheet(sheet, { transpose: 0, capo: song.capo ?? null, key: song.key ?? '' })
  const save = () =>
    press(
      'save',
      async () => {
        const body = { texts: [{ songId, text: text ?? '' }] }
        await call(api.artist.saveSongTexts, { body })
        toast(text === '' ? `«${song.title}»: текст убран` : `«${song.title}»: текст сохранён`)
        onSaved(text ?? '')
        onClose()
      },
      ({ fields }) => {
        if (fields['text'] === undefined) return undefined
        setWrong(fields['text'])
        return 'shown'
      },
    )
  return (
    <TypingSheet
      changed={text !== saved}
      lost={<p>Текст ещё не сохранён.</p>}
      onClose={onClose}
      title="Текст и аккорды"
      subtitle={song.title}
    >
      {text === null && wrong === null && <LoadingWords text="Открываем текст…" />}
      {text === null && wrong !== null && <p>{wrong}</p>}
      {text !== null && (
        <form
          className={css.own}
          onSubmit={(event) => {
            event.preventDefault()
            void save()
          }}
        >
          <TextArea
            label="Текст с аккордами в квадратных скобках или строкой над словами"
            name="text"
            rows={12}
            className={css.sheet}
            spellCheck={false}
            placeholder={EXAMPLE}
            help="Видите только вы и вторые пульты. Пустой текст убирает прежний."
            error={wrong ?? (isLong ? TEXT_TOO_LONG : sheet.wrong[0])}
            value={text}
            onChange={({ target }) => {
              setText(target.value)
              setWrong(null)
            }}
          />
          <DoubtfulLines
            level={3}
            of={text.split('\n').length}
            doubts={sheet.doubts.map((line) => ({
              key: `${line.row}`,
              line,
              onMark: (mark) => setText(withMark(text, line.row, mark)),
            }))}
          />
          <Button type="submit" variant="primary" loading={isPending('save')}>
            Сохранить
          </Button>
          {text.trim() !== '' && (
            <Button
              icon={<Download />}
              onClick={() => saveFile(new Blob([text]), fileNameOf(song))}
            >
              Скачать файл ChordPro
            </Button>
          )}
          {played.lines.length > 0 && (
            <Section title="Так будет на пульте">
              {played.key !== null && played.capo > 0 && (
                <p>
                  Капо {played.capo}: играем {played.key.played}, звучит {played.key.sounds}.
                </p>
              )}
              {played.key !== null && played.capo > 0 && sheet.capo === 0 && (
                <Button size="s" onClick={() => setText(`{capo: ${played.capo}}\n${text}`)}>
                  Аккорды уже записаны под капо
                </Button>
              )}
              <div>
                <SheetLines lines={played.lines} unread={played.isMoved} />
              </div>
            </Section>
          )}
        </form>
      )}
    </TypingSheet>
  )
}
