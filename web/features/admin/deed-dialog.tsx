import { cloneElement, useState } from 'react'
import type { FormEventHandler, ReactElement, ReactNode } from 'react'
import { DEED_REASONS, DEED_WORDS_MOST, isDeedReason } from '#domain/accounts/operators.ts'
import type { DeedReason } from '#domain/accounts/operators.ts'
import { fieldText, useForm } from '#web/lib/use-saving.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Sheet } from '#web/ui/overlays/sheet.tsx'
import css from './admin.module.css'

/** What is asked before a deed: what it does in figures, why, and the words that the owner and the log see. */
export type DeedQuestion = {
  readonly title: string
  readonly confirm: string
  /** Each with its figure. */
  readonly effects: readonly string[]
  /** It cannot be taken back. */
  readonly grave?: boolean
  /** The reason that is chosen at first; none by default. */
  readonly reason?: DeedReason
  /** A field of its own, by its name; the server's refusal is said at it. */
  readonly fields?: ReactElement<NamedField>
  /** Counts the effects again, at the press. */
  readonly recount?: () => Promise<readonly string[]>
  readonly send: (why: { reason: DeedReason; words: string }, typed: FormData) => Promise<unknown>
}

type NamedField = { name?: string; error?: ReactNode; onInput?: FormEventHandler }

type DeedDialogProps = { asked: DeedQuestion | null; onClose: () => void; onDone: () => void }

export function DeedDialog({ asked, onClose, onDone }: DeedDialogProps) {
  const [shown, setShown] = useState<DeedQuestion | null>(null)
  if (asked !== null && asked !== shown) setShown(asked)
  if (shown === null) return null
  return (
    <Sheet open={asked !== null} onClose={onClose} title={shown.title}>
      <DeedForm
        key={`${shown.title} ${shown.reason}`}
        deed={shown}
        onClose={onClose}
        onDone={onDone}
      />
    </Sheet>
  )
}

type DeedFormProps = { deed: DeedQuestion; onClose: () => void; onDone: () => void }

function DeedForm({ deed, onClose, onDone }: DeedFormProps) {
  const form = useForm()
  const [reason, setReason] = useState(deed.reason ?? '')
  const [effects, setEffects] = useState(deed.effects)
  const [changed, setChanged] = useState(false)
  const submit = async () => {
    if (!isDeedReason(reason)) {
      form.refuse({ reason: 'Выберите причину' })
      return
    }
    const typed = new FormData(form.box.current ?? undefined)
    const why = { reason, words: fieldText(typed, 'words') }
    let done = false
    const saved = await form.save(async () => {
      const now = (await deed.recount?.()) ?? effects
      if (now.join('\n') === effects.join('\n')) {
        await deed.send(why, typed)
        done = true
      } else {
        setEffects(now)
        setChanged(true)
      }
    })
    if (saved && done) onDone()
  }
  const ownName = deed.fields?.props.name ?? ''
  const elsewhere = Object.entries(form.errors).flatMap(([name, words]) =>
    name === 'words' || name === 'reason' || name === ownName ? [] : [words],
  )
  return (
    <form {...form.formOf(submit)} className="stack">
      <ul className={css.effects}>
        {effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      {changed && <p role="alert">Цифры изменились. Проверьте их и нажмите ещё раз.</p>}
      {deed.fields &&
        cloneElement(deed.fields, {
          error: form.errors[ownName],
          onInput: () => form.correct([ownName]),
        })}
      <SelectField
        label="Причина"
        value={reason}
        error={form.errors['reason']}
        onChange={(event) => {
          setReason(event.target.value)
          form.correct(['reason'])
        }}
      >
        {reason === '' && <option value="">Не выбрана</option>}
        {Object.entries(DEED_REASONS).map(([id, name]) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <Field
        label="Что увидит владелец и журнал"
        name="words"
        data-autofocus
        maxLength={DEED_WORDS_MOST}
        error={form.errors['words']}
        onInput={() => form.correct(['words'])}
      />
      {form.failed !== null && <p role="alert">{form.failed}</p>}
      {elsewhere.map((words) => (
        <p key={words} role="alert">
          {words}
        </p>
      ))}
      <div className={css.actions}>
        <Button onClick={onClose}>Оставить</Button>
        <Button
          type="submit"
          variant={deed.grave === true ? 'danger' : 'primary'}
          loading={form.saving}
        >
          {deed.confirm}
        </Button>
      </div>
    </form>
  )
}
