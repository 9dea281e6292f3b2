import { useState } from 'react'
import { TABLE_MOST, tableNumber } from '#domain/queue/own-song.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { CodeInput } from '#web/ui/fields/code-input.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import css from './pairing.module.css'

type PairFormProps = {
  /** What the button says. */
  press: string
  /** Sends the code and the table; what it throws is shown at its field. */
  onSend: (code: string, table: number) => Promise<unknown>
}

/** The code of the pad and the table: to pair a tablet, and to carry it to another table. */
export function PairForm({ press, onSend }: PairFormProps) {
  const [code, setCode] = useState('')
  const [table, setTable] = useState('')
  const { saving, errors, failed, refuse, correct, save, formOf } = useForm()
  const send = () => {
    const number = tableNumber(table)
    const wrong = {
      code: code === '' ? 'Введите код с пульта' : null,
      table: number === null ? `Номер стола — от 1 до ${TABLE_MOST}` : null,
    }
    if (refuse(wrong) || number === null) return
    void save(async () => onSend(code, number))
  }
  return (
    <form {...formOf(send)} autoComplete="off" className={css.form}>
      <CodeInput
        label="Код с пульта"
        autoComplete="off"
        value={code}
        onValue={(digits) => {
          correct(['code'])
          setCode(digits)
        }}
        error={errors['code']}
        help="На пульте: меню → «Ещё» → «Планшет в зале», до концерта: «QR-код»"
      />
      <Field
        label="Стол"
        name="table"
        inputMode="numeric"
        autoComplete="off"
        maxLength={3}
        value={table}
        onChange={(event) => {
          correct(['table'])
          setTable(event.target.value)
        }}
        error={errors['table'] ?? failed}
      />
      <Button type="submit" variant="primary" size="l" block loading={saving}>
        {press}
      </Button>
    </form>
  )
}
