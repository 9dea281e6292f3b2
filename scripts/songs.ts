import { stop } from './own-database.ts'

const USAGE = 'Напишите, что сделать с песнями: npm run songs -- quality.'

const [verb, ...words] = process.argv.slice(2)

if (verb === 'quality') {
  const { quality } = await import('./song-quality/command.ts')
  await quality(words)
} else stop(USAGE)
