import { useEffect, useState } from 'react'
import { api } from '#contract/index.ts'
import { photoIdOf } from '#domain/accounts/photo.ts'
import { callForFile } from '#web/lib/calls/call.ts'

type OperatorPhotoProps = { url: string; alt: string; width: number }

/** A photo of an account, which the page itself may not show any more. */
export function OperatorPhoto({ url, alt, width }: OperatorPhotoProps) {
  const isStored = photoIdOf(url) !== null
  const [source, setSource] = useState(isStored ? null : url)
  const [missing, setMissing] = useState(false)
  useEffect(() => {
    if (!isStored) return undefined
    let made: string | null = null
    let gone = false
    callForFile(api.operator.photo, { query: { photo: url } }).then(
      (file) => {
        if (gone) return
        made = URL.createObjectURL(file)
        setSource(made)
      },
      () => setMissing(true),
    )
    return () => {
      gone = true
      if (made !== null) URL.revokeObjectURL(made)
    }
  }, [url, isStored])
  if (missing) return <p className="muted">{alt}: файла нет</p>
  return <img src={source ?? undefined} alt={alt} width={width} height={width / 2} />
}
