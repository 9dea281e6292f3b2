import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import type { Frame } from './cut-photo.ts'

const ASPECT = 4 / 2
/** px of the screen for one press of an arrow; a fifth of it with Shift. */
const STEP = 10

export type CropAreaProps = {
  url: string
  zoom: number
  zoomRange: { least: number; most: number }
  onZoom: (zoom: number) => void
  onFrame: (frame: Frame) => void
}

/** The picture under its frame, moved by a finger, a mouse or the arrow keys. */
export default function CropArea({ url, zoom, zoomRange, onZoom, onFrame }: CropAreaProps) {
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const tell = (_: Frame, pixels: Frame) => onFrame(pixels)
  return (
    <Cropper
      disableAutomaticStylesInjection
      image={url}
      aspect={ASPECT}
      objectFit="cover"
      crop={crop}
      zoom={zoom}
      minZoom={zoomRange.least}
      maxZoom={zoomRange.most}
      keyboardStep={STEP}
      cropperProps={{
        role: 'application',
        'aria-label': 'Кадр: стрелки двигают фото, плюс и минус приближают и отдаляют',
      }}
      onCropChange={setCrop}
      onZoomChange={onZoom}
      onCropAreaChange={tell}
      onCropComplete={tell}
    />
  )
}
