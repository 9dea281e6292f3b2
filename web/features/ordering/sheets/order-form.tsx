import { useState, useSyncExternalStore } from 'react'
import type { FormEvent, ReactNode } from 'react'
import { useLocation, useParams, useSearchParams } from 'react-router'
import { kopecks, MAX_SONG_RUBLES } from '#domain/money.ts'
import { checkOrderWords, ORDER_NAME_MAX, ORDER_WORDS_MAX } from '#domain/queue/order-words.ts'
import { readWhole, wrongWhole } from '#web/ui/fields/typed-number.ts'
import { fieldErrors } from '#web/lib/calls/call-failed.ts'
import {
  NO_TABLE,
  readListenerName,
  readTable,
  storeListenerName,
  storeTable,
  watchStored,
} from '#web/lib/device/device-memory.ts'
import type { Saving } from '#web/lib/use-saving.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { lengthNote } from '#web/lib/format.ts'
import { ActionRow } from '#web/ui/buttons/action-row.tsx'
import { lazyPart } from '#web/parts/lazy-part.tsx'
import { OfferNote, ReceiptField, refusedReceipt } from '#web/parts/money/receipt-field.tsx'
import { AmountInput } from '#web/ui/fields/amount/amount-input.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { RotateCcw } from '#web/ui/icons/more-icons.tsx'
import { Pill } from '#web/ui/buttons/pill.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import type { ConcertRules } from '../concert-rules.ts'
import type { OrderFormVariant, OrderRequest } from './order-request.ts'
import { amountError, cappedRubles, readOrderForm, tableIn } from './order-request.ts'
import { readySums } from './order-sheet.ts'
import css from './order-sheets.module.css'

/** Few evenings let their listeners sing. */
const SingingFields = lazyPart('web/parts/songs/singing-fields.tsx', async () => {
  const { default: Part } = await import('#web/parts/songs/singing-fields.tsx')
  return Part
})

export type OrderFormProps = {
  sessionId: string
  /** The concert runs now. */
  isOn: boolean
  /** The idempotency key, for a form sent without scripts. */
  formKey: string
  /** The address that the form is sent to without scripts: the one that opens this sheet. */
  action: string
  /** The minimum price of an order in rubles; null where orders are free. */
  paidFrom: number | null
  /** The sheet is open: the name and dedication typed in it belong to one order. */
  open: boolean
  asks: ConcertRules['asks']
  /** The name and dedication of a refused order, or of one that is tried again. */
  written: Pick<OrderRequest, 'name' | 'words' | 'sings'> | null
  look: OrderFormVariant
  /** The initial sum, in rubles; null: the minimum. */
  sum: string | null
  /** Why the sum was refused, and what was typed. */
  wrongAmount: { words: string; typed: string } | null
  yes: string
  /** Null: the sheet has a cross instead. */
  no: string | null
  closeHref: string
  onOrder: (wish: OrderRequest) => void
  onClose: () => void
  /** Called when the sum is changed, in rubles. */
  onChange: (rubles: number) => void
  /** The sum that most orders of the evening had, rubles. */
  usual?: number | null
  /** The sum is a share: what is missing to the goal, rubles, and whether it is a vote. */
  share?: { missing: number | null; vote: boolean } | null
  /** Told before the sum and the buttons: the place, the warnings. */
  before?: ReactNode
  /** Told under the buttons. */
  after?: ReactNode
  /** What is wrong in the fields of what is ordered. */
  wrongIn?: (wish: OrderRequest) => Record<string, string>
  /** The fields of what is ordered. */
  children: ReactNode | ((errors: Saving['errors']) => ReactNode)
  /** A link to another way to order it. */
  foot?: ReactNode
}

