import type { BodyOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { Settings } from '#contract/shapes.ts'
import type { Limits } from '#server/platform/http/limits.ts'
import type { Route } from '#server/platform/http/route.ts'
import { on } from '#server/platform/http/route.ts'
import type { Artist } from './artists.service.ts'
import type { ArtistSettings, SettingsChange } from './settings.service.ts'

type Update = BodyOf<typeof api.auth.update>

/** Shared with the public page. */
export function publicArtistOnWire(artist: Artist): Settings['artistInfoDTO'] {
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

function settingsOnWire(artist: Artist): Settings {
  return {
    baseAccountInfoDTO: { artistUsername: artist.username, email: artist.email },
    artistInfoDTO: publicArtistOnWire(artist),
    publicArtistFeaturesDTO: { requestFavoriteSongsOnly: artist.requestFavoriteSongsOnly },
    paymentDTO: {
      phoneNumber: artist.phoneNumber,
      sbpNumberId: artist.sbpNumberId,
      description: artist.paymentDescription,
      paidSongsEnabled: artist.paidSongsEnabled,
      minSongAmount: artist.minSongRubles,
      taxStatus: artist.taxStatus,
      taxName: artist.taxName,
      taxInn: artist.taxInn,
    },
    socialMediaList: artist.socials,
  }
}

function changeOnWire(body: Update): SettingsChange {
  const { username, imageUrl, imageUrls, ...profile } = body.artistInfoDTO ?? {}
  const { minSongAmount, ...payment } = body.paymentDTO ?? {}
  return {
    fixed: { ...body.baseAccountInfoDTO, ...(username === undefined ? {} : { username }) },
    profile,
    imageUrl,
    imageUrls,
    requestFavoriteSongsOnly: body.publicArtistFeaturesDTO?.requestFavoriteSongsOnly,
    payment: {
      ...payment,
      ...(minSongAmount === undefined ? {} : { minSongRubles: minSongAmount }),
    },
    socials: body.socialMediaList?.map(({ url }) => url),
  }
}

/** Null when no new password is sent; one field of the two counts as both. */
function passwordOnWire({ password, passwordConfirm }: Update) {
  if (password === undefined && passwordConfirm === undefined) return null
  return { password: password ?? '', passwordConfirm: passwordConfirm ?? '' }
}

export function settingsRoutes(settings: ArtistSettings, limits: Limits): Route[] {
  return [
    on(api.page.getAccountInfo, async ({ artist }) => settingsOnWire(await settings.of(artist.id))),
    on(api.auth.update, async ({ artist: { id, token }, body, address }) => {
      const change = changeOnWire(body)
      const password = passwordOnWire(body)
      const proof = { currentPassword: body.currentPassword, address }
      if (password !== null || proof.currentPassword !== undefined)
        await limits.spend('passwordOfAccount', id)
      if (password === null) return settingsOnWire(await settings.change(id, change, proof))
      const whole = { ...password, ...proof, token }
      const changed = await settings.changeWithPassword(id, change, whole)
      return { ...settingsOnWire(changed.artist), token: changed.token }
    }),
  ]
}
