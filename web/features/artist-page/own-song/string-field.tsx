import { useEffect, useRef } from 'react'
import { useReducedMotion } from '#web/ui/use-media.ts'
import { drawnStrings } from './string-shape.ts'
import css from './own-song.module.css'

const FRAME_MS = 66
/** The waves drift by one in this time. */
const WAVE_MS = 8000

function draw(canvas: HTMLCanvasElement, phase: number) {
  const { clientWidth: width, clientHeight: height } = canvas
  const paper = canvas.getContext('2d')
  if (paper === null || width === 0) return
  const scale = Math.min(window.devicePixelRatio, 2)
  if (canvas.width !== width * scale || canvas.height !== height * scale) {
    canvas.width = width * scale
    canvas.height = height * scale
  }
  paper.setTransform(scale, 0, 0, scale, 0, 0)
  paper.clearRect(0, 0, width, height)
  paper.fillStyle = getComputedStyle(canvas).color
  paper.beginPath()
  for (const { x, length, halves } of drawnStrings(width, height, phase)) {
    const step = length / (halves.length - 1)
    for (const [at, half] of halves.entries()) paper.lineTo(x - half, at * step)
    for (const [at, half] of halves.toReversed().entries())
      paper.lineTo(x + half, length - at * step)
    paper.closePath()
    paper.moveTo(x, 0)
  }
  paper.fill()
}

type StringFieldProps = {
  /** The song sounds: the waves drift. */
  sounds: boolean
}

/** Strings that grow down from the upper edge; drawn, not sent. */
export function StringField({ sounds }: StringFieldProps) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const still = useReducedMotion()
  useEffect(() => {
    const paper = canvas.current
    if (paper === null) return undefined
    const began = performance.now()
    const phase = () => ((performance.now() - began) / WAVE_MS) * 2 * Math.PI
    const redraw = () => draw(paper, still || !sounds ? 0 : phase())
    redraw()
    const size = new ResizeObserver(redraw)
    size.observe(paper)
    let frame = 0
    let last = 0
    const move = (at: number) => {
      if (at - last >= FRAME_MS) {
        last = at
        redraw()
      }
      frame = requestAnimationFrame(move)
    }
    if (sounds && !still) frame = requestAnimationFrame(move)
    return () => {
      cancelAnimationFrame(frame)
      size.disconnect()
    }
  }, [sounds, still])
  return (
    <div aria-hidden="true" className={css.field}>
      <canvas ref={canvas} className={css.strings} />
    </div>
  )
}
