import type { FormEvent, Ref } from 'react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { formatRubles, MAX_TIP_RUBLES, MIN_TIP_RUBLES, rublesToKopecks } from '#domain/money.ts'
import type { TipShown } from '#domain/queue/order-words.ts'
import { checkTipWords, TIP_WORDS_MAX } from '#domain/queue/order-words.ts'
import { readWhole, wrongWhole } from '#web/ui/fields/typed-number.ts'
import { ruleError } from '#web/lib/calls/call-failed.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { lengthNote } from '#web/lib/format.ts'
import { OfferNote, ReceiptField, refusedReceipt } from '#web/parts/money/receipt-field.tsx'
import { AmountInput, Stepper } from '#web/ui/fields/amount/amount-input.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { Pill } from '#web/ui/buttons/pill.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { ThanksView } from '../artist-view.ts'
import type { ThanksChoice } from './thanks.ts'
import {
  FIRST_AMOUNT,
  OWN_AMOUNT,
  COMMISSION_NOTE,
  READY_AMOUNTS,
  STEPPED,
  thanksAmountError,
  ownSum,
  readReceipt,
  readShown,
  rublesOf,
  steppedOf,
} from './thanks.ts'
import css from './thanks-sheet.module.css'
import { refusedName, ShownFields } from './shown-fields.tsx'
import type { ThanksToSend } from './use-thanks.ts'
import { THANKS_HREF } from './use-thanks-sheet.ts'

type ThanksPresetsProps = {
  /** The id of the form that reloads the page when a pill is pressed before hydration. */
  choiceForm: string
  /** Rubles. */
  chosen: number
  ownPill: Ref<HTMLButtonElement>
  onChoose: (rubles: number) => void
  onOwn: () => void
}

/** The preset sums, and the button to type another. */
function ThanksPresets(props: ThanksPresetsProps) {
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

/** While `active`, handles Escape alone: the event reaches no sheet, wherever the focus is. */
function useEscape(active: boolean, onEscape: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    onEscape()
  })
  useEffect(() => {
    if (!active) return undefined
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener, { capture: true })
    return () => document.removeEventListener('keydown', listener, { capture: true })
  }, [active])
}

/** Why the listener's message is refused, or null. */
const messageError = (message: string) => ruleError(() => checkTipWords(message))

const CHOICE_FORM = 'thanks-choice'
const ERROR_ID = 'thanks-error'
const MAX_TIP = formatRubles(rublesToKopecks(MAX_TIP_RUBLES))
const FIRST: ThanksChoice = { own: false, rubles: FIRST_AMOUNT }

type ThanksFormProps = {
  thanks: ThanksView
  open: boolean
  choiceAtFirst: ThanksChoice
  /** Of a form that was refused without scripts. */
  messageAtFirst: string | null
  /** Of the attempt before this one. */
  messageBefore: string
  receiptAtFirst: string | undefined
  /** What the hall may read; null where there is no hall to read it. */
  shownAtFirst: TipShown | undefined | null
  /** Why the last attempt did not lead to the bank. */
  errorText: string | null
  sending: boolean
  onSend: (gift: ThanksToSend) => void
  /** Called when the sum or the message changes. */
  onAmount: () => void
}

