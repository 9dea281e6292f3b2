export { atNight, nightPictureOf, pictureOf, RUNS, runOf } from '#domain/poster-run.ts'
