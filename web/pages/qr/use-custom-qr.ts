import { useEffect, useState } from 'react'
import { api } from '#contract/index.ts'
import { checkQrColours, QR_COLOURS, QR_SIZE } from '#domain/qr-code.ts'
import { Refusal } from '#domain/refusal.ts'
import { sentenceOf, wasAborted } from '#web/lib/call-failed.ts'
import { callForFile } from '#web/lib/call.ts'
import { saveFile } from '#web/lib/save-file.ts'
import { usePresses } from '#web/lib/use-presses.ts'

export type Preview = { picture: string | null; failed: string | null }

const USUAL = { ...QR_COLOURS, size: QR_SIZE.usual as number }
/** A colour is chosen by dragging, and each step of it would be asked for. */
const REST_MS = 300

/** Why nobody could read a code of these colours, or null. */
function troubleOf(look: typeof USUAL): string | null {
  try {
    checkQrColours(look)
    return null
  } catch (error) {
    if (error instanceof Refusal) return error.message
    throw error
  }
}

/** A code of one's own colours: what is chosen, what it looks like, and the ways to keep it. */
export function useCustomQr(artistUsername: string) {
  const [look, setLook] = useState(USUAL)
  const [preview, setPreview] = useState<Preview>({ picture: null, failed: null })
  const { press, isPending } = usePresses()
  const wrong = troubleOf(look)
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
