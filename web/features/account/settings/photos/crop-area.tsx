import { useState } from 'react'
import Cropper from 'react-easy-crop'
import 'react-easy-crop/react-easy-crop.css'
import type { ChosenPhoto, Crop } from './chosen-photo.ts'
import { firstCrop } from './chosen-photo.ts'

const ASPECT = 4 / 2
/** Screen px per press of an arrow key; a fifth of it with Shift. */
const STEP = 10

type CropAreaProps = {
  photo: ChosenPhoto
  zoom: number
  zoomRange: { least: number; most: number }
  onZoom: (zoom: number) => void
  onCrop: (crop: Crop) => void
}

/** The picture under its frame, moved by a finger, a mouse or the arrow keys. */
export default function CropArea({ photo, zoom, zoomRange, onZoom, onCrop }: CropAreaProps) {
  const [shift, setShift] = useState({ x: 0, y: 0 })
  const [first] = useState(() => firstCrop(photo))
  const onAreaChange = (_: Crop, pixels: Crop) => onCrop(pixels)
  return (
    <Cropper
      disableAutomaticStylesInjection
      image={photo.url}
      aspect={ASPECT}
      objectFit="cover"
      {...(first && { initialCroppedAreaPixels: first })}
      crop={shift}
      zoom={zoom}
      minZoom={zoomRange.least}
      maxZoom={zoomRange.most}
      keyboardStep={STEP}
      cropperProps={{
        role: 'application',
        'aria-label': 'Кадр: стрелки двигают фото, плюс и минус приближают и отдаляют',
      }}
      onCropChange={setShift}
      onZoomChange={onZoom}
      onCropAreaChange={onAreaChange}
      onCropComplete={onAreaChange}
    />
  )
}
