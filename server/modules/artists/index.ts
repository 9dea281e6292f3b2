import { api } from '#contract/index.ts'
import type { ArtistPage } from '#contract/page.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { artistByUsername, searchArtists } from './artists.service.ts'
import type { Artist } from './artists.service.ts'
import { publicArtistOnWire } from './settings.routes.ts'

export const artists: Module = {
  routes: (ctx) => [
    on(api.page.getInfo, async ({ query }) =>
      pageOnWire(await artistByUsername(ctx, query.artistUsername), ctx.bank !== null),
    ),
    on(api.page.searchByName, ({ query }) => searchArtists(ctx, query.input)),
  ],
}

/** `takesTips`: a bank is configured; without one the button of tips must not be drawn. */
function pageOnWire(artist: Artist, takesTips: boolean): ArtistPage {
  return {
    artistInfoDTO: {
      ...publicArtistOnWire(artist),
      shortDescriptionHtml: artist.shortDescriptionHtml,
      descriptionHtml: artist.descriptionHtml,
    },
    paymentPublicDTO: {
      donationEnabled: takesTips,
      description: artist.paymentDescription,
      paidSongsEnabled: artist.paidSongsEnabled,
      minSongAmount: artist.minSongRubles,
    },
    socialMediaList: artist.socials,
  }
}
