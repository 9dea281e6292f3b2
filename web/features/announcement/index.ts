export { PlayHere } from './street/play-here-button.tsx'
