import { useState } from 'react'
import { api } from '#contract/index.ts'
import { CallFailed } from '#web/lib/call-failed.ts'
import { call } from '#web/lib/call.ts'
import { saidOr } from '#web/lib/said-or.ts'

/** Which photo is to go, and how its going goes. */
export function usePhotoDeletion(links: readonly string[], onDeleted: (link: string) => void) {
  const [picked, setPicked] = useState<string | null>(null)
  const [trouble, setTrouble] = useState<string | null>(null)
  const [deleting, setDeleting] = useState(false)
  const [only] = links
  const chosen = links.length === 1 && only !== undefined ? only : picked

  return {
    chosen,
    trouble,
    deleting,

    pick(link: string) {
      setPicked(link)
      setTrouble(null)
    },

    async remove() {
      if (deleting) return
      if (chosen === null) return setTrouble('Выберите фото, которое нужно удалить.')
      setDeleting(true)
      setTrouble(null)
      try {
        const fileName = chosen.split('/').at(-1) ?? chosen
        await call(api.file.deletePhoto, { query: { fileName } })
        onDeleted(chosen)
      } catch (failure) {
        if (!(failure instanceof CallFailed)) throw failure
        // Another tab was faster.
        if (failure.code === 'NOT_FOUND') onDeleted(chosen)
        else setTrouble(saidOr(failure, 'Не удалось удалить файл'))
      } finally {
        setDeleting(false)
      }
    },
  }
}
