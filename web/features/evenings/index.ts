/** The evenings that were, for the places «Вечера» and «Сегодня». */
export { Past, PastEvenings, useLastEvening } from './past-evenings.tsx'
