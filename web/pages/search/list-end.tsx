import { useEffect, useEffectEvent, useRef } from 'react'

type ListEndProps = { onNear: () => void }

/** Asked for well before the end of the list is seen. */
const AHEAD = '600px'

/** The end of a list that grows: says once that somebody comes near. */
export function ListEnd({ onNear }: ListEndProps) {
  const end = useRef<HTMLDivElement>(null)
  const comeNear = useEffectEvent(onNear)
  useEffect(() => {
    if (end.current === null) return undefined
    const watch = new IntersectionObserver(
      ([entry]) => entry?.isIntersecting === true && comeNear(),
      { rootMargin: AHEAD },
    )
    watch.observe(end.current)
    return () => watch.disconnect()
  }, [])
  return <div ref={end} />
}
