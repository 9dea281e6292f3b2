import type { Ref } from 'react'
import { Pill } from '#web/ui/pill.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { OWN_AMOUNT, READY_AMOUNTS } from './thanks-amount.ts'
import css from './thanks-presets.module.css'

export type ThanksPresetsProps = {
  /** The form that a press on a pill asks the page anew with, before the scripts arrive. */
  choiceForm: string
  /** Rubles. */
  chosen: number
  ownPill: Ref<HTMLButtonElement>
  onChoose: (rubles: number) => void
  onOwn: () => void
}

/** The ready sums, and the way to type another. */
export function ThanksPresets(props: ThanksPresetsProps) {
  const { choiceForm, chosen, ownPill, onChoose, onOwn } = props
  const type = useHydrated() ? 'button' : 'submit'
  return (
    <>
      <fieldset aria-label="Сумма" className={css.ready}>
        {READY_AMOUNTS.map((rubles) => (
          <Pill
            key={rubles}
            type={type}
            form={choiceForm}
            name="amount"
            value={rubles}
            pressed={rubles === chosen}
            className={css.pill}
            onClick={() => onChoose(rubles)}
          >
            {rubles} ₽
          </Pill>
        ))}
      </fieldset>
      <input type="hidden" name="amount" value={chosen} />
      <Pill
        ref={ownPill}
        text
        type={type}
        form={choiceForm}
        name="amount"
        value={OWN_AMOUNT}
        pressed={false}
        onClick={onOwn}
      >
        Ввести свою сумму
      </Pill>
    </>
  )
}
