/** «Бис» as a path in relative steps, which are short and repetitive: every page carries it. */
export const WORD =
  'M33 591v-591h301v97h-165v58h83q29 0 54 9q26 9 42 33q17 24 17 73v163q0 54-9 85q-10 32-28 48q-18 15-42 20q-25 5-54 5zm167-71q11 0 18-4q6-5 8-15q3-10 3-25v-194q0-15-3-24q-2-10-8-15q-6-5-18-5h-31v282zm215 71v-495h119v252l92-252h118v495h-119v-285q-25 72-50 143q-25 71-52 142zm543 8q-52 0-89-11q-37-11-57-47q-20-36-20-109v-207q0-79 42-108q43-29 124-29q80 0 122 28q42 27 42 100v76h-136v-84q0-23-6-32q-7-9-22-9q-15 0-22 9q-8 9-8 32v270q0 23 8 32q7 10 22 10q15 0 22-9q6-9 6-33v-94h136v47q0 74-20 110q-19 36-56 47q-36 11-88 11z'

type LogoProps = { className?: string | undefined }

/** The word «Бис» and the repeat sign, in the colour of the text around. */
export function Logo({ className }: LogoProps) {
  return (
    <svg
      role="img"
      aria-label="Бис"
      viewBox="33 0 1523 599"
      height={30}
      fill="currentColor"
      className={className}
    >
      <path d={WORD} />
      <circle cx="1234" cy="197" r="58" />
      <circle cx="1234" cy="394" r="58" />
      <path d="M1342 0h40v591h-40zM1432 0h124v591h-124z" />
    </svg>
  )
}
