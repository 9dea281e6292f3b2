import { useState } from 'react'
import { counted } from '#domain/russian.ts'
import { COLUMN_WORDS } from '#domain/songs/song-cells.ts'
import type { ColumnKind } from '#domain/songs/song-cells.ts'
import { nameSongs } from '#domain/songs/song-columns.ts'
import type { SongColumns } from '#domain/songs/song-columns.ts'
import type { Row } from '#domain/songs/song-table.ts'
import { Stepper } from '#web/ui/fields/amount/amount-input.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { FootBar } from '#web/ui/layout/foot-bar.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { DoubtfulLines } from '../doubtful-lines.tsx'
import { skippedWords } from './preview-lines.ts'
import { AddBar, FoundLines, UpdateSwitch } from './preview-step.tsx'
import css from './repertoire-import.module.css'
import { EncodingField, ReadingWords, SheetField } from './source-fields.tsx'
import { Step } from './step.tsx'
import { doubtsOf, textLines } from './text-doubts.ts'
import type { Import } from './use-import.ts'

const KINDS = Object.keys(COLUMN_WORDS) as ColumnKind[]
const CELL_MOST = 60
const LOOKED_AT = 100
const SHOWN_SONGS = 5
/** Column names are looked for no deeper. */
const HEADER_DEEPEST = 20

function shortened(cell = ''): string {
  const line = cell.slice(0, 200).replaceAll(/\s+/gu, ' ').trim()
  return line.length > CELL_MOST ? `${line.slice(0, CELL_MOST)}…` : line
}

/** The columns with something in them: the taken ones first, in the order of the list. */
function shownColumns({ all, kinds }: SongColumns): number[] {
  const some = all.slice(0, LOOKED_AT)
  const columns = kinds.map((_, at) => at)
  const full = columns.filter(
    (at) => kinds[at] !== null || some.some(({ cells }) => (cells[at] ?? '').trim() !== ''),
  )
  return full.toSorted((a, b) => Number(kinds[a] === null) - Number(kinds[b] === null))
}

type ColumnsProps = { list: Import; columns: SongColumns }

/** The beginning of the list, with the kind of each column over it. */
function ColumnsTable({ list, columns }: ColumnsProps) {
  const { all, headerAt, names, kinds } = columns
  // A column keeps its place when its kind is changed.
  const [shown] = useState(() => shownColumns(columns))
  const rows = all.slice(0, (headerAt ?? -1) + 1 + SHOWN_SONGS)
  const lookOf = (at: number) =>
    headerAt === null || at > headerAt ? undefined : at === headerAt ? 'names' : 'skipped'
  const cellsOf = ({ cells }: Row) => shown.map((at) => <td key={at}>{shortened(cells[at])}</td>)
  return (
    <section className={css.table} aria-label="Начало таблицы">
      <table>
        <thead>
          <tr>
            <th>
              <span className="sr">Строка</span>
            </th>
            {shown.map((at) => (
              <th key={at}>
                <SelectField
                  label={`Что в колонке «${names?.[at] || `Колонка ${at + 1}`}»`}
                  labelHidden
                  value={kinds[at] ?? ''}
                  onChange={({ target }) =>
                    list.setKind(at, KINDS.find((kind) => kind === target.value) ?? null)
                  }
                >
                  <option value="">Не брать</option>
                  {KINDS.map((kind) => (
                    <option key={kind} value={kind}>
                      {COLUMN_WORDS[kind]}
                    </option>
                  ))}
                </SelectField>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.number} data-look={lookOf(at)}>
              <td>{row.number}</td>
              {lookOf(at) === 'skipped' ? (
                <td colSpan={shown.length}>
                  {shortened(row.cells.filter((cell) => cell.trim() !== '').join(' · '))}
                </td>
              ) : (
                cellsOf(row)
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** The row of the column names, by steps; 0: there are none. */
function HeaderField({ list, columns }: ColumnsProps) {
  const { all, headerAt } = columns
  const number = headerAt === null ? 0 : (all[headerAt]?.number ?? 0)
  return (
    <div className={css.header}>
      <span>Заголовки в строке</span>
      <Stepper
        label="Заголовки в строке"
        value={headerAt === null ? 0 : headerAt + 1}
        min={0}
        max={Math.min(HEADER_DEEPEST, all.length - 1)}
        step={1}
        words={{
          less: 'Строкой выше',
          more: 'Строкой ниже',
          value: number === 0 ? 'нет' : String(number),
        }}
        onValue={(value) => list.setHeader(value === 0 ? null : value - 1)}
      />
    </div>
  )
}

/** What the shown table gives, as far as something is left out. */
function LeftOut({ list, columns }: ColumnsProps) {
  const { preview } = list
  const left = shownColumns(columns).filter((at) => columns.kinds[at] === null).length
  const words = [
    ...(left > 0 ? [`Не берём: ${counted(left, 'колонка', 'колонки', 'колонок')}`] : []),
    ...(preview === null ? [] : [skippedWords(preview.lines)].filter((some) => some !== '')),
  ]
  return words.map((some) => (
    <p key={some} className="muted">
      {some}
    </p>
  ))
}

/** A table: what is in which column, and what its lines mean by that, before anything is added. */
export function TableStep({ list, columns }: ColumnsProps) {
  const { kinds, rows, headerAt } = columns
  const { source, preview } = list
  const hasTitle = nameSongs(kinds)
  return (
    <Step>
      <div className={css.rules}>
        <p className="t-l">
          {counted(rows.length, 'строка', 'строки', 'строк')}. Ничего ещё не добавлено.
        </p>
        <div className={css.ways}>
          <Button size="s" disabled={list.reading || list.adding} onClick={list.toText}>
            {list.text === '' ? 'Выбрать другой файл' : 'Изменить текст'}
          </Button>
          {source !== null && (
            <Button
              size="s"
              disabled={list.reading || list.adding}
              onClick={() => void list.readAs(false)}
            >
              Это список
            </Button>
          )}
        </div>
      </div>
      <div className={css.columns}>
        <Section title="Таблица">
          <div className={css.options}>
            <HeaderField list={list} columns={columns} />
            <EncodingField list={list} />
            <SheetField list={list} />
          </div>
          <ColumnsTable
            key={`${headerAt} ${kinds.length} ${columns.all[0]?.text.slice(0, 200)}`}
            list={list}
            columns={columns}
          />
          <LeftOut list={list} columns={columns} />
          {!hasTitle && <p className={css.wrong}>Укажите колонку с названиями песен.</p>}
        </Section>
        {preview !== null && (
          <DoubtfulLines
            doubts={doubtsOf(preview.lines, list.change)}
            of={textLines(preview.lines)}
          />
        )}
      </div>
      {list.wrong !== null && (
        <p role="alert" className={css.wrong}>
          {list.wrong}
        </p>
      )}
      {preview !== null && (
        <>
          <UpdateSwitch list={list} preview={preview} />
          <FoundLines list={list} preview={preview} />
        </>
      )}
      {preview !== null && hasTitle && (!list.stale || list.follows || list.reading) ? (
        <AddBar list={list} preview={preview} />
      ) : (
        <FootBar>
          <div className={css.foot}>
            <ReadingWords list={list} />
            <Button
              variant="primary"
              block
              loading={list.reading || list.follows}
              disabled={!hasTitle}
              onClick={() => void list.checkColumns(columns)}
            >
              Проверить песни
            </Button>
          </div>
        </FootBar>
      )}
    </Step>
  )
}
