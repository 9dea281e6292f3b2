import type { ArtistHead } from './artist-view.ts'

/** An artist without photos, links and paid songs. */
export const ARTIST_HEAD: ArtistHead = {
  username: 'lada',
  name: 'Лада',
  accountType: 'ARTIST',
  imageUrls: [],
  shortDescriptionHtml: '',
  paidFrom: null,
  minSongAmount: 10,
  takesTips: false,
  links: [],
}