/** The form of an order sheet with its buttons. Without scripts it is sent to the page's own action. */
export function OrderForm(props: OrderFormProps) {
  const { sessionId, isOn, formKey, action, paidFrom, look, sum, wrongAmount } = props
  const { open, asks, written, yes, no, closeHref, onOrder, onClose, onChange, children, foot } =
    props
  const { usual = null, share = null, before, after, wrongIn } = props
  const hydrated = useHydrated()
  const { box, errors, refuse, correct } = useForm()

  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { wish, typed } = readOrderForm(new FormData(event.currentTarget))
    const wrong = {
      ...wrongIn?.(wish),
      ...fieldErrors(() => checkOrderWords(wish, asks)),
      amount:
        paidFrom === null
          ? null
          : (wrongWhole(typed) ?? amountError(wish.amount ?? kopecks(0), paidFrom, look)),
      receiptTo: refusedReceipt(wish.receiptTo),
    }
    if (refuse(wrong)) return
    if (asks.words !== 'off' || wish.sings) storeListenerName(wish.name ?? '')
    onOrder(wish)
  }
  return (
    <form
      ref={box}
      method="post"
      action={action}
      noValidate={hydrated}
      className={css.form}
      onSubmit={send}
    >
      <input type="hidden" name="sessionId" value={sessionId} />
      <input type="hidden" name="key" value={formKey} />
      {before}
      {typeof children === 'function' ? children(errors) : children}
      {isOn && <TableLine />}
      {paidFrom !== null && (
        <AmountField
          minRubles={paidFrom}
          typed={wrongAmount?.typed ?? sum}
          usual={usual}
          share={share}
          error={errors['amount'] ?? wrongAmount?.words ?? null}
          onChange={(rubles) => {
            correct(['amount'])
            onChange(rubles)
          }}
        />
      )}
      {paidFrom !== null && <ReceiptField error={errors['receiptTo'] ?? null} />}
      {(asks.words !== 'off' || asks.singing) && (
        <WordsFields key={String(open)} {...{ asks, written, errors, correct }} />
      )}
      {no === null ? (
        <Button type="submit" variant="primary" size="l" block>
          {yes}
        </Button>
      ) : (
        <ActionRow>
          <Button type="submit" variant="primary" size="stage">
            {yes}
          </Button>
          <Button
            href={closeHref}
            size="stage"
            onClick={(event) => {
              event.preventDefault()
              onClose()
            }}
          >
            {no}
          </Button>
        </ActionRow>
      )}
      {paidFrom !== null && (
        <p className={css.promise}>
          <RotateCcw />
          <span>Вернём деньги, если трек не исполнен</span>
        </p>
      )}
      {after}
      {foot}
      <OfferNote />
    </form>
  )
}

/** The listener's table, where the QR code of a table led here. */
function TableLine() {
  const { artistUsername = '' } = useParams()
  const [search, setSearch] = useSearchParams()
  const { state } = useLocation()
  const hydrated = useHydrated()
  const { table } = tableIn(
    useSyncExternalStore(
      watchStored,
      () => readTable(artistUsername),
      () => search.get('t'),
    ),
  )
  if (!table) return null
  const leave = () => {
    storeTable(artistUsername, NO_TABLE)
    const without = new URLSearchParams(search)
    without.delete('t')
    setSearch(without, { replace: true, state, preventScrollReset: true })
  }
  return (
    <p className={css.table}>
      <input type="hidden" name="table" value={table} />
      Стол {table}
      {hydrated && (
        <Button size="s" variant="text" onClick={leave}>
          Я не за этим столом
        </Button>
      )}
    </p>
  )
}

type AmountFieldProps = Pick<OrderFormProps, 'usual' | 'share'> & {
  minRubles: number
  /** The initial value; null: the minimum. */
  typed: string | null
  error: string | null
  onChange: (rubles: number) => void
}

