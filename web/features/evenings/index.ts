/** The evenings that were, for the place «Вечера». */
export { PastEvenings } from './past-evenings.tsx'
