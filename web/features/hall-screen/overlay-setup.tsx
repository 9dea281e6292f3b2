import { useState } from 'react'
import { useLoaderData } from 'react-router'
import { nightPictureOf } from '#domain/concerts/poster-run.ts'
import { call } from '#web/lib/calls/call.ts'
import { useCopyText } from '#web/lib/pages/share.tsx'
import { useSiteFacts } from '#web/lib/pages/site-facts.ts'
import { ArtistFrame } from '#web/parts/frame/artist-frame.tsx'
import { artistPage } from '#web/parts/frame/artist-page.tsx'
import { Button } from '#web/ui/buttons/button.tsx'
import { Checkbox } from '#web/ui/fields/checkbox.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'
import { TextArea } from '#web/ui/fields/text-area.tsx'
import { Copy } from '#web/ui/icons/artist-icons.tsx'
import { Section } from '#web/ui/layout/section.tsx'
import type { HallView } from './load.ts'
import { loadHall } from './load.ts'
import { OverlayCards } from './overlay-cards.tsx'
import type { OverlayCard, OverlayOptions, OverlaySize } from './overlay-options.ts'
import { OVERLAY_CARDS, OVERLAY_SIZES, overlayOptions, overlayQuery } from './overlay-options.ts'
import css from './overlay-setup.module.css'

export const { meta, clientLoader, HydrateFallback, ErrorBoundary } = artistPage(
  'Оверлей для трансляции',
  ({ username }) => loadHall(call, username, {}),
)

/** The overlay of a stream as it looks now over a picture, its options, and its address. */
export default function OverlaySetup() {
  const view = useLoaderData<HallView>()
  const { publicUrl } = useSiteFacts()
  const [options, setOptions] = useState(() => overlayOptions(new URLSearchParams()))
  const copy = useCopyText(
    'Адрес скопирован',
    'Не получилось скопировать. Выделите адрес и скопируйте его.',
  )
  const change = (part: Partial<OverlayOptions>) => setOptions({ ...options, ...part })
  const address = `${publicUrl}/user/${view.username}/overlay${overlayQuery(options)}`
  const { cards } = options
  const tick = (card: OverlayCard, shown: boolean) =>
    change({ cards: shown ? [...cards, card] : cards.filter((one) => one !== card) })
  return (
    <ArtistFrame title="Оверлей для трансляции" wide>
      <Section title="Как это выглядит">
        <div className={css.stream}>
          <img src={nightPictureOf(view.username)} alt="" />
          <OverlayCards view={view} options={options} className={css.preview} />
        </div>
        {view.current === null && (
          <p className="muted">
            Концерт не идёт, поэтому оверлей пуст. Он появится с началом концерта.
          </p>
        )}
      </Section>
      <Section title="Адрес для OBS">
        <TextArea label="Адрес" value={address} rows={2} readOnly spellCheck={false} />
        <Button block icon={<Copy />} onClick={() => void copy(address)}>
          Скопировать адрес
        </Button>
        <ol className={css.steps}>
          <li>В OBS: «Источники», «+», «Браузер».</li>
          <li>Вставьте адрес. Ширина 1920, высота 1080.</li>
          <li>Поставьте источник выше камеры. Обрыв связи он переживёт сам.</li>
        </ol>
        <p className="muted">
          Имена видны здесь, только если их показывает экран зала, а имя и сумма благодарности —
          если слушатель сам это отметил. Для закрытого вечера допишите пропуск из адреса экрана:
          «pass=…».
        </p>
      </Section>
      <Section title="Вид">
        <div className="stack">
          <SelectField
            label="Размер"
            value={options.size}
            onChange={(event) => change({ size: Number(event.target.value) as OverlaySize })}
          >
            {OVERLAY_SIZES.map((size) => (
              <option key={size} value={size}>
                {size} %
              </option>
            ))}
          </SelectField>
          <SelectField
            label="Где песня"
            value={options.side}
            onChange={(event) =>
              change({ side: event.target.value === 'right' ? 'right' : 'left' })
            }
          >
            <option value="left">Слева, благодарности справа</option>
            <option value="right">Справа, благодарности слева</option>
          </SelectField>
          <SelectField
            label="Цвета"
            value={options.colours}
            onChange={(event) =>
              change({ colours: event.target.value === 'light' ? 'light' : 'dark' })
            }
          >
            <option value="dark">Тёмные</option>
            <option value="light">Светлые</option>
          </SelectField>
          <fieldset className={css.cards}>
            <legend>Что показывать</legend>
            {Object.entries(OVERLAY_CARDS).map(([card, name]) => (
              <Checkbox
                key={card}
                checked={cards.includes(card as OverlayCard)}
                onChange={(event) => tick(card as OverlayCard, event.target.checked)}
              >
                {name}
              </Checkbox>
            ))}
          </fieldset>
        </div>
      </Section>
    </ArtistFrame>
  )
}
