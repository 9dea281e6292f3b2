/** The first box of a file with its brands. */
const HEIC = /^[^]{4}ftyp[^]*he(?:i[cmsx]|v[cmsx])/u
const FIRST_BOX = 40

/** Whether the first bytes are those of a HEIC photo, as an iPhone takes it. */
export const isHeic = (bytes: Uint8Array): boolean =>
  HEIC.test(String.fromCharCode(...bytes.subarray(0, FIRST_BOX)))

/** Why such a photo is refused where it cannot be decoded, and what to do. */
export const HEIC_REFUSED =
  'Это HEIC, формат фото с iPhone: здесь он не открывается. Выберите фото с самого iPhone или сохраните его как JPEG. Чтобы iPhone сразу снимал в JPEG: «Настройки», «Камера», «Форматы», «Наиболее совместимые».'
