import { classes } from './classes.ts'
import css from './skeleton.module.css'

export type SkeletonProps = {
  /** What will come: a line of text, a title, a song's square, a 2:1 picture, a whole block. */
  shape?: 'text' | 'title' | 'cover' | 'picture' | 'block'
  /** Share of the width, for lines. */
  width?: 'full' | 'long' | 'half'
  className?: string | undefined
}

/** Ruled paper that moves sideways where something is still on its way. */
export function Skeleton({ shape = 'text', width = 'full', className }: SkeletonProps) {
  return (
    <span aria-hidden="true" className={classes(css.skeleton, css[shape], css[width], className)} />
  )
}
