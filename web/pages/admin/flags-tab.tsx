import type { FlagShown } from '#contract/admin.ts'
import { Section } from '#web/ui/section.tsx'
import { AdminFrame } from './admin-frame.tsx'
import { ArtistFlagForm } from './artist-flag-form.tsx'
import { FlagLine } from './flag-line.tsx'
import { useFlags } from './use-flags.ts'

export type FlagsTabProps = {
  flags: readonly FlagShown[]
  /** Whose flags are about to be set. */
  username: string
}

/** Every flag, for all and for the artists that differ. */
export function FlagsTab({ flags, username }: FlagsTabProps) {
  const own = useFlags()
  return (
    <AdminFrame
      tab="flags"
      lead="Перемена видна, когда страница или пульт загрузятся снова. На других серверах это займёт до полминуты."
    >
      <Section title="Для одного артиста">
        <ArtistFlagForm key={username} flags={flags} username={username} onSet={own.setForArtist} />
      </Section>
      <Section title="Для всех">
        <ul>
          {flags.map((flag) => (
            <FlagLine key={flag.name} flag={flag} own={own} />
          ))}
        </ul>
      </Section>
    </AdminFrame>
  )
}
