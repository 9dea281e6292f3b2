import { useEffect, useRef } from 'react'
import { useLoaderData } from 'react-router'
import type { Song } from '#contract/shapes.ts'
import { countedSongs, plural } from '#domain/russian.ts'
import type { SignedIn } from '#web/lib/calls/require-artist.ts'
import { ArtistFrame, NextStep } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { LeaveGuard, useTypingFlow } from '#web/parts/leave-guard.tsx'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { FileText } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { FootBar } from '#web/ui/layout/foot-bar.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { useParts } from '#web/lib/use-parts.ts'
import { TableStep } from './columns-step.tsx'
import { ReadingWords } from './source-fields.tsx'
import { PreviewStep, REPERTOIRE_HOLDS, textsInText } from './preview-step.tsx'
import css from './repertoire-import.module.css'
import type { Import } from './use-import.ts'
import { useImport } from './use-import.ts'

type FileButtonProps = {
  list: Import
  /** The label of the files for screen readers. */
  name: string
  accept: string
  multiple?: boolean
  onFiles: (files: readonly File[]) => void
  children: string
}

function FileButton({ list, name, accept, multiple, onFiles, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <Button icon={<FileText />} disabled={list.reading} onClick={() => input.current?.click()}>
        {children}
      </Button>
      <input
        ref={input}
        type="file"
        accept={accept}
        multiple={multiple}
        hidden
        aria-label={name}
        onChange={({ target }) => {
          const files = [...(target.files ?? [])]
          if (files.length > 0) onFiles(files)
          // The same file may be chosen again after it was corrected.
          target.value = ''
        }}
      />
    </>
  )
}

type TextStepProps = { list: Import }

const HELP =
  'До 25 000 строк. Можно с номерами, одними названиями или таблицей из другой программы.'
const EXAMPLE = 'Кино — Группа крови\nСплин — Выхода нет'
const SHEETS = '.cho,.chopro,.chordpro,.crd,.onsong,.pro,.sng,.txt,.zip'
const TYPES =
  '.csv,.txt,.tsv,.xlsx,.ods,.m3u,.m3u8,.pls,.cue,.md,text/plain,text/csv,text/tab-separated-values'

/** The text of a list, pasted or from a file. */
function TextStep({ list }: TextStepProps) {
  const box = useRef<HTMLFormElement>(null)
  useTypingFlow(box)
  return (
    <form
      ref={box}
      className={css.step}
      onSubmit={(event) => {
        event.preventDefault()
        if (!list.reading) void list.check(list.text)
      }}
    >
      <TextArea
        label="Песни, по одной в строке"
        name="songs"
        rows={10}
        spellCheck={false}
        placeholder={EXAMPLE}
        help={HELP}
        error={list.wrong}
        value={list.text}
        onChange={(event) => list.setText(event.target.value)}
        onPaste={(event) => {
          const pasted = event.clipboardData.getData('text')
          // A whole list pasted into the empty field: check it at once.
          if (list.text !== '' || list.reading || !pasted.trim().includes('\n')) return
          event.preventDefault()
          list.setText(pasted)
          void list.check(pasted)
        }}
      />
      <div className={css.file}>
        <FileButton
          list={list}
          name="Файл со списком песен"
          accept={TYPES}
          onFiles={([file]) => file && void list.open(file)}
        >
          Выбрать таблицу или список
        </FileButton>
        <FileButton
          list={list}
          name="Файлы с текстами и аккордами"
          accept={SHEETS}
          multiple
          onFiles={(files) => void list.openSheets(files)}
        >
          Выбрать тексты ChordPro или zip
        </FileButton>
      </div>
      <ReadingWords list={list} />
      <FootBar>
        <div className={css.foot}>
          <Button
            type="submit"
            variant="primary"
            block
            loading={list.reading}
            disabled={list.text.trim() === ''}
          >
            Проверить
          </Button>
        </div>
      </FootBar>
    </form>
  )
}

