import type { Settings } from '#contract/shapes.ts'

/** The settings of an artist as the server returns them. */
export const SETTINGS: Settings = {
  baseAccountInfoDTO: { artistUsername: 'lada', email: 'lada@example.org' },
  artistInfoDTO: {
    accountType: 'ARTIST',
    name: 'Лада',
    username: 'lada',
    imageUrl: '',
    imageUrls: [],
    shortDescription: 'Поём',
    description: '',
  },
  publicArtistFeaturesDTO: { requestFavoriteSongsOnly: false },
  paymentDTO: {
    phoneNumber: null,
    sbpNumberId: null,
    description: 'Спасибо',
    paidSongsEnabled: false,
    minSongAmount: 100,
    taxStatus: null,
    taxName: '',
    taxInn: '',
    payoutLetters: false,
  },
  socialMediaList: [{ type: 'VK', url: 'https://vk.com/lada' }],
}
