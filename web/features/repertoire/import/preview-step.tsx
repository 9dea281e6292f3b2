import { useState } from 'react'
import { counted, countedSongs, spaced } from '#domain/russian.ts'
import { REPERTOIRE_MAX } from '#domain/songs/repertoire.ts'
import type { LineState } from '#domain/songs/song-import.ts'
import { LINE_STATES } from '#domain/songs/song-import.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { FootBar } from '#web/ui/layout/foot-bar.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { Pill } from '#web/ui/buttons/pill.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { Switch } from '#web/ui/fields/checkbox.tsx'
import { useParts } from '#web/lib/use-parts.ts'
import type { PreviewLine } from './preview-lines.ts'
import {
  LINE_STATE_LABELS,
  asSong,
  countStates,
  withTaken,
  countLikeSongs,
  withSimilarTaken,
  withLine,
  updatesOf,
  songsToImport,
  withText,
} from './preview-lines.ts'
import { DoubtfulLines } from '../doubtful-lines.tsx'
import { doubtsOf, textLines } from './text-doubts.ts'
import { PreviewRow } from './preview-row.tsx'
import { EncodingField, progressWords } from './source-fields.tsx'
import css from './repertoire-import.module.css'
import { Step } from './step.tsx'
import type { Import, ShownPreview } from './use-import.ts'

/** Null: all lines; `wrong`: those with cells that cannot be read. */
type Shown = LineState | 'wrong' | null

const isWrong = ({ listed }: PreviewLine) => listed !== null && listed.wrong.length > 0
const isShown = (line: PreviewLine, shown: Shown) =>
  shown === null || (shown === 'wrong' ? isWrong(line) : line.state === shown)

type PreviewListProps = {
  list: Import
  lines: readonly PreviewLine[]
  shown: Shown
}

/** The lines of one state, or all of them, in the order of the text. */
function PreviewList({ list, lines, shown }: PreviewListProps) {
  // A line that is being corrected stays in place, though its state may change.
  const [editing, setEditing] = useState<number | null>(null)
  const [pinned, setPinned] = useState<ReadonlySet<number>>(new Set())
  const wanted = lines.filter((line) => isShown(line, shown) || pinned.has(line.number))
  const parts = useParts(wanted)
  const pin = (number: number) => setPinned(new Set([...pinned, number]))
  if (wanted.length === 0) return <EmptyState rest={false} muted text="Таких строк нет." />
  return (
    <Section title="Строки" count={wanted.length}>
      <ul>
        {parts.shown.map((line) => (
          <PreviewRow
            key={line.number}
            line={line}
            updates={list.updates}
            editing={editing === line.number}
            onEdit={(open) => {
              pin(line.number)
              setEditing(open ? line.number : null)
            }}
            onCorrect={(song) => list.correct(line.number, song)}
            onSong={(song) => {
              pin(line.number)
              list.change(withLine(lines, line.number, asSong(song)))
            }}
            onToggle={(on) => list.change(withTaken(lines, line.number, on))}
          />
        ))}
      </ul>
      {parts.left > 0 && (
        <Button block onClick={parts.more}>
          Показать ещё
        </Button>
      )}
    </Section>
  )
}

type StateFilterProps = {
  lines: readonly PreviewLine[]
  shown: Shown
  onShow: (shown: Shown) => void
}

/** The number of lines in each state; a press shows only these. */
function StateFilter({ lines, shown, onShow }: StateFilterProps) {
  const counts = countStates(lines)
  const wrong = lines.filter(isWrong).length
  return (
    <fieldset className={css.filter} aria-label="Какие строки показать">
      <Pill text pressed={shown === null} onClick={() => onShow(null)}>
        {`Все: ${lines.length}`}
      </Pill>
      {LINE_STATES.filter((state) => counts[state] > 0 || state === shown).map((state) => (
        <Pill key={state} text pressed={shown === state} onClick={() => onShow(state)}>
          {`${LINE_STATE_LABELS[state].many}: ${counts[state]}`}
        </Pill>
      ))}
      {wrong > 0 && (
        <Pill text pressed={shown === 'wrong'} onClick={() => onShow('wrong')}>
          {`С непонятными ячейками: ${wrong}`}
        </Pill>
      )}
    </fieldset>
  )
}

type PreviewProps = { list: Import; preview: ShownPreview }

/** The songs of the repertoire that the list has too get its fields. */
export function UpdateSwitch({ list, preview: { lines } }: PreviewProps) {
  const updates = updatesOf(lines).length
  if (updates === 0) return null
  return (
    <Switch
      checked={list.update}
      disabled={list.adding}
      help={UPDATE_HELP}
      onChange={(event) => list.setUpdate(event.target.checked)}
    >
      {`Обновить поля у песен, которые уже есть: ${updates}`}
    </Switch>
  )
}