/** The sum of an order. Focus selects the whole number, so that typing replaces it. */
function AmountField(props: AmountFieldProps) {
  const { minRubles, typed, usual = null, share = null, error, onChange } = props
  const [text, setText] = useState(typed ?? String(minRubles))
  const hydrated = useHydrated()
  const put = (next: string) => {
    const capped = cappedRubles(next)
    setText(capped)
    onChange(readWhole(capped) || 0)
  }
  const label = share === null ? 'Сумма заказа' : share.vote ? 'Ваш голос' : 'Ваша доля'
  return (
    <div className={css.sum}>
      <p aria-hidden="true" className={css.sumHead}>
        <span>{label}</span>
        <span>{`от ${minRubles} до ${MAX_SONG_RUBLES}\u00A0₽`}</span>
      </p>
      <AmountInput
        name="amount"
        label={`${label} ₽`}
        placeholder={`${label} ₽`}
        required
        value={text}
        onValue={put}
        onFocus={(event) => event.currentTarget.select()}
        step={20}
        min={minRubles}
        max={MAX_SONG_RUBLES}
        error={error}
      />
      {hydrated && (
        <fieldset aria-label="Готовая сумма" className={css.sums}>
          {readySums(minRubles, { usual, missing: share?.missing ?? null }).map(
            ({ rubles, words }) => (
              <Pill
                key={`${rubles} ${words}`}
                pressed={readWhole(text) === rubles}
                onClick={() => put(String(rubles))}
              >
                {`${rubles}\u00A0₽`}
                {words !== '' && <small>{words}</small>}
              </Pill>
            ),
          )}
        </fieldset>
      )}
    </div>
  )
}

type WordsFieldsProps = Pick<OrderFormProps, 'asks' | 'written'> &
  Pick<Saving, 'errors' | 'correct'>

/** A name, which the device remembers, and a dedication: collapsed, so that an order without them needs no extra step. */
function WordsFields({ asks, written, errors, correct }: WordsFieldsProps) {
  const stored = useSyncExternalStore(watchStored, readListenerName, () => '')
  const [typed, setTyped] = useState(written?.name ?? null)
  const [words, setWords] = useState(written?.words ?? '')
  const [sings, setSings] = useState(written?.sings !== undefined)
  const hydrated = useHydrated()
  const name = typed ?? stored
  const wrong = (errors['name'] ?? errors['words'] ?? errors['singsWith']) !== undefined
  const named = asks.words !== 'off' || sings || !hydrated
  const [opened, setOpened] = useState(written?.words !== undefined)
  const nameHelp = sings
    ? 'По нему вас позовут на сцену, и его увидит зал'
    : asks.namesShown
      ? 'Его увидят все, кто смотрит очередь'
      : 'Его увидит только музыкант'
  return (
    <details
      className={css.asks}
      open={wrong || opened || sings}
      onToggle={(event) => setOpened(event.currentTarget.open)}
    >
      <summary className={css.asksHead}>
        {asks.words === 'off'
          ? 'Спою сам'
          : asks.singing
            ? 'Добавить слова или спеть самому'
            : 'Добавить слова'}
        {name !== '' && <span className={css.asker}>от имени: {name}</span>}
      </summary>
      <div className={css.asksFields}>
        {named && (
          <Field
            name="name"
            label="Ваше имя"
            autoComplete="given-name"
            value={name}
            onChange={(event) => {
              setTyped(event.target.value)
              correct(['name'])
            }}
            {...lengthNote(name, ORDER_NAME_MAX, { error: errors['name'], help: nameHelp })}
          />
        )}
        {asks.words === 'name_and_words' && (
          <TextArea
            name="words"
            label="Слова к песне"
            rows={2}
            value={words}
            onChange={(event) => {
              setWords(event.target.value)
              correct(['words'])
            }}
            {...lengthNote(words, ORDER_WORDS_MAX, {
              error: errors['words'],
              help: 'Поздравление или посвящение, увидит музыкант',
            })}
          />
        )}
        {asks.singing && (
          <SingingFields
            sings={sings}
            onSings={setSings}
            written={written?.sings}
            error={errors['singsWith']}
          />
        )}
      </div>
    </details>
  )
}
