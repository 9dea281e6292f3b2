import { useState } from 'react'
import type { OwnGoal } from '#contract/goals.ts'
import { api } from '#contract/index.ts'
import { rublesToKopecks } from '#domain/money.ts'
import { checkGoal, GOAL_TITLE_MAX, MAX_GOAL_RUBLES } from '#domain/payments/goal.ts'
import { readWhole, wrongWhole } from '#web/ui/fields/typed-number.ts'
import { call } from '#web/lib/calls/call.ts'
import { lengthNote } from '#web/lib/format.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { GoalLine } from '#web/parts/money/goal-line.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { WholeField } from '#web/ui/fields/whole-field.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import css from './balance.module.css'

const STATE_TEXTS: Record<OwnGoal['state'], string> = {
  waits: 'Начнём считать, когда начнётся концерт',
  on: 'Слушатели видят её на вашей странице и на экране зала',
  reached: 'Цель достигнута',
  over: 'Вечер окончен',
}

/** «Цель»: what the artist collects money for. */
export function GoalSection({ loaded }: { loaded: OwnGoal | null | 'failed' }) {
  const [goal, setGoal] = useState(loaded)
  const [editing, setEditing] = useState(false)
  const { press, isPending } = usePresses()
  const toast = useToast()
  const drop = () =>
    press('drop', async () => {
      await call(api.artist.dropGoal, {})
      setGoal(null)
      toast('Цель убрали, собранное остаётся вам')
    })
  const look = () => press('look', async () => setGoal(await call(api.artist.goal, {})))

  if (goal === 'failed')
    return (
      <Section title="Цель">
        <EmptyState
          rest={false}
          text="Не удалось узнать, на что вы собираете."
          action={
            <Button loading={isPending('look')} onClick={() => void look()}>
              Попробовать ещё раз
            </Button>
          }
        />
      </Section>
    )
  if (editing)
    return (
      <Section title="Цель">
        <GoalForm
          goal={goal}
          onDone={(saved) => {
            setEditing(false)
            if (saved !== null) setGoal(saved)
          }}
        />
      </Section>
    )
  if (goal === null)
    return (
      <Section title="Цель">
        <p className="muted">
          Собирайте на что-то одно: на новый комбик, на запись. Слушатели увидят, сколько уже есть.
        </p>
        <Button onClick={() => setEditing(true)}>Поставить цель</Button>
      </Section>
    )
  const isOver = goal.state === 'reached' || goal.state === 'over'
  return (
    <Section title="Цель">
      <GoalLine goal={goal} />
      <p className="t-s muted">
        {[
          STATE_TEXTS[goal.state],
          goal.span === 'evening' ? 'на один вечер' : 'пока не соберём',
          goal.withSongs ? 'с оплаченными песнями' : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
      <div className={css.answers}>
        <Button onClick={() => setEditing(true)}>{isOver ? 'Новая цель' : 'Изменить'}</Button>
        <Button loading={isPending('drop')} onClick={() => void drop()}>
          Убрать
        </Button>
      </div>
    </Section>
  )
}

type GoalFormProps = { goal: OwnGoal | null; onDone: (saved: OwnGoal | null) => void }

function GoalForm({ goal, onDone }: GoalFormProps) {
  const before = goal?.state === 'on' || goal?.state === 'waits' ? goal : null
  const form = useForm()
  const [title, setTitle] = useState(before?.title ?? '')
  const [sum, setSum] = useState(before === null ? '' : String(before.amount / 100))
  const [withSongs, setWithSongs] = useState(before?.withSongs ?? false)
  const [span, setSpan] = useState<OwnGoal['span']>(before?.span ?? 'reached')
  const submit = () => {
    if (form.refuse({ amount: wrongWhole(sum) })) return false
    const rubles = Math.min(readWhole(sum) ?? 0, MAX_GOAL_RUBLES + 1)
    const body = { title, amount: rublesToKopecks(rubles), withSongs, span }
    return form.save(async () => {
      checkGoal(body)
      onDone(await call(api.artist.saveGoal, { body }))
    })
  }
  return (
    <form {...form.formOf(submit)} className="stack">
      <Field
        label="На что собираете"
        placeholder="На новый комбик"
        value={title}
        {...lengthNote(title, GOAL_TITLE_MAX, { error: form.errors['title'] })}
        onChange={(event) => {
          setTitle(event.target.value)
          form.correct(['title'])
        }}
      />
      <WholeField
        label="Сколько, ₽"
        value={sum}
        help="Считаем то, что дали слушатели, до комиссии. Что вернули, не считаем."
        error={form.errors['amount']}
        onValue={(typed) => {
          setSum(typed)
          form.correct(['amount'])
        }}
      />
      <SelectField
        label="Как долго"
        value={span}
        onChange={(event) => setSpan(event.target.value === 'evening' ? 'evening' : 'reached')}
      >
        <option value="reached">Пока не соберём</option>
        <option value="evening">Один вечер: этот или ближайший</option>
      </SelectField>
      <Checkbox checked={withSongs} onChange={(event) => setWithSongs(event.target.checked)}>
        Считать и оплаченные песни
      </Checkbox>
      {form.failed !== null && <p role="alert">{form.failed}</p>}
      <div className={css.answers}>
        <Button type="submit" variant="primary" loading={form.saving}>
          Сохранить
        </Button>
        <Button onClick={() => onDone(null)}>Отмена</Button>
      </div>
    </form>
  )
}
