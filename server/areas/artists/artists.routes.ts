import type { BodyOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { ArtistPage } from '#contract/page.ts'
import type { Settings } from '#contract/shapes.ts'
import type { Route } from '#server/http/route.ts'
import { Refusal } from '#domain/refusal.ts'
import { on } from '#server/http/route.ts'
import type { Artist, Artists, PublicPage } from './artists.service.ts'

function artistOnWire(artist: Artist): Settings['artistInfoDTO'] {
  return {
    accountType: artist.accountType,
    name: artist.name,
    username: artist.username,
    imageUrl: artist.imageUrls[0] ?? '',
    imageUrls: artist.imageUrls,
    shortDescription: artist.shortDescription,
    description: artist.description,
  }
}

function pageOnWire({ artist, donationEnabled }: PublicPage): ArtistPage {
  return {
    artistInfoDTO: {
      ...artistOnWire(artist),
      shortDescriptionHtml: artist.shortDescriptionHtml,
      descriptionHtml: artist.descriptionHtml,
    },
    paymentPublicDTO: {
      donationEnabled,
      description: artist.paymentDescription,
      paidSongsEnabled: artist.paidSongsEnabled,
      minSongAmount: artist.minSongRubles,
    },
    socialMediaList: artist.socials,
  }
}

function settingsOnWire(artist: Artist): Settings {
  return {
    baseAccountInfoDTO: { artistUsername: artist.username, email: artist.email },
    artistInfoDTO: artistOnWire(artist),
    publicArtistFeaturesDTO: { requestFavoriteSongsOnly: artist.requestFavoriteSongsOnly },
    paymentDTO: {
      phoneNumber: artist.phoneNumber,
      sbpNumberId: artist.sbpNumberId,
      description: artist.paymentDescription,
      paidSongsEnabled: artist.paidSongsEnabled,
      minSongAmount: artist.minSongRubles,
    },
    socialMediaList: artist.socials,
  }
}

/** What would be lost without a word is refused instead. */
function onlyPayment({
  paymentDTO,
  ...other
}: BodyOf<typeof api.auth.update>): NonNullable<typeof paymentDTO> {
  if (Object.keys(other).length > 0)
    throw new Refusal(
      'NOT_BUILT',
      'Пока можно сохранить только настройки оплаты: остальные появятся позже',
    )
  return paymentDTO ?? {}
}

export function artistsRoutes(artists: Artists): Route[] {
  return [
    on(api.page.getInfo, async ({ query }) =>
      pageOnWire(await artists.publicPage(query.artistUsername)),
    ),
    on(api.page.searchByName, async ({ query }) => artists.search(query.input)),
    on(api.page.getAccountInfo, async ({ artist }) =>
      settingsOnWire(await artists.settings(artist.id)),
    ),
    on(api.auth.update, async ({ artist, body }) =>
      settingsOnWire(await artists.changePayment(artist.id, onlyPayment(body))),
    ),
  ]
}
