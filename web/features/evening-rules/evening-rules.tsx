import { useState } from 'react'
import { useLoaderData } from 'react-router'
import type { AnswerOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { Session, Song } from '#contract/shapes.ts'
import { checkCodeWord } from '#domain/concerts/code-word.ts'
import { checkMinimum } from '#domain/payments/payment-settings.ts'
import {
  appliedRules,
  checkRules,
  DEFAULT_RULES,
  defaultsOf,
  effectiveRules,
} from '#domain/queue/evening-rules.ts'
import type { EveningRules as Rules } from '#domain/queue/evening-rules.ts'
import { orWhenUnavailable } from '#web/lib/calls/call-failed.ts'
import { call } from '#web/lib/calls/call.ts'
import { useForm } from '#web/lib/use-saving.ts'
import { changedFields, mergeFields, same } from '#web/lib/changed-fields.ts'
import { storePass } from '#web/lib/device/device-memory.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage, ownConcert } from '#web/parts/frame/artist-page.tsx'
import { LeaveGuard } from '#web/parts/leave-guard.tsx'
import { keyOf, rebased } from '#web/parts/songs/named-songs.ts'
import { SongRow } from '#web/parts/songs/song-row.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { classes } from '#web/ui/classes.ts'
import { FieldNote } from '#web/ui/fields/field-note.tsx'
import { FootBar } from '#web/ui/layout/foot-bar.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import { useToast } from '#web/ui/overlays/toast-context.ts'
import css from './evening-rules.module.css'
import type { SongToBar } from './barred-songs.tsx'
import { ClosedEvening } from './closed-evening.tsx'
import { NEEDS_PAID, PRESETS, usePreview } from './presets.ts'
import { RulesDetails } from './rules-details.tsx'

type OwnRules = AnswerOf<typeof api.artist.eveningRules>
type View = { session: Session; own: OwnRules; repertoire: readonly Song[] }

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Правила вечера',
  async (artist, { params }): Promise<View> => {
    const session = await ownConcert(artist, params['sessionId'])
    const [own, repertoire] = await Promise.all([
      call(api.artist.eveningRules, { query: { sessionId: session.id } }),
      orWhenUnavailable(call(api.artist.repertoire, { query: {} }), []),
    ])
    return { session, own, repertoire }
  },
)

export default function EveningRules() {
  const { session, own, repertoire } = useLoaderData<View>()
  const { id, sessionStatus } = session
  const [saved, setSaved] = useState(own)
  const [rules, setRules] = useState(own.rules)
  const [openSongs, setOpenSongs] = useState<readonly string[]>(own.openSongs)
  const [barredSongs, setBarredSongs] = useState<readonly SongToBar[]>(own.barredSongs)
  const [codeWord, setCodeWord] = useState(own.codeWord ?? '')
  const [asDefault, setAsDefault] = useState(false)
  const { saving, errors, correct, save, formOf } = useForm({ toast: true })
  const toast = useToast()
  const preview = usePreview(id, saved.rules, rules)
  const { paid } = effectiveRules(rules, own.account)
  const over = sessionStatus === 'PLAYED'
  const otherWord = codeWord.trim() !== (saved.codeWord ?? '')
  const changed =
    otherWord ||
    !same([rules, openSongs, barredSongs], [saved.rules, saved.openSongs, saved.barredSongs])
  const back =
    sessionStatus === 'NOW'
      ? { href: '/artist?tab=concert', name: 'Концерт' }
      : { href: `/artist/create-new-session/advanced/${id}`, name: session.title }

  function change(part: Partial<Rules>) {
    setRules((before) => ({ ...before, ...part }))
    correct()
  }

  const send = () =>
    save(async () => {
      if (over) return
      const applied = appliedRules(rules, saved.rules, own.account)
      checkRules(applied, saved.rules, own.account)
      if (asDefault) checkRules(defaultsOf(applied), DEFAULT_RULES, own.account)
      if (applied.minSongAmount !== null) checkMinimum(applied.minSongAmount)
      // A shorter word of before stays.
      if (otherWord) checkCodeWord(codeWord)
      const word = otherWord ? { codeWord } : {}
      // The pad or another device may have changed since what was not edited here.
      const edited = changedFields(applied, saved.rules, applied)
      const lists = { openSongs: [...openSongs], barredSongs: [...barredSongs] }
      const songs = changedFields(lists, saved, lists)
      const knownBarred = saved.barredSongs.map(({ songId }) => songId)
      const body = { sessionId: id, rules: edited, ...songs, knownBarred, ...word, asDefault }
      const answer = await call(api.artist.changeRules, { body })
      setSaved(answer)
      // What was changed while the request was pending stays as an unsaved change.
      setRules((now) => mergeFields(now, rules, answer.rules))
      setOpenSongs((now) => (now === openSongs ? answer.openSongs : now))
      setBarredSongs((now) =>
        now === barredSongs
          ? answer.barredSongs
          : rebased(now, barredSongs, answer.barredSongs, keyOf),
      )
      setCodeWord((now) => (now === codeWord ? (answer.codeWord ?? '') : now))
      storePass(id, answer.pass)
      toast('Правила сохранены')
    })

  return (
    <ArtistFrame title="Правила вечера" back={back} lead={<p>{session.title}</p>}>
      <form {...formOf(send)} className={css.form}>
        <fieldset className={css.presets} disabled={over}>
          <legend className={css.legend}>Кому петь раньше</legend>
          {PRESETS.map(({ turn, name, sentence }) => {
            const off = turn === 'contribution' && !paid && rules.turn !== turn
            return (
              <label key={turn} className={classes(css.preset, off && css.off)}>
                <input
                  type="radio"
                  name="turn"
                  value={turn}
                  checked={rules.turn === turn}
                  disabled={off}
                  onChange={() => change({ turn })}
                  className={css.radio}
                />
                <span className={css.words}>
                  {name}
                  <span className={css.sentence}>{off ? NEEDS_PAID : sentence}</span>
                </span>
              </label>
            )
          })}
          <FieldNote id="turn-note" error={errors['turn']} />
        </fieldset>
        {preview !== null && preview.length > 1 && (
          <Section title="Так встала бы очередь">
            <ol>
              {preview.map((entry, at) => (
                <SongRow key={entry.id} song={entry} number={at + 1} cover={false} />
              ))}
            </ol>
          </Section>
        )}
        <details className={css.details}>
          <summary className={css.summary}>Подробнее</summary>
          <RulesDetails
            {...{ rules, errors, repertoire, openSongs, barredSongs, over }}
            account={own.account}
            onChange={change}
            onOpenSongs={setOpenSongs}
            onBarredSongs={setBarredSongs}
          />
          <ClosedEvening
            {...{ saved, codeWord, over }}
            username={session.artist.username}
            error={errors['codeWord']}
            onChange={(word) => {
              setCodeWord(word)
              correct()
            }}
          />
        </details>
        <Checkbox checked={asDefault} onChange={(event) => setAsDefault(event.target.checked)}>
          Такие же правила у следующих концертов
        </Checkbox>
        {over && <p className="muted">Концерт прошёл: его правила больше не меняются.</p>}
        <FootBar className={css.foot}>
          <Button type="submit" variant="primary" block loading={saving} disabled={over}>
            Сохранить
          </Button>
        </FootBar>
      </form>
      <LeaveGuard changed={changed && !over}>
        <p>Правила ещё не сохранены.</p>
      </LeaveGuard>
    </ArtistFrame>
  )
}
