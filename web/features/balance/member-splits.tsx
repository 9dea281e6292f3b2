import { useState } from 'react'
import { api } from '#contract/index.ts'
import type { ConcertSplit } from '#contract/members.ts'
import { callForFile } from '#web/lib/calls/call.ts'
import { dayAndTime, rubles } from '#web/lib/format.ts'
import { usePresses } from '#web/lib/value-hooks.ts'
import { CsvButton } from '#web/parts/csv-button.tsx'
import { Anchor } from '#web/ui/buttons/anchor.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import css from './balance.module.css'
import type { Splits } from './use-balance.ts'
import { askSplits } from './use-balance.ts'

const MONTH = new Intl.DateTimeFormat('ru-RU', { month: 'long', year: 'numeric', timeZone: 'UTC' })

function ConcertLine({ concert }: { concert: ConcertSplit }) {
  const { sessionId, title, dateTimeStart, timeZone, deleted, earned, parts } = concert
  return (
    <li className={css.line}>
      <div className={css.words}>
        <p className={css.title}>
          {deleted ? (
            title
          ) : (
            <Anchor href={`/artist/session/${sessionId}`} className="link">
              {title}
            </Anchor>
          )}
        </p>
        <p className="t-s muted">
          <time dateTime={dateTimeStart}>{dayAndTime(dateTimeStart, timeZone)}</time>
        </p>
        {deleted && <p className="t-s muted">Концерт удалён: здесь только песни</p>}
        {parts.length === 0 && <p className="t-s muted">Не разделён</p>}
        {parts.map(({ name, amount }) => (
          <p key={name} className="t-s">
            {name}: {rubles(amount)}
          </p>
        ))}
      </div>
      <div className={css.sum}>
        <p className="d-xs">{rubles(earned)}</p>
      </div>
    </li>
  )
}

/** The total of each member's parts of the concerts. */
export function MemberSplits({
  loaded,
}: {
  /** Null when the request failed. */
  loaded: Splits | null
}) {
  const [splits, setSplits] = useState(loaded)
  const [month, setMonth] = useState('')
  const { press, isPending } = usePresses()
  const look = (wanted: string) =>
    press('splits', async () => {
      setSplits(await askSplits(wanted))
      setMonth(wanted)
    })

  if (splits === null)
    return (
      <EmptyState
        rest={false}
        text="Не удалось узнать, кому сколько из заработанного."
        action={
          <Button loading={isPending('splits')} onClick={() => void look('')}>
            Попробовать ещё раз
          </Button>
        }
      />
    )
  const { months, members, concerts, split, unsplit } = splits
  if (months.length === 0)
    return (
      <EmptyState
        text="Здесь будет видно, кому сколько, когда концерт что-то заработает."
        action={<Button href="/artist/members">Участники и доли</Button>}
      />
    )
  return (
    <Section title="Доли участников" count={rubles(split)}>
      <SelectField
        label="За какое время"
        value={month}
        disabled={isPending('splits')}
        onChange={(event) => void look(event.target.value)}
      >
        <option value="">За всё время</option>
        {months.map((one) => (
          <option key={one} value={one}>
            {MONTH.format(new Date(`${one}-01T00:00:00Z`))}
          </option>
        ))}
      </SelectField>
      {members.length === 0 && <EmptyState muted rest={false} text="Разделённых концертов нет." />}
      <ul>
        {members.map(({ name, amount }) => (
          <li key={name} className={css.line}>
            <span className={css.title}>{name}</span>
            <span className="d-xs">{rubles(amount)}</span>
          </li>
        ))}
      </ul>
      <p className="t-s muted">
        Доли считаются по тому, что заработал каждый концерт: песни и благодарности за его время,
        без комиссии. Выплата одна, и к концертам она не привязана: делите её по этим суммам.
        Благодарности вне концертов, наличные и списания по спорам сюда не входят.
        {unsplit !== 0 && ` Не разделено: ${rubles(unsplit)}.`}
      </p>
      <ul>
        {concerts.map((concert) => (
          <ConcertLine key={concert.sessionId} concert={concert} />
        ))}
      </ul>
      <div className={css.below}>
        <CsvButton load={() => callForFile(api.payment.splitCsv, { query: {} })} name="doli.csv">
          Скачать доли в CSV
        </CsvButton>
        <Button block href="/artist/members">
          Участники и доли
        </Button>
      </div>
    </Section>
  )
}
