/** Why a chosen picture cannot become a photo, in words that can be shown as they are. */
export class PhotoTrouble extends Error {
  override readonly name = 'PhotoTrouble'
}