/** The sum, and «send». Without scripts the form posts to the page's own action. */
export function ThanksForm(props: ThanksFormProps) {
  const { thanks, open, choiceAtFirst, messageAtFirst, messageBefore } = props
  const { receiptAtFirst, shownAtFirst, errorText, sending, onSend, onAmount } = props
  const hydrated = useHydrated()
  const [choice, setChoice] = useState(choiceAtFirst)
  const { errors, refuse, correct } = useForm()
  const [typed, setTyped] = useState(messageAtFirst)
  const message = typed ?? messageBefore
  const ownPill = useRef<HTMLButtonElement>(null)
  const ownId = useId()
  const { own } = choice

  const choose = (next: ThanksChoice) => {
    setChoice(next)
    correct(['amount'])
    onAmount()
  }
  const leaveOwn = () => choose(FIRST)
  useEscape(open && own && thanks.newSheet, leaveOwn)

  // Changing the mode removes the pressed button, so the focus moves to the next control.
  const ownBefore = useRef(own)
  useEffect(() => {
    if (ownBefore.current === own) return
    ownBefore.current = own
    if (own) document.getElementById(ownId)?.focus()
    else ownPill.current?.focus()
  }, [own, ownId])

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const receiptTo = readReceipt(form)
    const shown = readShown(form)
    const rubles = thanks.newSheet ? rublesOf(choice) : steppedOf(choice)
    const found = {
      amount: (own ? wrongWhole(choice.typed) : null) ?? thanksAmountError(rubles),
      message: messageError(message),
      name: refusedName(shown),
      receiptTo: refusedReceipt(receiptTo),
    }
    if (!refuse(found)) onSend({ rubles, message, receiptTo, shown })
    else if (found.amount !== null) document.getElementById(ownId)?.focus()
  }
  const sum = own ? choice.typed : String(choice.rubles)
  const most = readWhole(sum) === MAX_TIP_RUBLES
  return (
    <>
      <form id={CHOICE_FORM} method="get" hidden>
        <input type="hidden" name="tab" value="profile" />
        <input type="hidden" name="thanks" value="1" />
      </form>
      <form method="post" action={THANKS_HREF} noValidate className={css.form} onSubmit={send}>
        <input type="hidden" name="key" value={thanks.formKey} />
        {thanks.newSheet && !own && (
          <ThanksPresets
            choiceForm={CHOICE_FORM}
            chosen={choice.rubles}
            ownPill={ownPill}
            onChoose={(rubles) => choose({ own: false, rubles })}
            onOwn={() => choose({ own: true, typed: '' })}
          />
        )}
        {!thanks.newSheet && hydrated && (
          <Stepper
            label="Сумма"
            name="amount"
            value={steppedOf(choice)}
            onValue={(rubles) => choose({ own: false, rubles })}
            {...STEPPED}
            className={css.stepper}
          />
        )}
        {/* The stepper of the older look needs scripts; before hydration the sum is typed. */}
        {(thanks.newSheet ? own : !hydrated) && (
          <AmountInput
            id={ownId}
            label="Своя сумма, ₽"
            name="amount"
            step={0}
            value={sum}
            onValue={(text) => choose({ own: true, typed: ownSum(text) })}
            error={errors['amount'] ?? null}
            help={most ? `Не больше ${MAX_TIP} за один раз` : `От ${MIN_TIP_RUBLES} до ${MAX_TIP}`}
          />
        )}
        <TextArea
          name="message"
          label="Слова музыканту"
          rows={2}
          value={message}
          onChange={(event) => {
            setTyped(event.target.value)
            correct(['message'])
            onAmount()
          }}
          {...lengthNote(message, TIP_WORDS_MAX, {
            error: errors['message'],
            help: 'Можно не писать ничего',
          })}
        />
        {shownAtFirst !== null && (
          <ShownFields
            atFirst={shownAtFirst}
            error={errors['name'] ?? null}
            onChange={() => {
              correct(['name'])
              onAmount()
            }}
          />
        )}
        <ReceiptField error={errors['receiptTo'] ?? null} typedAtFirst={receiptAtFirst} />
        {errorText !== null && <FieldNote id={ERROR_ID} error={errorText} />}
        <Button type="submit" variant="primary" size="stage" block loading={sending}>
          Отправить
        </Button>
        {thanks.newSheet && own && (
          <Button
            type={hydrated ? 'button' : 'submit'}
            form={CHOICE_FORM}
            formNoValidate
            variant="text"
            block
            onClick={leaveOwn}
          >
            Выбрать готовую сумму
          </Button>
        )}
        <p className="t-s muted">{COMMISSION_NOTE}</p>
        <OfferNote />
      </form>
    </>
  )
}
