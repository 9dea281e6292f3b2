import { useLoaderData } from 'react-router'
import { api } from '#contract/index.ts'
import type { Member } from '#domain/payments/members.ts'
import { call } from '#web/lib/calls/call.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { MembersEditor } from '#web/parts/artist/members-editor.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Участники и доли',
  () => call(api.artist.members, {}),
)

/** The members who share the concerts' earnings. */
export default function Members() {
  const members = useLoaderData<readonly Member[]>()
  const toast = useToast()
  return (
    <ArtistFrame
      title="Участники и доли"
      back={{ href: '/artist/account-settings#payment', name: 'Настройки' }}
      lead="Отчёт о концерте и баланс покажут, кому сколько из заработанного за вечер. Видите это только вы."
    >
      <p>
        Выплата остаётся одна, на ваш номер: делите её сами, по этим суммам. Наличные за песни
        проходят мимо «Биса» и в доли не входят. Концерт запоминает доли, с которыми начался; доли
        прошедшего можно поправить в его отчёте.
      </p>
      <MembersEditor
        members={members}
        save={async (typed) => {
          const saved = await call(api.artist.saveMembers, { body: { members: typed } })
          toast('Доли сохранены')
          return saved
        }}
      />
    </ArtistFrame>
  )
}
