import { MAX_SONG_RUBLES, DEFAULT_MIN_SONG_RUBLES } from '#domain/money.ts'
import { THANKS_LENGTH } from '#domain/payment-settings.ts'
import { PAYOUT_BANKS } from '#domain/payout.ts'
import { AmountInput } from '#web/ui/amount-input.tsx'
import { Field } from '#web/ui/field.tsx'
import { Section } from '#web/ui/section.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { Switch } from '#web/ui/switch.tsx'
import { TextArea } from '#web/ui/text-area.tsx'
import css from './account-settings.module.css'
import { NumberCheckRow } from './number-check-row.tsx'
import { tidyPhone } from './payment-fields.ts'
import type { NumberCheck } from './use-number-check.ts'
import type { SettingsForm } from './use-settings-form.ts'

export type PaymentSectionProps = { form: SettingsForm; check: NumberCheck }

const PASSWORD_HELP =
  'Куда приходят деньги, меняется только с паролем. Мы напишем об этом на почту. Если выплаты уже были, на новый номер они начнутся не сразу: сначала можно вернуть прежний по ссылке из письма.'
const MINIMUM = 'Минимальная сумма заказа, ₽'

/** Which songs can be ordered, whether orders are paid, what they cost at least, and where the money goes. */
export function PaymentSection({ form, check }: PaymentSectionProps) {
  const { fields, payment, errors, change, changePayment } = form
  return (
    <Section title="Заказы и оплата" id="payment">
      <Switch
        name="requestFavoriteSongsOnly"
        help="Слушатель сможет заказать лишь песни из вашего списка"
        checked={fields.requestFavoriteSongsOnly}
        onChange={(event) => change({ requestFavoriteSongsOnly: event.target.checked })}
      >
        Только свой репертуар
      </Switch>
      <Switch
        name="paidSongsEnabled"
        help="Слушатель платит за песню, вы получаете деньги по СБП"
        checked={payment.paidSongsEnabled}
        onChange={(event) => changePayment({ paidSongsEnabled: event.target.checked })}
      >
        Платные заказы
      </Switch>
      <div className={css.two}>
        <Field
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
          onChange={(event) => changePayment({ sbpNumberId: event.target.value })}
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
      <NumberCheckRow check={check} payment={payment} />
      <div className={css.minimum}>
        <span aria-hidden="true" className="m">
          {MINIMUM}
        </span>
        <AmountInput
          label={MINIMUM}
          name="minSongAmount"
          min={DEFAULT_MIN_SONG_RUBLES}
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
    </Section>
  )
}
