import { TAX_NAME_LENGTH, TAX_STATUSES } from '#domain/payments/tax-status.ts'
import type { TaxStatus } from '#domain/payments/tax-status.ts'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { Field } from '#web/ui/fields/field.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import css from '../account-settings.module.css'
import type { SettingsForm } from '../use-settings-form.ts'

const WITHOUT = {
  asked: 'Без этого в чеке слушателя не будет ваших данных',
  needed: 'Без этого в чеке слушателя не будет ваших данных, а выплаты ждут',
}

/** The artist's tax data, as receipts show them; nothing where no receipts are made. */
export function TaxFields({ form }: { form: SettingsForm }) {
  const { payment, errors, changePayment } = form
  const { receipts = false, needsStatus = false } = useSiteFacts()
  if (!receipts) return null
  const { taxStatus, taxName, taxInn } = payment
  return (
    <>
      <SelectField
        label="Кто вы для налоговой"
        name="taxStatus"
        value={taxStatus}
        error={errors['taxStatus']}
        help={taxStatus === '' ? WITHOUT[needsStatus ? 'needed' : 'asked'] : undefined}
        onChange={(event) => changePayment({ taxStatus: event.target.value as TaxStatus | '' })}
      >
        <option value="">Не указано</option>
        {Object.entries(TAX_STATUSES).map(([status, name]) => (
          <option key={status} value={status}>
            {name}
          </option>
        ))}
      </SelectField>
      {taxStatus !== '' && (
        <div className={css.two}>
          <Field
            label={taxStatus === 'company' ? 'Название' : 'Фамилия, имя и отчество'}
            name="taxName"
            maxLength={TAX_NAME_LENGTH}
            value={taxName}
            error={errors['taxName']}
            help="Стоит в чеке слушателя вместе с ИНН и телефоном для СБП"
            onChange={(event) => changePayment({ taxName: event.target.value })}
          />
          <Field
            label="ИНН"
            name="taxInn"
            inputMode="numeric"
            autoComplete="off"
            value={taxInn}
            error={errors['taxInn']}
            help={taxStatus === 'person' ? 'Можно не указывать' : undefined}
            onChange={(event) => changePayment({ taxInn: event.target.value })}
          />
        </div>
      )}
    </>
  )
}
