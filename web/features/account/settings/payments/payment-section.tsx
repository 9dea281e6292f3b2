import type { ReactNode } from 'react'
import { useRef } from 'react'
import { LOWEST_MIN_SONG_RUBLES, MAX_SONG_RUBLES } from '#domain/money.ts'
import { THANKS_LENGTH } from '#domain/payments/payment-settings.ts'
import { PAYOUT_BANKS } from '#domain/payments/payout.ts'
import { phoneText, tidyPhone } from '#domain/russian.ts'
import { NextStep } from '#web/parts/frame/artist-frame.tsx'
import { useNow, useViewerZone } from '#web/lib/format.ts'
import { AmountInput } from '#web/ui/fields/amount/amount-input.tsx'
import { ShieldCheck } from '#web/ui/icons/artist-icons.tsx'
import { Beat } from '#web/ui/status/beat.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { classes } from '#web/ui/classes.ts'
import { Dialog } from '#web/ui/overlays/dialog.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { CircleAlert, CircleCheck } from '#web/ui/icons/icons.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { Switch } from '#web/ui/fields/checkbox.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import css from '../account-settings.module.css'
import {
  CHECK_SENDS,
  CHECK_TAKES,
  CHECK_WARNING,
  RECEIVER_ASKED,
  textsOf,
  stateShown,
} from './number-check-texts.ts'
import type { PaymentFields } from '../settings-fields.ts'
import { TaxFields } from './tax-fields.tsx'
import type { NumberCheck } from './use-number-check.ts'
import type { SettingsForm } from '../use-settings-form.ts'

type NumberCheckDialogsProps = { check: NumberCheck; payment: PaymentFields; username: string }

/** Before a check: its price. After the bank's page was opened: its progress. */
function NumberCheckDialogs({ check, payment, username }: NumberCheckDialogsProps) {
  const { phoneNumber, sbpNumberId } = payment
  const address = `${phoneText(phoneNumber)}, ${PAYOUT_BANKS[sbpNumberId] ?? ''}`
  const shown = outcome(check.number?.paid ? 'paid' : check.number?.state, address)
  const receiver = unconfirmed(check.number)
  return (
    <>
      <Dialog
        open={check.stage === 'asking'}
        onClose={check.dismiss}
        title="Проверить номер?"
        safe="Не сейчас"
        confirm="Проверить"
        wanted
        confirming={check.starting}
        onConfirm={() => void check.start()}
      >
        <p className={css.address}>{address}</p>
        <p>{CHECK_WARNING}</p>
        {payment.paidSongsEnabled && <p>Платные заказы включатся сразу.</p>}
      </Dialog>
      <Dialog
        open={check.stage === 'paying' && receiver !== null}
        onClose={check.dismiss}
        title="Номер проверен"
        stacked
        wanted
        safe="Нет, сменить номер"
        confirm="Да, это я"
        confirming={check.confirming}
        onConfirm={() => check.confirmReceiver(receiver ?? '')}
      >
        <div className={css.note}>
          <p>{RECEIVER_ASKED}</p>
          <p className="d-s">Это вы: {receiver}?</p>
          <p className="muted">
            Выплаты начнутся после вашего ответа. Чужое имя? Смените номер, деньги подождут.
          </p>
        </div>
      </Dialog>
      <Dialog
        open={check.stage === 'paying' && receiver === null}
        onClose={check.dismiss}
        title={shown.title}
        tone={shown.bad ? 'danger' : 'plain'}
        safe="Понятно"
      >
        <div className={css.note}>
          {shown.body}
          {check.number?.state === 'checked' && receiver === null && (
            <NextStep username={username} />
          )}
        </div>
      </Dialog>
    </>
  )
}

/** The receiver whom the bank names and the artist has not confirmed; null where there is none. */
function unconfirmed(number: NumberCheck['number']): string | null {
  const { state, recipient } = number ?? {}
  return state === 'checked' && recipient?.confirmed === false ? recipient.name : null
}

function outcome(
  state: string | undefined,
  address: string,
): { title: string; bad?: boolean; body: ReactNode } {
  if (state === 'checked')
    return {
      title: 'Номер проверен',
      body: (
        <p>{`${CHECK_SENDS} отправлены на номер ${address}. Выплаты будут приходить на него.`}</p>
      ),
    }
  if (state === 'rejected')
    return {
      title: 'Номер не подошёл',
      bad: true,
      body: (
        <p>{`Банк не принял ${CHECK_SENDS} на номер ${address}. Проверьте телефон и банк. ${CHECK_TAKES} вернутся туда, откуда вы платили.`}</p>
      ),
    }
  if (state === 'unchecked')
    return {
      title: 'Оплата не прошла',
      bad: true,
      body: <p>Номер не проверен, деньги не списаны. Попробуйте проверить его ещё раз.</p>,
    }
  if (state === 'paid')
    return {
      title: 'Проверяем номер',
      body: <p>{`${CHECK_SENDS} идут на номер ${address}.`}</p>,
    }
  return {
    title: 'Ждём оплату',
    body: (
      <>
        <p>{`Оплатите ${CHECK_TAKES} в открывшемся окне. Сразу после оплаты ${CHECK_SENDS} уйдут на номер ${address}.`}</p>
        <LoadingWords
          text="Проверяем номер…"
          lateText="Пока не пришло. Окно оплаты можно открыть ещё раз кнопкой «Проверить номер»."
        />
      </>
    ),
  }
}

