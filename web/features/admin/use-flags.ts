import { useRevalidator } from 'react-router'
import { api } from '#contract/index.ts'
import { call } from '#web/lib/call.ts'
import { usePresses } from '#web/lib/use-presses.ts'
import { useToast } from '#web/ui/toast-context.ts'

export type ArtistFlag = { featureName: string; username: string; enabled: boolean }

/** What an admin may do about flags; the list is read anew after each deed. */
export function useFlags() {
  const { revalidate } = useRevalidator()
  const { press, isPending } = usePresses()
  const toast = useToast()

  const done = async (words: string) => {
    // What is said stands in the list already.
    await revalidate()
    toast(words)
  }
  return {
    isPending,
    setForAll: (featureName: string, enabled: boolean) =>
      press(featureName, async () => {
        await call(api.features.setForAll, { body: { featureName, enabled } })
        await done(enabled ? 'Включено для всех' : 'Выключено для всех')
      }),
    /** Throws CallFailed: the form shows it at the field. */
    async setForArtist(body: ArtistFlag) {
      await call(api.features.setForArtist, { body })
      await done(`Задано для ${body.username}`)
    },
    reset: (featureName: string, username?: string) =>
      press(`${featureName} ${username ?? ''}`, async () => {
        const body = { featureName, ...(username === undefined ? {} : { username }) }
        await call(api.admin.resetFlag, { body })
        await done('Настройка убрана')
      }),
  }
}

export type Flags = ReturnType<typeof useFlags>