type AddedStepProps = { list: Import; added: readonly Song[]; username: string }

/** The result of the import, and its undo. */
function AddedStep({ list, added, username }: AddedStepProps) {
  const { shown, left, more } = useParts(added)
  const { texts } = list
  const ofFiles = list.sheets.length > 0
  const result = useRef<HTMLDivElement>(null)
  useEffect(() => result.current?.focus(), [])
  return (
    <div className={css.step}>
      <div ref={result} tabIndex={-1} className={css.told}>
        <p className="d-s">
          {added.length === 0
            ? 'Все эти песни уже в репертуаре'
            : `${plural(added.length, 'Добавлена', 'Добавлено', 'Добавлено')} ${countedSongs(added.length)}`}
        </p>
        {added.length > 0 && (
          <Button
            loading={list.takingBack}
            disabled={texts.saving}
            onClick={() => void list.takeBack(added)}
          >
            Отменить
          </Button>
        )}
      </div>
      {list.unplaced > 0 && (
        <p>{`Не поместились: ${countedSongs(list.unplaced)}. ${REPERTOIRE_HOLDS}`}</p>
      )}
      {list.updated > 0 && !ofFiles && (
        <p>{`Обновили поля: ${countedSongs(list.updated)}. Отмена их не вернёт.`}</p>
      )}
      {list.updated > 0 && ofFiles && texts.saved > 0 && !texts.saving && texts.unsaved === 0 && (
        <p>
          {`Тексты из файлов теперь и у песен, которые уже были: ${countedSongs(list.updated)}. Отмена их не уберёт.`}
        </p>
      )}
      {texts.unsaved > 0 && (
        <div className={css.file}>
          {texts.saving ? (
            <LoadingWords text={`Сохраняем тексты: осталось ${texts.unsaved}…`} />
          ) : (
            <>
              <p>{`Не сохранили ${textsInText(texts.unsaved)}.`}</p>
              <Button variant="tonal" onClick={() => void texts.save()}>
                Сохранить тексты ещё раз
              </Button>
            </>
          )}
        </div>
      )}
      {texts.saved > 0 && texts.unsaved === 0 && <p>Тексты с аккордами сохранены.</p>}
      <div className={css.ways}>
        <Button href="/artist/favorite_songs" variant="primary">
          Открыть репертуар
        </Button>
        <Button onClick={list.startAgain}>Ещё список</Button>
      </div>
      <NextStep username={username} />
      {added.length > 0 && (
        <Section title="Добавлены" count={added.length}>
          <ul>
            {shown.map((song) => (
              <SongRow key={song.songId} song={song} />
            ))}
          </ul>
          {left > 0 && (
            <Button block onClick={more}>
              Показать ещё
            </Button>
          )}
        </Section>
      )}
    </div>
  )
}

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage('Песни списком')

const BACK = { href: '/artist/favorite_songs', name: 'Песни и сеты' }

/** The import of a list of songs: its text, its meaning, and the result. */
export default function RepertoireImportPage() {
  const { username } = useLoaderData<SignedIn>()
  const list = useImport(username)
  const { columns, preview, added } = list
  const isFound = added === null && (columns !== null || preview !== null)
  return (
    <ArtistFrame
      wide={columns !== null && added === null}
      title={isFound ? 'Что нашли' : 'Песни списком'}
      lead={isFound && list.fileName}
      back={BACK}
    >
      {preview === null && columns === null && <TextStep list={list} />}
      {columns !== null && added === null && <TableStep list={list} columns={columns} />}
      {columns === null && preview !== null && added === null && (
        <PreviewStep list={list} preview={preview} />
      )}
      {added !== null && <AddedStep list={list} added={added} username={username} />}
      <LeaveGuard changed={added === null ? list.hasSongs : list.texts.unsaved > 0}>
        {added === null ? 'Песни из списка ещё не добавлены.' : 'Тексты ещё не сохранены.'}
      </LeaveGuard>
    </ArtistFrame>
  )
}
