import { useState } from 'react'
import type { ReactNode } from 'react'
import type { AnswerOf } from '#contract/endpoint.ts'
import type { api } from '#contract/index.ts'
import type { Song } from '#contract/shapes.ts'
import {
  FREE_WAITING_MOST,
  effectiveRules,
  LOCK_MOST,
  ORDER_AFTER_MOST,
  PAID_WAITING_MOST,
  WHOLE_EVENING_MOST,
} from '#domain/queue/evening-rules.ts'
import type { EveningRules } from '#domain/queue/evening-rules.ts'
import { countedSongs } from '#domain/russian.ts'
import { readWhole } from '#web/ui/fields/typed-number.ts'
import { Checkbox, Switch } from '#web/ui/fields/checkbox.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { WHOLE, WholeField } from '#web/ui/fields/whole-field.tsx'
import css from './evening-rules.module.css'
import { BarredSongs } from './barred-songs.tsx'
import type { SongToBar } from './barred-songs.tsx'
import { EVERY, WORDS_CHOICES } from './presets.ts'

type RulesDetailsProps = {
  rules: EveningRules
  account: AnswerOf<typeof api.artist.eveningRules>['account']
  errors: Readonly<Record<string, string>>
  repertoire: readonly Song[]
  openSongs: readonly string[]
  barredSongs: readonly SongToBar[]
  /** Nothing can be changed any more. */
  over: boolean
  onChange: (part: Partial<EveningRules>) => void
  onOpenSongs: (songIds: readonly string[]) => void
  onBarredSongs: (songs: readonly SongToBar[]) => void
}

const upTo = (most: number, least = 1) =>
  Array.from({ length: most - least + 1 }, (_, at) => least + at)

type ChoiceProps<V extends string | number | null> = {
  label: string
  name: string
  value: V
  options: readonly (readonly [V, string])[]
  help?: ReactNode
  error?: ReactNode
  onChange: (value: V) => void
}

/** A choice of a few values, which the browser handles as strings. */
function Choice<V extends string | number | null>(props: ChoiceProps<V>) {
  const { label, name, value, options, help, error, onChange } = props
  return (
    <SelectField
      {...{ label, name, help, error }}
      value={String(value)}
      onChange={(event) => {
        const chosen = options.find(([one]) => String(one) === event.target.value)
        if (chosen !== undefined) onChange(chosen[0])
      }}
    >
      {options.map(([one, words]) => (
        <option key={String(one)} value={String(one)}>
          {words}
        </option>
      ))}
    </SelectField>
  )
}

/** What was typed, until the rule has another value than what was read of it. */
const typedOf = (typed: string, read: number | null, value: number | null) =>
  Object.is(read, value) ? typed : String(value ?? '')

