import { playShortForms } from './short-forms.ts'

await playShortForms('postgres')
