import { useEffect, useState } from 'react'
import { api } from '#contract/index.ts'
import { sentenceOf, wasAborted } from '#web/lib/calls/call-failed.ts'
import { callForFile } from '#web/lib/calls/call.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'

type DrawnCodeProps = { text: string; alt: string; className?: string | undefined }

/** A QR code of any text, drawn by the server. */
export function DrawnCode(props: DrawnCodeProps) {
  const [tries, setTries] = useState(0)
  return <Drawing key={tries} {...props} onAgain={() => setTries(tries + 1)} />
}

type DrawingProps = DrawnCodeProps & { onAgain: () => void }

/** One try to draw it. */
function Drawing({ text, alt, className, onAgain }: DrawingProps) {
  const [picture, setPicture] = useState<string | null>(null)
  const [failed, setFailed] = useState<string | null>(null)

  useEffect(() => {
    const left = new AbortController()
    let drawn: string | null = null
    const body = { text, format: 'svg' as const }
    callForFile(api.qr.createCustom, { body }, { signal: left.signal }).then(
      (file) => {
        drawn = URL.createObjectURL(file)
        setPicture(drawn)
        setFailed(null)
      },
      (failure: unknown) => {
        if (!wasAborted(failure)) setFailed(sentenceOf(failure))
      },
    )
    return () => {
      left.abort()
      if (drawn !== null) URL.revokeObjectURL(drawn)
    }
  }, [text])

  if (failed !== null)
    return (
      <div role="alert">
        <p>{failed}</p>
        <Button size="s" onClick={onAgain}>
          Попробовать ещё раз
        </Button>
      </div>
    )
  if (picture === null) return <LoadingWords text="Рисуем код…" />
  return <img src={picture} alt={alt} className={className} />
}
