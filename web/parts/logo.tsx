import { classes } from '../ui/classes.ts'
import css from './logo.module.css'

const WORD =
  'M33 591V0H334V97H169V155H252Q281 155 306 164Q332 173 348 197Q365 221 365 270V433Q365 487 356 518Q346 550 328 566Q310 581 286 586Q261 591 232 591ZM200 520Q211 520 218 516Q224 511 226 501Q229 491 229 476V282Q229 267 226 258Q224 248 218 243Q212 238 200 238H169V520ZM415 591V96H534V348L626 96H744V591H625V306Q600 378 575 449Q550 520 523 591ZM958 599Q906 599 869 588Q832 577 812 541Q792 505 792 432V225Q792 146 834 117Q877 88 958 88Q1038 88 1080 116Q1122 143 1122 216V292H986V208Q986 185 980 176Q973 167 958 167Q943 167 936 176Q928 185 928 208V478Q928 501 936 510Q943 520 958 520Q973 520 980 511Q986 502 986 478V384H1122V431Q1122 505 1102 541Q1083 577 1046 588Q1010 599 958 599Z'

export type LogoProps = { className?: string | undefined }

/** The word «Бис» and the repeat sign, in the colour of the text around. */
export function Logo({ className }: LogoProps) {
  return (
    <svg
      role="img"
      aria-label="Бис"
      viewBox="33 0 1523 599"
      fill="currentColor"
      className={classes(css.logo, className)}
    >
      <path d={WORD} />
      <circle cx="1234" cy="197" r="58" />
      <circle cx="1234" cy="394" r="58" />
      <path d="M1342 0h40v591h-40zM1432 0h124v591h-124z" />
    </svg>
  )
}
