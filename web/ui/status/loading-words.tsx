import { useEffect, useState } from 'react'
import { Beat } from './beat.tsx'
import { classes } from '../classes.ts'
import css from './loading-words.module.css'

const LONG_MS = 10_000

type LoadingWordsProps = {
  /** What is going on: «Проверяем код…». */
  text: string
  /** The text after ten seconds. */
  lateText?: string
  className?: string | undefined
}

/** A waiting text beside two dots; after ten seconds it reports that this takes long. */
export function LoadingWords({ text, lateText, className }: LoadingWordsProps) {
  const [late, setLate] = useState(false)

  useEffect(() => {
    const timer = setTimeout(() => setLate(true), LONG_MS)
    return () => clearTimeout(timer)
  }, [])

  return (
    <output className={classes(css.words, className)}>
      <span className={css.line}>
        <Beat />
        {late ? (lateText ?? text) : text}
      </span>
    </output>
  )
}

type SkeletonProps = {
  /** What is loading: a line of text, a title, a song's square, a 2:1 picture. */
  shape?: 'text' | 'title' | 'cover' | 'picture'
  /** Share of the width, for lines. */
  width?: 'full' | 'long' | 'half'
  className?: string | undefined
}

/** Ruled paper that moves sideways while something is loading. */
export function Skeleton({ shape = 'text', width = 'full', className }: SkeletonProps) {
  return (
    <span aria-hidden="true" className={classes(css.skeleton, css[shape], css[width], className)} />
  )
}
