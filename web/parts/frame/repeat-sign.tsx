type RepeatSignProps = { className?: string | undefined }

/** The repeat sign of the logo alone, in the colour of the text around. */
export function RepeatSign({ className }: RepeatSignProps) {
  return (
    <svg aria-hidden="true" viewBox="0 0 380 591" fill="currentColor" className={className}>
      <circle cx="58" cy="197" r="58" />
      <circle cx="58" cy="394" r="58" />
      <path d="M166 0h40v591h-40zM256 0h124v591h-124z" />
    </svg>
  )
}
