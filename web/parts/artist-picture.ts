export { nightPictureOf, pictureOf, RUNS, runOf } from '#domain/poster-run.ts'