/** Every rule but the turn. */
export function RulesDetails(props: RulesDetailsProps) {
  const { rules, account, errors, repertoire, openSongs, barredSongs, over } = props
  const { onChange, onOpenSongs, onBarredSongs } = props
  const { paid } = effectiveRules(rules, account)
  const [minimum, setMinimum] = useState(String(rules.minSongAmount ?? ''))
  const [after, setAfter] = useState(String(rules.repeatAfter))
  const mark = (songId: string, open: boolean) =>
    onOpenSongs(open ? [...openSongs, songId] : openSongs.filter((one) => one !== songId))
  return (
    <fieldset disabled={over} className={css.form}>
      <Section title="Очередь">
        {rules.turn === 'circle' && (
          <Switch
            name="byTable"
            help="Один круг на всех за столом: по коду с его номером и по песням, которые вы добавили для стола. Карточки с номерами — на странице QR-кода."
            checked={rules.byTable}
            onChange={(event) => onChange({ byTable: event.target.checked })}
          >
            Стол — один слушатель
          </Switch>
        )}
        <Choice
          label="Заказы между песнями сета"
          name="orderAfter"
          value={rules.orderAfter}
          options={[
            [null, EVERY[0] ?? ''],
            ...upTo(ORDER_AFTER_MOST).map((n) => [n, EVERY[n] ?? ''] as const),
          ]}
          help="Ваши песни между собой не переставим. Перед слушателем, который уже ждёт среди первых, заказ не встанет."
          onChange={(orderAfter) => onChange({ orderAfter })}
        />
        <Choice
          label="Сколько первых песен не переставлять"
          name="lock"
          value={rules.lock}
          options={upTo(LOCK_MOST, 0).map((n) => [
            n,
            n === 0 ? 'Можно переставлять все' : countedSongs(n),
          ])}
          help="Эти слушатели уже знают, что они следующие. Вашу очередь правило не переставляет."
          onChange={(lock) => onChange({ lock })}
        />
        {!paid && (
          <Choice
            label="Бесплатных заказов от одного слушателя"
            name="freeWaiting"
            value={rules.freeWaiting}
            options={upTo(FREE_WAITING_MOST).map((n) => [n, `В очереди ${countedSongs(n)}`])}
            onChange={(freeWaiting) => onChange({ freeWaiting })}
          />
        )}
        {paid && (
          <Choice
            label="Платных заказов от одного слушателя"
            name="paidWaiting"
            value={rules.paidWaiting}
            options={[
              [null, 'Сколько угодно'],
              ...upTo(PAID_WAITING_MOST).map((n) => [n, `В очереди ${countedSongs(n)}`] as const),
            ]}
            onChange={(paidWaiting) => onChange({ paidWaiting })}
          />
        )}
        <Choice
          label="За весь вечер от одного слушателя"
          name="wholeEvening"
          value={rules.wholeEvening}
          options={[
            [null, 'Сколько угодно'],
            ...upTo(WHOLE_EVENING_MOST).map((n) => [n, countedSongs(n)] as const),
          ]}
          onChange={(wholeEvening) => onChange({ wholeEvening })}
        />
      </Section>
      <Section title="Песни">
        <Choice
          label="Что можно заказать"
          name="songs"
          value={rules.songs}
          options={[
            [
              'account',
              account.requestFavoriteSongsOnly
                ? 'Как в настройках: репертуар'
                : 'Как в настройках: всё',
            ],
            ['everything', 'Всё'],
            ['repertoire', 'Только репертуар'],
            ['open', 'Только песни, открытые на сегодня'],
          ]}
          onChange={(songs) => onChange({ songs })}
        />
        {rules.songs === 'open' && (
          <fieldset className={css.open}>
            <legend className={css.legend}>Открыты на сегодня: {openSongs.length}</legend>
            {repertoire.length === 0 && (
              <p className="muted">В репертуаре пока нет песен. Сначала добавьте их туда.</p>
            )}
            {repertoire.map(({ songId, title, artistName }) => (
              <Checkbox
                key={songId}
                checked={openSongs.includes(songId)}
                onChange={(event) => mark(songId, event.target.checked)}
              >
                {title}
                {artistName !== '' && <span className="muted">, {artistName}</span>}
              </Checkbox>
            ))}
          </fieldset>
        )}
        <Choice
          label="Повторы"
          name="repeats"
          value={rules.repeats}
          options={[
            ['allowed', 'Можно'],
            ['after', 'Не сразу'],
            ['not_tonight', 'Сегодня нельзя'],
          ]}
          onChange={(repeats) => onChange({ repeats })}
        />
        {rules.repeats === 'after' && (
          <WholeField
            label="Через сколько песен можно заказать снова"
            name="repeatAfter"
            fraction={WHOLE}
            value={typedOf(after, readWhole(after) ?? 0, rules.repeatAfter)}
            onValue={(typed) => {
              setAfter(typed)
              onChange({ repeatAfter: readWhole(typed) ?? 0 })
            }}
            error={errors['repeatAfter']}
          />
        )}
        <Switch
          name="suggestions"
          help="Слушатель может написать песню, которой нет в поиске"
          checked={rules.suggestions}
          onChange={(event) => onChange({ suggestions: event.target.checked })}
        >
          Слушатели предлагают свои песни
        </Switch>
        <Switch
          name="singing"
          help="Слушатель отметит, что поёт сам, один или с кем-то. Кто поёт, скажут пульт и экран зала."
          checked={rules.singing}
          onChange={(event) => onChange({ singing: event.target.checked })}
        >
          Спою сам
        </Switch>
        <BarredSongs songs={barredSongs} repertoire={repertoire} onChange={onBarredSongs} />
      </Section>
      <Section title="Деньги">
        <Choice
          label="Заказы на этом концерте"
          name="money"
          value={rules.money}
          options={[
            [
              'account',
              account.paidSongsEnabled
                ? 'Как в настройках: платные'
                : 'Как в настройках: бесплатные',
            ],
            ['free', 'Бесплатные'],
            ['paid', 'Платные'],
          ]}
          error={errors['money']}
          onChange={(money) => onChange({ money })}
        />
        {paid && (
          <WholeField
            label="Минимум за песню, ₽"
            name="minSongAmount"
            placeholder={String(account.minSongAmount)}
            help="Пустое поле: как в настройках"
            value={typedOf(minimum, readWhole(minimum), rules.minSongAmount)}
            onValue={(typed) => {
              setMinimum(typed)
              onChange({ minSongAmount: readWhole(typed) })
            }}
            error={errors['minSongAmount']}
          />
        )}
      </Section>
      <Section title="Поддержка">
        <Switch
          name="support"
          help={
            paid
              ? 'Слушатели скидываются на песню, и после закрытия приёма тоже. Не исполнили: доли вернутся.'
              : 'К песне из очереди присоединяются одним нажатием, и после закрытия приёма тоже'
          }
          checked={rules.support}
          onChange={(event) => onChange({ support: event.target.checked })}
        >
          Поддерживать песни из очереди
        </Switch>
      </Section>
      <Section title="Слова из зала">
        <Choice
          label="Что можно добавить к заказу"
          name="words"
          value={rules.words}
          options={WORDS_CHOICES}
          help="Слова видите только вы и второй пульт. Грубые скрываем, пока вы их не откроете."
          onChange={(words) => onChange({ words })}
        />
        {rules.words !== 'off' && (
          <Switch
            name="namesShown"
            help="Все видят под песней, кто её попросил"
            checked={rules.namesShown}
            onChange={(event) => onChange({ namesShown: event.target.checked })}
          >
            Показывать имена в очереди
          </Switch>
        )}
      </Section>
      <Section title="Приём заказов">
        <Choice
          label="Сейчас"
          name="lastCall"
          value={rules.lastCall}
          options={[
            ['open', 'Принимаем заказы'],
            ['last_call', 'Последние заказы'],
            ['closed', 'Приём закрыт'],
          ]}
          help="Что уже в очереди, остаётся. Неоплаченные заказы после закрытия отменяются."
          onChange={(lastCall) => onChange({ lastCall })}
        />
        <Switch
          name="byClock"
          help="Новый заказ не примем, если до конца концерта его не успеть сыграть"
          checked={rules.byClock}
          onChange={(event) => onChange({ byClock: event.target.checked })}
        >
          Закрывать приём по часам
        </Switch>
      </Section>
    </fieldset>
  )
}
