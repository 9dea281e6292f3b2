import { icon } from './icons.tsx'

/** Icons that no listener's page draws with its first scripts. */

export const Check = icon('M20 6 9 17l-5-5')
export const ChevronDown = icon('M6 9l6 6 6-6')
export const Eye = icon(
  'M2.062 12.348a1 1 0 0 1 0-.696 10.75 10.75 0 0 1 19.876 0 1 1 0 0 1 0 .696 10.75 10.75 0 0 1-19.876 0M9 12a3 3 0 016 0a3 3 0 01-6 0',
)
export const EyeOff = icon(
  'M10.733 5.076a10.744 10.744 0 0 1 11.205 6.575 1 1 0 0 1 0 .696 10.747 10.747 0 0 1-1.444 2.49M14.084 14.158a3 3 0 0 1-4.242-4.242M17.479 17.499a10.75 10.75 0 0 1-15.417-5.151 1 1 0 0 1 0-.696 10.75 10.75 0 0 1 4.446-5.143M2 2l20 20',
)
export const ListMusic = icon('M16 5H3M11 12H3M11 19H3M21 16V5M15 16a3 3 0 016 0a3 3 0 01-6 0')
export const ListPlus = icon('M16 5H3M11 12H3M16 19H3M18 9v6M21 12h-6')
export const LocateFixed = icon(
  'M2 12l3 0M19 12l3 0M12 2l0 3M12 19l0 3M5 12a7 7 0 0114 0a7 7 0 01-14 0M9 12a3 3 0 016 0a3 3 0 01-6 0',
)
export const Lock = icon(
  'M5 11h14a2 2 0 012 2v7a2 2 0 01-2 2h-14a2 2 0 01-2-2v-7a2 2 0 012-2zM7 11V7a5 5 0 0 1 10 0v4',
)
export const MapPin = icon(
  'M20 10c0 4.993-5.539 10.193-7.399 11.799a1 1 0 0 1-1.202 0C9.539 20.193 4 14.993 4 10a8 8 0 0 1 16 0M9 10a3 3 0 016 0a3 3 0 01-6 0',
)
export const Minus = icon('M5 12h14')
export const RotateCcw = icon('M3 12a9 9 0 1 0 9-9 9.75 9.75 0 0 0-6.74 2.74L3 8M3 3v5h5')
