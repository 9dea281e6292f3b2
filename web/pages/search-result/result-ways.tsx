import { ListMusic, LocateFixed, X } from 'lucide-react'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { counted } from '#domain/russian.ts'
import { myPlace } from '#web/lib/my-place.ts'
import { Button } from '#web/ui/button.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import { nearHref } from './place.ts'
import type { ResultView } from './result-view.ts'
import css from './result-ways.module.css'

type ResultWaysProps = { view: ResultView }

/** What the recommendations go by, and how to change it. */
export function ResultWays({ view: { place, wished, wrongPlace } }: ResultWaysProps) {
  const navigate = useNavigate()
  const hydrated = useHydrated()
  const [locating, setLocating] = useState(false)
  const [lost, setLost] = useState(false)

  async function lookNear() {
    setLocating(true)
    setLost(false)
    const mine = await myPlace()
    setLocating(false)
    setLost(mine === null)
    if (mine !== null) void navigate(nearHref(mine), { replace: place !== null })
  }

  return (
    <>
      <p className="muted">{basisOf(wished, place !== null)}</p>
      <div className={css.ways}>
        <Button href="/s" size="s" icon={<ListMusic className="ico" />}>
          {wished === 0 ? 'Выбрать песни' : 'Изменить песни'}
        </Button>
        {hydrated && (
          <Button
            size="s"
            icon={<LocateFixed className="ico" />}
            loading={locating}
            onClick={() => void lookNear()}
          >
            Рядом со мной
          </Button>
        )}
        {place !== null && (
          <Button href="/search/result" size="s" variant="text" icon={<X className="ico" />}>
            Не учитывать место
          </Button>
        )}
      </div>
      {lost && (
        <p role="alert">
          Не удалось узнать, где вы. Разрешите браузеру доступ к месту и попробуйте ещё раз.
        </p>
      )}
      {wrongPlace && <p role="alert">Такого места на земле нет, поэтому показываем без него.</p>}
    </>
  )
}

function basisOf(wished: number, near: boolean): string {
  const songs = `по ${counted(wished, 'вашей песне', 'вашим песням', 'вашим песням')}`
  if (wished > 0) return near ? `Подобрали ${songs} и по месту.` : `Подобрали ${songs}.`
  return near
    ? 'Сначала те, что ближе. Выберите песни, и подберём точнее.'
    : 'Сначала те, что раньше. Выберите песни, и подберём по ним.'
}
