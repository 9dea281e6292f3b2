import type { BodyOf } from '#contract/endpoint.ts'
import { api } from '#contract/index.ts'
import type { ArtistPage } from '#contract/page.ts'
import type { Settings } from '#contract/shapes.ts'
import type { GoalSoFar } from '#domain/payments/goal.ts'
import { taxOf } from '#domain/payments/tax-status.ts'
import type { Module } from '#server/module.ts'
import { on } from '#server/platform/http/route.ts'
import { shownGoal } from '../goals/goals.service.ts'
import { artistById, searchArtists, shownArtist } from './artists.service.ts'
import type { Artist } from './artists.service.ts'
import { changeSettings, changeSettingsAndPassword } from './settings.service.ts'
import type { SettingsChange } from './settings.service.ts'

export const artists: Module = {
  routes: (ctx) => [
    on(api.page.getInfo, async ({ query, viewer }) => {
      const artist = await shownArtist(ctx, query.artistUsername, viewer?.id ?? null)
      const goal = ctx.bank === null ? null : await shownGoal(ctx, artist.id)
      return pageOnWire(artist, { takesTips: ctx.bank !== null, goal })
    }),
    on(api.page.searchByName, ({ query }) => searchArtists(ctx, query.input)),
    on(api.page.getAccountInfo, async ({ artist }) =>
      settingsOnWire(await artistById(ctx, artist.id)),
    ),
    on(api.auth.update, async ({ artist: { id, token }, body, address }) => {
      const change = changeOnWire(body)
      const password = passwordOnWire(body)
      const proof = { currentPassword: body.currentPassword, address, token }
      if (password !== null || proof.currentPassword !== undefined)
        await ctx.limits.spend('passwordOfAccount', id)
      if (password === null) return settingsOnWire(await changeSettings(ctx, id, change, proof))
      const whole = { ...password, ...proof }
      const changed = await changeSettingsAndPassword(ctx, id, change, whole)
      return { ...settingsOnWire(changed.artist), token: changed.token }
    }),
  ],
}

/** `takesTips`: a bank is configured; without one the button of tips must not be drawn. */
function pageOnWire(
  artist: Artist,
  { takesTips, goal }: { takesTips: boolean; goal: GoalSoFar | null },
): ArtistPage {
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
      ...(goal && { goal }),
    },
    socialMediaList: artist.socials,
    ...(artist.requestFavoriteSongsOnly && { repertoireOnly: true }),
  }
}

type Update = BodyOf<typeof api.auth.update>

/** Shared with the public page. */
function publicArtistOnWire(artist: Artist): Settings['artistInfoDTO'] {
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
      ...taxOf(artist),
      payoutLetters: artist.payoutLetters,
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
