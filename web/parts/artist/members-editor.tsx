import { useRef, useState } from 'react'
import { checkMembers, MEMBERS_MAX, percentText } from '#domain/payments/members.ts'
import type { Member } from '#domain/payments/members.ts'
import { readWhole } from '#web/ui/fields/typed-number.ts'
import { errorMessage } from '#web/lib/calls/call-failed.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { Trash2 } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { WHOLE, WholeField } from '#web/ui/fields/whole-field.tsx'
import { IconButton } from '#web/ui/buttons/icon-button.tsx'
import { Plus } from '#web/ui/icons/icons.tsx'
import { LeaveGuard } from '../leave-guard.tsx'
import css from './members-editor.module.css'

/** `key` stays with a row while others are removed. */
type Row = { key: number; name: string; part: string }

const rowsOf = (members: readonly Member[]): Row[] =>
  members.map(({ name, part }, key) => ({ key, name, part: String(part) }))
const membersOf = (rows: readonly Row[]): Member[] =>
  rows.map(({ name, part }) => ({ name, part: readWhole(part) ?? 0 }))

const FAILED = 'Не удалось сохранить доли. Попробуйте ещё раз.'

type MembersEditorProps = {
  /** The initial members of the form. */
  members: readonly Member[]
  /** Returns what was saved; throws CallFailed. */
  save: (members: Member[]) => Promise<readonly Member[]>
  onCancel?: () => void
}

/** Members with their parts, saved by one button. */
export function MembersEditor({ members, save, onCancel }: MembersEditorProps) {
  const [savedMembers, setSavedMembers] = useState(members)
  const [rows, setRows] = useState(() => rowsOf(members))
  const saving = useForm({ wordsOf: (failure) => errorMessage(failure, FAILED) })
  const { errors } = saving
  const adding = useRef<HTMLButtonElement>(null)
  const typed = membersOf(rows)

  function change(next: readonly Row[]) {
    setRows([...next])
    saving.correct()
  }
  const changeRow = (key: number, part: Partial<Row>) =>
    change(rows.map((row) => (row.key === key ? { ...row, ...part } : row)))

  const send = () =>
    saving.save(async () => {
      checkMembers(typed)
      const saved = await save(typed)
      setSavedMembers(saved)
      // Values typed while the request was pending stay as unsaved changes.
      setRows((now) => (now === rows ? rowsOf(saved) : now))
    })

  return (
    <form {...saving.formOf(send)} aria-label="Участники и доли" className={css.form}>
      {rows.length === 0 && (
        <EmptyState muted rest={false} text="Участников нет: заработанное не делится." />
      )}
      <ul className={css.rows}>
        {rows.map(({ key, name, part }, place) => (
          <li key={key} className={css.row}>
            <Field
              label={`Участник ${place + 1}`}
              name={`member-${place}`}
              autoComplete="off"
              placeholder="Имя"
              value={name}
              error={errors[`members.${place}.name`]}
              onChange={(event) => changeRow(key, { name: event.target.value })}
            />
            <WholeField
              label="Доля"
              name={`part-${place}`}
              fraction={WHOLE}
              value={part}
              help={percentText(readWhole(part) ?? 0, typed)}
              error={errors[`members.${place}.part`]}
              onValue={(text) => changeRow(key, { part: text })}
            />
            <IconButton
              label={`Убрать: ${name || `участник ${place + 1}`}`}
              className={css.bin}
              onClick={() => {
                change(rows.filter((row) => row.key !== key))
                adding.current?.focus()
              }}
            >
              <Trash2 />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        ref={adding}
        size="s"
        icon={<Plus />}
        disabled={rows.length >= MEMBERS_MAX}
        className={css.add}
        onClick={() => {
          const key = Math.max(-1, ...rows.map((row) => row.key)) + 1
          change([...rows, { key, name: '', part: '1' }])
        }}
      >
        Добавить участника
      </Button>
      <p className="t-s muted">
        Доли — целые числа: 1 и 1 — поровну, 2 и 1 — первому вдвое больше. Можно и проценты: 60 и
        40.
      </p>
      <FieldNote id="members-failed" error={errors['members'] ?? saving.failed} />
      <div className="flow">
        <Button type="submit" variant="primary" loading={saving.saving}>
          Сохранить доли
        </Button>
        {onCancel && <Button onClick={onCancel}>Отмена</Button>}
      </div>
      <LeaveGuard changed={JSON.stringify(typed) !== JSON.stringify(savedMembers)}>
        <p>Доли ещё не сохранены.</p>
      </LeaveGuard>
    </form>
  )
}