/** The meaning of each line. */
export function FoundLines({ list, preview: { lines } }: PreviewProps) {
  const [shown, setShown] = useState<Shown>(null)
  const alike = countLikeSongs(lines)
  return (
    <>
      <StateFilter lines={lines} shown={shown} onShow={setShown} />
      {alike > 1 && (
        <Button variant="tonal" onClick={() => list.change(withSimilarTaken(lines))}>
          {`Взять похожие из каталога: ${alike}`}
        </Button>
      )}
      <PreviewList key={shown ?? 'all'} list={list} lines={lines} shown={shown} />
    </>
  )
}

/** The bar that adds what is ticked, and says how much that is. */
export function AddBar({ list, preview: { lines, places } }: PreviewProps) {
  const selected = songsToImport(lines).length
  const songs = Math.min(selected, places)
  const texts = withText(lines, list.updates).length
  const updates = list.update && list.sheets.length === 0 ? updatesOf(lines).length : 0
  return (
    <FootBar>
      <div className={css.foot}>
        {selected > songs && (
          <p
            className={css.room}
          >{`Поместится ${spaced(songs)} из ${counted(selected, 'песни', 'песен', 'песен')}. ${REPERTOIRE_HOLDS}`}</p>
        )}
        {list.adding && (
          <LoadingWords text={`Добавляем ${songsInText(songs)}${progressWords(list)}…`} />
        )}
        <div className={css.bar}>
          <p className={css.sums}>
            <b>{countedSongs(songs)}</b>
            {texts > 0 && (
              <>
                <br />
                <span className="muted">тексты у {spaced(texts)}</span>
              </>
            )}
          </p>
          <Button
            variant="primary"
            loading={list.adding || list.follows || (list.stale && list.reading)}
            disabled={(songs === 0 && texts === 0 && updates === 0) || list.turning}
            onClick={() => void list.add(lines)}
          >
            {outcomeOf({ songs, texts, updates })}
          </Button>
        </div>
      </div>
    </FootBar>
  )
}

/** The meaning of each line of a list or of files, before anything is added. */
export function PreviewStep({ list, preview }: PreviewProps) {
  const { lines, titleFirst } = preview
  return (
    <Step>
      <div className={css.rules}>
        <p className="t-l">
          {list.sheets.length > 0
            ? textsInText(lines.length)
            : counted(lines.length, 'строка', 'строки', 'строк')}
          . Ничего ещё не добавлено.
        </p>
        {list.sheets.length === 0 ? (
          <>
            <Switch
              checked={titleFirst}
              disabled={list.turning}
              help="В строках «Песня — Артист», а не «Артист — Песня»"
              onChange={(event) => void list.turn(event.target.checked)}
            >
              Сначала песня
            </Switch>
            <EncodingField list={list} />
            <div className={css.ways}>
              <Button size="s" disabled={list.adding} onClick={list.toText}>
                {list.text === '' ? 'Выбрать другой файл' : 'Изменить текст'}
              </Button>
              <Button
                size="s"
                disabled={list.adding || list.reading}
                onClick={() => void list.readAs(true)}
              >
                Это таблица
              </Button>
            </div>
          </>
        ) : (
          <>
            <p>Тексты из файлов встанут на место прежних у тех же песен.</p>
            <Button size="s" disabled={list.adding} onClick={list.startAgain}>
              Выбрать другие файлы
            </Button>
          </>
        )}
      </div>
      {list.leftOut.length > 0 && (
        <Section title="Не взяли файлы">
          <ul>
            {list.leftOut.map((why) => (
              <li key={why} className={css.near}>
                {why}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <DoubtfulLines doubts={doubtsOf(lines, list.change)} of={textLines(lines)} />
      {list.sheets.length === 0 && <UpdateSwitch list={list} preview={preview} />}
      <FoundLines list={list} preview={preview} />
      <AddBar list={list} preview={preview} />
    </Step>
  )
}

export const REPERTOIRE_HOLDS = `В\u00A0репертуаре может быть ${spaced(REPERTOIRE_MAX)} песен.`

const UPDATE_HELP =
  'Значения из списка встанут на место прежних, вернуть их нельзя. Пустые ячейки ничего не меняют.'

/** The button's label: what it will do. */
function outcomeOf({ songs, texts, updates }: Record<'songs' | 'texts' | 'updates', number>) {
  if (songs > 0)
    return `Добавить ${songsInText(songs)}${updates > 0 ? ` и обновить ${updates}` : ''}`
  if (updates > 0) return `Обновить ${songsInText(updates)}`
  return texts > 0 ? `Сохранить ${textsInText(texts)}` : 'Добавлять нечего'
}

export function textsInText(texts: number): string {
  return counted(texts, 'текст', 'текста', 'текстов')
}

function songsInText(songs: number): string {
  return counted(songs, 'песню', 'песни', 'песен')
}
