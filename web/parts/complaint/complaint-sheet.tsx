import { useEffect, useState } from 'react'
import { api } from '#contract/index.ts'
import { COMPLAINT_MOST, COMPLAINT_REASONS } from '#domain/complaints.ts'
import type { ComplaintReason } from '#domain/complaints.ts'
import { call } from '#web/lib/calls/call.ts'
import { fieldText, useForm } from '#web/lib/use-saving.ts'
import { SupportLink } from '#web/parts/frame/support-link.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { BackSheet } from '../back-sheet.tsx'
import type { ComplainProps } from './subjects.ts'
import css from './complaint-sheet.module.css'

/** How long the thanks are shown. */
const CLOSES_MS = 5000

const REASONS = Object.entries(COMPLAINT_REASONS) as [ComplaintReason, string][]

/** What tells apart the subjects of one page. */
const keyOf = ({ entryId = '', photo = entryId }: ComplainProps['subjects'][number]) => photo

type ComplaintSheetProps = ComplainProps & { open: boolean; onClose: () => void }

/** A complaint: what it is of, one of five reasons, a word, and an address if an answer is wanted. */
export function ComplaintSheet({ username, subjects, open, onClose }: ComplaintSheetProps) {
  // The list follows the queue: what was chosen stays though its song has left.
  const [chosen, setChosen] = useState(subjects[0])
  const [reason, setReason] = useState<ComplaintReason | null>(null)
  const [sent, setSent] = useState(false)
  const form = useForm()
  const { label, ...about } = chosen
  const offered = subjects.some((one) => keyOf(one) === keyOf(chosen))
    ? subjects
    : [...subjects, chosen]
  const [was, setWas] = useState(open)
  if (open !== was) {
    setWas(open)
    if (open) {
      setChosen(subjects[0])
      setSent(false)
    }
  }

  useEffect(() => {
    if (!sent || !open) return undefined
    const timer = setTimeout(onClose, CLOSES_MS)
    return () => clearTimeout(timer)
  }, [sent, open, onClose])

  const submit = async () => {
    if (reason === null) {
      form.refuse({ reason: 'Выберите, что не так' })
      return
    }
    const typed = new FormData(form.box.current ?? undefined)
    const texts = { words: fieldText(typed, 'words'), email: fieldText(typed, 'email') }
    const done = await form.save(() =>
      call(api.complaints.send, { body: { username, ...about, reason, ...texts } }),
    )
    if (done) {
      setSent(true)
      setReason(null)
    }
  }

  return (
    <BackSheet open={open} onClose={onClose} title="Пожаловаться" subtitle={label}>
      {sent ? (
        <output className="t-l">Спасибо. Разберём сегодня</output>
      ) : (
        <form {...form.formOf(submit)} className="stack">
          {offered.length > 1 && (
            <SelectField
              label="На что"
              value={keyOf(chosen)}
              onChange={({ target }) =>
                setChosen(offered.find((one) => keyOf(one) === target.value) ?? chosen)
              }
            >
              {offered.map((subject) => (
                <option key={keyOf(subject)} value={keyOf(subject)}>
                  {subject.label}
                </option>
              ))}
            </SelectField>
          )}
          <fieldset
            role="radiogroup"
            tabIndex={-1}
            aria-invalid={form.errors['reason'] !== undefined}
            className={css.reasons}
          >
            <legend className="sr">Что не так</legend>
            {REASONS.map(([id, words]) => (
              <label key={id} className={css.reason}>
                <input
                  type="radio"
                  name="reason"
                  value={id}
                  checked={reason === id}
                  aria-describedby="complaint-reason"
                  className={css.radio}
                  onChange={() => {
                    setReason(id)
                    form.correct(['reason', 'words'])
                  }}
                />
                {words}
              </label>
            ))}
          </fieldset>
          <FieldNote id="complaint-reason" error={form.errors['reason']} />
          <Field
            label="Что случилось"
            name="words"
            maxLength={COMPLAINT_MOST}
            error={form.errors['words']}
            onInput={() => form.correct(['words'])}
          />
          <Field
            label="Почта для ответа, если нужен"
            name="email"
            type="email"
            inputMode="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            placeholder="anna@mail.example"
            error={form.errors['email']}
            onInput={() => form.correct(['email'])}
          />
          {form.failed !== null && (
            <p role="alert">
              {form.failed} <SupportLink className="link" />
            </p>
          )}
          <Button type="submit" variant="primary" block loading={form.saving}>
            Отправить
          </Button>
        </form>
      )}
    </BackSheet>
  )
}
