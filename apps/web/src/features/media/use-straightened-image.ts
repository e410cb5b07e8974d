import { computeStraightenZoom } from '@pawtrait/contract/photos/photo-adjustments.ts'
import { useEffect, useState } from 'react'

// Enough pixels for a preview on screen; the server processes the original.
const WIDEST = 1600

/** Draws a picture with its horizon levelled and the edges cropped. @throws when the browser cannot draw it */
async function drawStraight(src: string, degrees: number): Promise<Blob | null> {
  const image = new Image()
  image.src = src
  await image.decode()
  const { naturalWidth: width, naturalHeight: height } = image
  const zoom = computeStraightenZoom({ width, height }, degrees)
  const scale = Math.min(1, WIDEST / (width / zoom))
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round((width / zoom) * scale))
  canvas.height = Math.max(1, Math.round((height / zoom) * scale))
  const pen = canvas.getContext('2d')
  pen?.translate(canvas.width / 2, canvas.height / 2)
  pen?.rotate((degrees * Math.PI) / 180)
  pen?.drawImage(image, (-width * scale) / 2, (-height * scale) / 2, width * scale, height * scale)
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/jpeg', 0.9))
}

/**
 * Returns the URL of a picture with its horizon levelled; null while drawing. Returns `src` for an angle of 0, or if
 * the browser cannot draw the picture.
 */
export function useStraightenedImage(src: string | null, degrees: number): string | null {
  const [drawn, setDrawn] = useState<{ of: string; address: string }>()
  const imageKey = src === null || degrees === 0 ? null : `${degrees} ${src}`
  useEffect(() => {
    if (imageKey === null || src === null) return
    let address: string | undefined
    let current = true
    const showDrawn = (blob: Blob | null) => {
      if (!current) return
      if (blob) address = URL.createObjectURL(blob)
      setDrawn({ of: imageKey, address: address ?? src })
    }
    drawStraight(src, degrees).then(showDrawn, () => showDrawn(null))
    return () => {
      current = false
      if (address) URL.revokeObjectURL(address)
    }
  }, [imageKey, src, degrees])
  if (imageKey === null) return src
  return drawn?.of === imageKey ? drawn.address : null
}
