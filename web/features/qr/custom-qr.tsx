import { useEffect, useState } from 'react'
import { api } from '#contract/index.ts'
import { QR_COLOURS, QR_SIZE, checkQrColours } from '#domain/concerts/qr-code.ts'
import { Refusal } from '#domain/refusal.ts'
import { sentenceOf, wasAborted } from '#web/lib/calls/call-failed.ts'
import { callForFile } from '#web/lib/calls/call.ts'
import { saveFile } from '#web/lib/pages/share.tsx'
import { usePresses } from '#web/lib/value-hooks.ts'
import { Download } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Field } from '#web/ui/fields/field.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import css from './qr.module.css'

type Preview = { picture: string | null; failed: string | null }

const USUAL = { ...QR_COLOURS, size: QR_SIZE.usual as number }
/** Debounces the requests while a colour is chosen by dragging (ms). */
const REST_MS = 300

/** Why a code of these colours would be unreadable, or null. */
function errorTextOf(look: typeof USUAL): string | null {
  try {
    checkQrColours(look)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

/** A code in the artist's own colours: the choice, the preview, and saving. */
function useCustomQr(artistUsername: string) {
  const [look, setLook] = useState(USUAL)
  const [preview, setPreview] = useState<Preview>({ picture: null, failed: null })
  const { press, isPending } = usePresses()
  const wrong = errorTextOf(look)
  const readable = wrong === null

  useEffect(() => {
    if (!readable) return undefined
    const { colour, background } = look
    const left = new AbortController()
    const draw = async () => {
      try {
        const body = { artistUsername, colour, background, format: 'svg' as const }
        const drawn = await callForFile(api.qr.createCustom, { body }, { signal: left.signal })
        setPreview({ picture: URL.createObjectURL(drawn), failed: null })
      } catch (failure) {
        if (!wasAborted(failure)) setPreview({ picture: null, failed: sentenceOf(failure) })
      }
    }
    const timer = setTimeout(() => void draw(), REST_MS)
    return () => {
      clearTimeout(timer)
      left.abort()
    }
  }, [artistUsername, look, readable])

  const { picture } = preview
  useEffect(() => () => void (picture !== null && URL.revokeObjectURL(picture)), [picture])

  return {
    look,
    wrong,
    preview,
    isPending,
    change: (part: Partial<typeof USUAL>) => setLook((now) => ({ ...now, ...part })),
    again: () => setLook({ ...look }),
    save: (format: 'png' | 'svg') =>
      press(format, async () => {
        const body = { artistUsername, ...look, format }
        saveFile(await callForFile(api.qr.createCustom, { body }), `qrcode.${format}`)
      }),
  }
}

type QrPreviewProps = { preview: Preview; onAgain: () => void }

/** The preview of the code: the last picture stays until the next one is loaded. */
function QrPreview({ preview: { picture, failed }, onAgain }: QrPreviewProps) {
  return (
    <div className={css.preview}>
      {picture !== null && <img src={picture} alt="Ваш QR-код" className={css.customQrCode} />}
      {picture === null && failed === null && <LoadingWords text="Рисуем код…" />}
      {failed !== null && (
        <div role="alert" className={css.customQrFailed}>
          <p>{failed}</p>
          <Button size="s" onClick={onAgain}>
            Попробовать ещё раз
          </Button>
        </div>
      )}
    </div>
  )
}

type CustomQrProps = { username: string }

const SIZES = [256, 512, QR_SIZE.usual, QR_SIZE.most]
const FORMATS = ['png', 'svg'] as const

/** The same code in colours and size of the artist's choice, for his own poster or cover. */
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
                icon={<Download />}
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
