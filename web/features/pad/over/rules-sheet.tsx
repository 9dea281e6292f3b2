import { useEffect, useState } from 'react'
import type { ComponentProps } from 'react'
import type { AnswerOf, BodyOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { Song } from '#contract/shapes.ts'
import { effectiveRules, ORDER_AFTER_MOST } from '#domain/queue/evening-rules.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { waiting } from '#domain/queue/queue.ts'
import {
  BarredSongs,
  EVERY,
  NEEDS_PAID,
  PRESETS,
  usePreview,
  WORDS_CHOICES,
} from '#web/features/evening-rules/index.ts'
import { orWhenUnavailable, sentenceOf } from '#web/lib/calls/call-failed.ts'
import { padCall as call } from '#web/lib/calls/call.ts'
import { useSaving } from '#web/lib/use-saving.ts'
import { Button } from '#web/ui/buttons/button.tsx'
import { Switch } from '#web/ui/fields/checkbox.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { readWhole } from '#web/ui/fields/typed-number.ts'
import { WholeField } from '#web/ui/fields/whole-field.tsx'
import { EmptyState } from '#web/ui/layout/empty-state.tsx'
import { LoadingWords } from '#web/ui/status/loading-words.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import type { PadState } from '../use-pad-state.ts'
import { PadSheet } from './pad-sheet.tsx'
import css from './rules-sheet.module.css'

type OwnRules = AnswerOf<typeof api.artist.eveningRules>

export type RulesSheetProps = { pad: PadState; sessionId: string; onClose: () => void }

/** The rules that change in the middle of an evening, over the living pad; all of them are set before it. */
export function RulesSheet({ pad, sessionId, onClose }: RulesSheetProps) {
  const [own, setOwn] = useState<OwnRules | null>(null)
  const [failed, setFailed] = useState<string | null>(null)
  useEffect(() => {
    if (failed !== null) return undefined
    let closed = false
    call(api.artist.eveningRules, { query: { sessionId } }).then(
      (answer) => !closed && setOwn(answer),
      (failure: unknown) => !closed && setFailed(sentenceOf(failure)),
    )
    return () => {
      closed = true
    }
  }, [sessionId, failed])
  return (
    <PadSheet open onClose={onClose} title="Правила вечера">
      {own === null && failed === null && <LoadingWords text="Загружаем правила…" />}
      {own === null && failed !== null && (
        <EmptyState
          rest={false}
          text={failed}
          action={<Button onClick={() => setFailed(null)}>Попробовать ещё раз</Button>}
        />
      )}
      {own !== null && <Rules {...{ pad, sessionId, own }} onChange={setOwn} />}
    </PadSheet>
  )
}

type RulesProps = {
  pad: PadState
  sessionId: string
  own: OwnRules
  onChange: (own: OwnRules) => void
}

function Rules({ pad, sessionId, own, onChange }: RulesProps) {
  const { rules, account } = own
  const [turn, setTurn] = useState(rules.turn)
  const { saving, save } = useSaving({ toast: true })
  const toast = useToast()
  const preview = usePreview(sessionId, rules, { ...rules, turn })
  const { paid } = effectiveRules(rules, account)
  const chosen = PRESETS.find((one) => one.turn === turn)
  const before = waiting(pad.queue).map(({ id }) => id)
  const closed = own.rules.lastCall === 'closed'
  const change = (
    part: Partial<EveningRules>,
    songs: Pick<BodyOf<typeof api.artist.changeRules>, 'barredSongs' | 'knownBarred'> = {},
  ) =>
    save(async () => {
      const body = { sessionId, rules: part, ...songs }
      onChange(await call(api.artist.changeRules, { body }))
      toast('Правила сохранены')
    })
  return (
    <>
      <fieldset className={css.turns}>
        <legend className="sr">Кому петь раньше</legend>
        {PRESETS.map((one) => {
          const off = one.turn === 'contribution' && !paid && rules.turn !== one.turn
          return (
            <label key={one.turn} className={css.turn}>
              <input
                type="radio"
                name="turn"
                checked={turn === one.turn}
                disabled={off}
                onChange={() => setTurn(one.turn)}
                className={css.radio}
              />
              <span>
                {one.name}
                <small>{off ? NEEDS_PAID : one.sentence}</small>
              </span>
            </label>
          )
        })}
      </fieldset>
      {turn !== rules.turn && (
        <section aria-label="Так встала бы очередь" className={css.preview}>
          <p className="muted">Так встала бы очередь</p>
          <ol>
            {(preview ?? []).slice(0, SHOWN).map(({ id, title }, at) => (
              <li key={id} className={css.line}>
                <span className={css.number}>{at + 1}</span>
                <b>{title}</b>
                {before.indexOf(id) !== at && before.includes(id) && (
                  <small>
                    была {ORDINALS[before.indexOf(id)] ?? `${before.indexOf(id) + 1}-й`}
                  </small>
                )}
              </li>
            ))}
          </ol>
          <Button
            block
            size="stage"
            variant="invert"
            loading={saving}
            onClick={() => void change({ turn })}
          >
            Включить «{chosen?.name}»
          </Button>
        </section>
      )}
      <SelectField
        label="Заказы между песнями сета"
        value={String(rules.orderAfter)}
        disabled={saving}
        onChange={({ target }) =>
          void change({ orderAfter: target.value === 'null' ? null : Number(target.value) })
        }
      >
        <option value="null">{EVERY[0]}</option>
        {Array.from({ length: ORDER_AFTER_MOST }, (_, at) => (
          <option key={at} value={at + 1}>
            {EVERY[at + 1]}
          </option>
        ))}
      </SelectField>
      <Switch
        checked={!closed}
        disabled={saving}
        onChange={({ target }) => void change({ lastCall: target.checked ? 'open' : 'closed' })}
      >
        {closed ? 'Приём заказов закрыт' : 'Приём заказов открыт'}
      </Switch>
      {paid && (
        <Minimum
          value={rules.minSongAmount}
          usual={account.minSongAmount}
          saving={saving}
          onSave={(minSongAmount) => void change({ minSongAmount })}
        />
      )}
      <SelectField
        label="Слова из зала"
        value={rules.words}
        disabled={saving}
        onChange={({ target }) =>
          void change({
            words: WORDS_CHOICES.find(([value]) => value === target.value)?.[0] ?? 'off',
          })
        }
      >
        {WORDS_CHOICES.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </SelectField>
      {rules.words !== 'off' && (
        <Switch
          checked={rules.namesShown}
          disabled={saving}
          onChange={({ target }) => void change({ namesShown: target.checked })}
        >
          Показывать имена в очереди
        </Switch>
      )}
      <Switch
        checked={rules.singing}
        disabled={saving}
        onChange={({ target }) => void change({ singing: target.checked })}
      >
        Спою сам
      </Switch>
      <NotPlayed
        songs={own.barredSongs}
        saving={saving}
        onChange={(barredSongs) => {
          const knownBarred = own.barredSongs.map(({ songId }) => songId)
          return change({}, { barredSongs: [...barredSongs], knownBarred })
        }}
      />
    </>
  )
}

type MinimumProps = {
  value: number | null
  /** The one of the account. */
  usual: number
  saving: boolean
  onSave: (value: number | null) => void
}

function Minimum({ value, usual, saving, onSave }: MinimumProps) {
  const [typed, setTyped] = useState(String(value ?? ''))
  const wanted = readWhole(typed)
  return (
    <>
      <WholeField
        label="Минимум за песню, ₽"
        placeholder={String(usual)}
        help="Пустое поле: как в настройках"
        value={typed}
        onValue={setTyped}
      />
      {wanted !== value && !Number.isNaN(wanted) && (
        <Button block size="stage" variant="invert" loading={saving} onClick={() => onSave(wanted)}>
          Сохранить
        </Button>
      )}
    </>
  )
}

type NotPlayedProps = {
  songs: OwnRules['barredSongs']
  saving: boolean
  onChange: ComponentProps<typeof BarredSongs>['onChange']
}

/** The songs that are not played this evening; the repertoire is read once they are looked at. */
function NotPlayed({ songs, saving, onChange }: NotPlayedProps) {
  const [open, setOpen] = useState(false)
  const [repertoire, setRepertoire] = useState<readonly Song[] | null>(null)
  useEffect(() => {
    if (!open || repertoire !== null) return
    // Without the repertoire a song is typed.
    void orWhenUnavailable(call(api.artist.repertoire, { query: {} }), []).then(setRepertoire)
  }, [open, repertoire])
  return (
    <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary className={css.more}>
        Не играть сегодня{songs.length > 0 && `: ${songs.length}`}
      </summary>
      <BarredSongs
        songs={songs}
        repertoire={repertoire ?? []}
        disabled={saving}
        titled
        onChange={onChange}
      />
    </details>
  )
}

const SHOWN = 3
const ORDINALS = ['первой', 'второй', 'третьей', 'четвёртой', 'пятой', 'шестой', 'седьмой']
