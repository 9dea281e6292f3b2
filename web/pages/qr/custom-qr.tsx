import { Download } from 'lucide-react'
import { QR_SIZE } from '#domain/qr-code.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { Section } from '#web/ui/section.tsx'
import { SelectField } from '#web/ui/select-field.tsx'
import { QrPreview } from './qr-preview.tsx'
import { useCustomQr } from './use-custom-qr.ts'
import css from './custom-qr.module.css'

export type CustomQrProps = { username: string }

const SIZES = [256, 512, QR_SIZE.usual, QR_SIZE.most]
const FORMATS = ['png', 'svg'] as const

/** The same code in one's own colours and size, for a poster or a cover of one's own. */
export function CustomQr({ username }: CustomQrProps) {
  const own = useCustomQr(username)
  const { look, wrong } = own
  return (
    <Section title="Свои цвета и размер">
      <div className={css.custom}>
        <QrPreview preview={own.preview} onAgain={own.again} />
        <div className={css.fields}>
          <Field
            label="Цвет кода"
            type="color"
            value={look.colour}
            error={wrong}
            className={css.colour}
            onChange={(event) => own.change({ colour: event.target.value })}
          />
          <Field
            label="Цвет фона"
            type="color"
            value={look.background}
            className={css.colour}
            onChange={(event) => own.change({ background: event.target.value })}
          />
          <SelectField
            label="Сторона картинки"
            value={look.size}
            onChange={(event) => own.change({ size: Number(event.target.value) })}
          >
            {SIZES.map((size) => (
              <option key={size} value={size}>
                {size} пикселей
              </option>
            ))}
          </SelectField>
          <div className={css.save}>
            {FORMATS.map((format) => (
              <Button
                key={format}
                block
                icon={<Download className="ico" />}
                disabled={wrong !== null}
                loading={own.isPending(format)}
                onClick={() => void own.save(format)}
              >
                Скачать {format.toUpperCase()}
              </Button>
            ))}
          </div>
        </div>
      </div>
    </Section>
  )
}
