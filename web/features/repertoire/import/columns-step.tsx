import { useState } from 'react'
import { counted } from '#domain/russian.ts'
import { COLUMN_WORDS } from '#domain/songs/song-cells.ts'
import type { ColumnKind } from '#domain/songs/song-cells.ts'
import type { SongColumns } from '#domain/songs/song-columns.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { FootBar } from '#web/ui/layout/foot-bar.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import css from './repertoire-import.module.css'
import { Step } from './step.tsx'
import type { Import } from './use-import.ts'

const KINDS = Object.keys(COLUMN_WORDS) as ColumnKind[]
const VALUES = 3
const VALUE_MOST = 24
const LOOKED_AT = 100

/** The first distinct cells of a column, shortened. */
function valuesOf({ rows }: SongColumns, at: number): string[] {
  const values = rows
    .slice(0, LOOKED_AT)
    .map(({ cells }) => (cells[at] ?? '').slice(0, 200).replaceAll(/\s+/gu, ' ').trim())
  return [...new Set(values)]
    .filter((cell) => cell !== '')
    .slice(0, VALUES)
    .map((cell) => (cell.length > VALUE_MOST ? `${cell.slice(0, VALUE_MOST)}…` : cell))
}

type ColumnProps = { list: Import; columns: SongColumns; at: number }

/** A column: its name, its first values, and its kind. */
function Column({ list, columns, at }: ColumnProps) {
  const name = columns.names?.[at] || `Колонка ${at + 1}`
  const values = valuesOf(columns, at)
  return (
    <li className={css.column}>
      <div className={css.words}>
        <span className={css.title}>{name}</span>
        <span className={css.artist}>{values.length === 0 ? 'Пусто' : values.join(' · ')}</span>
      </div>
      <SelectField
        label={`Что в колонке «${name}»`}
        labelHidden
        value={columns.kinds[at] ?? ''}
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
    </li>
  )
}

type ColumnsStepProps = { list: Import; columns: SongColumns }

/** The kinds of a table's columns, guessed and corrected, before its lines are checked. */
export function ColumnsStep({ list, columns }: ColumnsStepProps) {
  const { kinds, rows } = columns
  // A column keeps its place when its kind is changed.
  const [guessed] = useState(kinds)
  const all = kinds.map((_, at) => at)
  const taken = all.filter((at) => guessed[at] !== null)
  const others = all.filter((at) => guessed[at] === null)
  const hasTitle = kinds.includes('title')
  const show = (at: number) => <Column key={at} list={list} columns={columns} at={at} />
  return (
    <Step>
      <div className={css.rules}>
        <p className="t-l">
          {counted(rows.length, 'строка', 'строки', 'строк')}. Проверьте, что в каких колонках.
        </p>
        <Button size="s" disabled={list.reading} onClick={list.toText}>
          {list.text === '' ? 'Выбрать другой файл' : 'Изменить текст'}
        </Button>
      </div>
      {taken.length > 0 && (
        <Section title="Колонки" count={taken.length}>
          <ul>{taken.map(show)}</ul>
        </Section>
      )}
      {others.length > 0 && (
        <details className={css.others} open={!hasTitle || undefined}>
          <summary>{`Не берём: ${counted(others.length, 'колонка', 'колонки', 'колонок')}`}</summary>
          <ul>{others.map(show)}</ul>
        </details>
      )}
      {list.wrong !== null && (
        <p role="alert" className={css.wrong}>
          {list.wrong}
        </p>
      )}
      {!hasTitle && <p className={css.wrong}>Укажите колонку с названиями песен.</p>}
      {list.reading && (
        <LoadingWords text="Сверяем с каталогом…" lateText="Список длинный, ещё сверяем…" />
      )}
      <FootBar className={css.foot}>
        <Button
          variant="primary"
          block
          loading={list.reading}
          disabled={!hasTitle}
          onClick={() => void list.checkColumns()}
        >
          Проверить песни
        </Button>
      </FootBar>
    </Step>
  )
}