type NumberCheckRowProps = NumberCheckDialogsProps & { isSaved: boolean }

const SIGNS = {
  plain: null,
  busy: <Beat />,
  good: <CircleCheck className="ico ico-s" />,
  bad: <CircleAlert className="ico ico-s" />,
} as const

/** The state of the number for payouts, and the button that starts its check. */
function NumberCheckRow({ check, payment, username, isSaved }: NumberCheckRowProps) {
  const state = stateShown(check.number, payment, isSaved)
  const zone = useViewerZone()
  const asked = unconfirmed(check.number)
  const now = useNow()
  const texts = state === null ? null : textsOf(state, check.number, { zone, asked, now })
  return (
    <div className={css.check}>
      <output className={classes(css.state, texts && css[texts.tone])}>
        {texts && SIGNS[texts.tone]}
        <span>{texts?.text ?? 'Не удалось узнать, проверен ли номер.'}</span>
      </output>
      {state === null && (
        <Button size="s" loading={check.looking} onClick={check.look}>
          Проверить снова
        </Button>
      )}
      {state === 'checked' && asked !== null && (
        <Button size="s" onClick={check.askReceiver}>
          Ответить
        </Button>
      )}
      {state !== null && state !== 'checked' && state !== 'paid' && (
        <Button size="s" icon={<ShieldCheck />} onClick={check.ask}>
          Проверить номер
        </Button>
      )}
      <NumberCheckDialogs check={check} payment={payment} username={username} />
    </div>
  )
}

type PaymentSectionProps = { form: SettingsForm; check: NumberCheck; username: string }

const PASSWORD_HELP =
  'Сменить телефон или банк можно только с паролем. Мы напишем об этом на почту. Если выплаты уже были, на новый номер они начнутся не сразу: сначала можно вернуть прежний по ссылке из письма.'
const MINIMUM = 'Минимальная сумма заказа, ₽'

/** Which songs can be ordered, whether orders are paid, their minimum price, and where the money goes. */
export function PaymentSection({ form, check, username }: PaymentSectionProps) {
  const { fields, payment, errors, change, changePayment } = form
  const phone = useRef<HTMLInputElement>(null)
  const password = useRef<HTMLInputElement>(null)
  return (
    <Section title="Заказы и оплата" id="payment">
      <Switch
        name="requestFavoriteSongsOnly"
        help="Слушатели смогут заказать только песни из вашего репертуара"
        checked={fields.requestFavoriteSongsOnly}
        onChange={(event) => change({ requestFavoriteSongsOnly: event.target.checked })}
      >
        Только свой репертуар
      </Switch>
      <Switch
        name="paidSongsEnabled"
        help="Слушатель платит за песню, вы получаете деньги по СБП"
        checked={payment.paidSongsEnabled}
        onChange={({ target }) => {
          changePayment({ paidSongsEnabled: target.checked })
          // Focus inside the event handler: otherwise a phone opens no keyboard.
          if (target.checked && payment.phoneNumber === '') phone.current?.focus()
        }}
      >
        Платные заказы
      </Switch>
      <div className={css.two}>
        <Field
          ref={phone}
          label="Телефон для СБП"
          name="phoneNumber"
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          placeholder="79xxxxxxxxx"
          value={payment.phoneNumber}
          error={errors['phoneNumber']}
          onChange={(event) => changePayment({ phoneNumber: tidyPhone(event.target.value) })}
        />
        <SelectField
          label="Банк"
          name="sbpNumberId"
          value={payment.sbpNumberId}
          error={errors['sbpNumberId']}
          onChange={(event) => {
            changePayment({ sbpNumberId: event.target.value })
            if (form.currentPassword === '') password.current?.focus()
          }}
        >
          <option value="">Не выбран</option>
          {Object.entries(PAYOUT_BANKS).map(([id, name]) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </SelectField>
      </div>
      {form.asksPassword && (
        <Field
          ref={password}
          label="Текущий пароль"
          name="currentPassword"
          type="password"
          autoComplete="current-password"
          help={PASSWORD_HELP}
          value={form.currentPassword}
          error={errors['currentPassword']}
          onChange={(event) => form.typePassword(event.target.value)}
        />
      )}
      <NumberCheckRow
        check={check}
        payment={payment}
        username={username}
        isSaved={!form.asksPassword && !form.asksKey}
      />
      <TaxFields form={form} />
      <div className={css.minimum}>
        <span aria-hidden="true" className="m">
          {MINIMUM}
        </span>
        <AmountInput
          label={MINIMUM}
          name="minSongAmount"
          min={LOWEST_MIN_SONG_RUBLES}
          max={MAX_SONG_RUBLES}
          value={payment.minSongAmount}
          error={errors['minSongAmount']}
          onValue={(minSongAmount) => changePayment({ minSongAmount })}
        />
      </div>
      <TextArea
        label="Слова благодарности"
        name="thanks"
        rows={3}
        counted
        maxLength={THANKS_LENGTH}
        help="Слушатель увидит их, когда захочет вас поблагодарить"
        value={payment.description}
        error={errors['paymentDTO.description']}
        onChange={(event) => changePayment({ description: event.target.value })}
      />
      <Button size="s" href="/artist/members" className={css.alone}>
        Участники и доли
      </Button>
    </Section>
  )
}
