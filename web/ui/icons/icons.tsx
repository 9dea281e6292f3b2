/** An icon in the colour of the text around it; the paths are those of Lucide (scripts/bake-icons.ts). */
export function icon(drawing: string) {
  return function Icon({ className = 'ico' }: { className?: string | undefined }) {
    return (
      <svg
        className={className}
        width={24}
        height={24}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={2}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
      >
        <path d={drawing} />
      </svg>
    )
  }
}

export const ArrowLeft = icon('M12 19l-7-7 7-7M19 12H5')
export const ArrowRight = icon('M5 12h14M12 5l7 7-7 7')
export const CircleAlert = icon('M2 12a10 10 0 0120 0a10 10 0 01-20 0M12 8l0 4M12 16l.01 0')
export const CircleCheck = icon('M2 12a10 10 0 0120 0a10 10 0 01-20 0M16 9l-5.5 5.5L8 12')
export const EllipsisVertical = icon(
  'M11 12a1 1 0 012 0a1 1 0 01-2 0M11 5a1 1 0 012 0a1 1 0 01-2 0M11 19a1 1 0 012 0a1 1 0 01-2 0',
)
export const Globe = icon(
  'M2 12a10 10 0 0120 0a10 10 0 01-20 0M12 2a14.5 14.5 0 0 0 0 20 14.5 14.5 0 0 0 0-20M2 12h20',
)
export const HeartHandshake = icon(
  'M19.414 14.414C21 12.828 22 11.5 22 9.5a5.5 5.5 0 0 0-9.591-3.676.6.6 0 0 1-.818.001A5.5 5.5 0 0 0 2 9.5c0 2.3 1.5 4 3 5.5l5.535 5.362a2 2 0 0 0 2.879.052 2.12 2.12 0 0 0-.004-3 2.124 2.124 0 1 0 3-3 2.124 2.124 0 0 0 3.004 0 2 2 0 0 0 0-2.828l-1.881-1.882a2.41 2.41 0 0 0-3.409 0l-1.71 1.71a2 2 0 0 1-2.828 0 2 2 0 0 1 0-2.828l2.823-2.762',
)
export const Menu = icon('M4 5h16M4 12h16M4 19h16')
export const Pause = icon(
  'M15 3h3a1 1 0 011 1v16a1 1 0 01-1 1h-3a1 1 0 01-1-1v-16a1 1 0 011-1zM6 3h3a1 1 0 011 1v16a1 1 0 01-1 1h-3a1 1 0 01-1-1v-16a1 1 0 011-1z',
)
export const Play = icon(
  'M5 5a2 2 0 0 1 3.008-1.728l11.997 6.998a2 2 0 0 1 .003 3.458l-12 7A2 2 0 0 1 5 19z',
)
export const Plus = icon('M5 12h14M12 5v14')
export const Search = icon('M21 21l-4.34-4.34M3 11a8 8 0 0116 0a8 8 0 01-16 0')
export const Share2 = icon(
  'M15 5a3 3 0 016 0a3 3 0 01-6 0M3 12a3 3 0 016 0a3 3 0 01-6 0M15 19a3 3 0 016 0a3 3 0 01-6 0M8.59 13.51l6.83 3.98M15.41 6.51l-6.82 3.98',
)
export const X = icon('M18 6 6 18M6 6l12 12')
