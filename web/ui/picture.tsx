import type { ComponentProps } from 'react'

export type PictureFile = {
  url: string
  /** Smaller and larger copies, as in `<img srcset>`. */
  srcSet?: string | undefined
  /** The same as AVIF, for browsers that read it. */
  avif?: string | undefined
}

type PictureProps = Omit<ComponentProps<'img'>, 'src' | 'srcSet'> & { file: PictureFile }

/** An image whose best copy the browser picks. */
export function Picture({ file, sizes, alt, ...image }: PictureProps) {
  const fitting = file.srcSet === undefined ? undefined : sizes
  return (
    <picture>
      {file.avif !== undefined && <source type="image/avif" srcSet={file.avif} sizes={sizes} />}
      <img {...image} alt={alt} src={file.url} srcSet={file.srcSet} sizes={fitting} />
    </picture>
  )
}
