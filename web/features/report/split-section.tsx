import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { Split } from '#contract/members.ts'
import { percentText } from '#domain/payments/members.ts'
import { call, callForFile } from '#web/lib/calls/call.ts'
import { rubles } from '#web/lib/format.ts'
import { CsvButton } from '#web/parts/csv-button.tsx'
import { MembersEditor } from '#web/parts/artist/members-editor.tsx'
import { Pencil } from '#web/ui/icons/artist-icons.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import css from './report.module.css'

type SplitSectionProps = {
  sessionId: string
  /** The date of the concert's start, for the file name; «2026-11-21». */
  day: string
  split: Split
  refresh: () => Promise<void>
}

/** How the evening's money is split among the band. */
export function SplitSection({ sessionId, day, split, refresh }: SplitSectionProps) {
  const { earned, parts, band } = split
  const [editing, setEditing] = useState(false)
  const toast = useToast()
  const isSplit = parts.length > 0
  const edit = (
    <Button size="s" icon={<Pencil />} onClick={() => setEditing(true)}>
      {isSplit ? 'Поправить доли' : 'Разделить'}
    </Button>
  )

  return (
    <Section title="Кому сколько" count={rubles(earned)}>
      <p className="t-s muted">
        Заработано за вечер: песни и благодарности за время концерта, без комиссии. Наличные в доли
        не входят.
      </p>
      {!isSplit && !editing && (
        <EmptyState rest={false} text="Доли этого концерта не заданы." action={edit} />
      )}
      {isSplit && !editing && (
        <>
          <ul>
            {parts.map(({ name, part, amount }) => (
              <li key={name} className={css.share}>
                <span className={css.title}>{name}</span>
                <span className={css.sum}>{rubles(amount)}</span>
                <span className="t-s muted">{`Доля ${part}, ${percentText(part, parts)}`}</span>
              </li>
            ))}
          </ul>
          <div className="flow">{edit}</div>
          <CsvButton
            load={() => callForFile(api.payment.splitCsv, { query: { sessionId } })}
            name={`doli-${day}.csv`}
          >
            Скачать доли в CSV
          </CsvButton>
        </>
      )}
      {editing && (
        <MembersEditor
          members={isSplit ? parts.map(({ name, part }) => ({ name, part })) : band}
          onCancel={() => setEditing(false)}
          save={async (typed) => {
            const body = { sessionId, members: typed }
            const saved = await call(api.artist.correctMembers, { body })
            toast('Доли концерта сохранены')
            setEditing(false)
            await refresh()
            return saved
          }}
        />
      )}
    </Section>
  )
}
