import { listRenditions } from '@pawtrait/contract/photos/photo-renditions.ts'
import { use, useEffect, useRef, useState } from 'react'
import { thumbHashToAverageRGBA, thumbHashToRGBA } from 'thumbhash'
import { useOnReconnect } from '#lib/server/use-online.ts'
import { classNames } from '#ui/class-names.ts'
import { DATA_SAVING_WIDTH, DataSavingContext } from './data-saving.ts'
import styles from './Photo.module.css'
import { type PhotoImage, photoSrcSet } from './photo-sources.ts'
import { usePhotoPreload } from './preload-photo.ts'

type PhotoProps = {
  photo: PhotoImage
  alt: string
  /** Display width, in the syntax of `<img sizes>`. */
  sizes: string
  /**
   * Fit of the photo: `cover` fills the container, `contain` fits inside on a blurred background, `natural` keeps the
   * aspect ratio of the photo.
   */
  fit?: 'cover' | 'contain' | 'natural'
  /**
   * True for a photo above the fold: it loads at once, and the first such photo of a page is preloaded. Other photos
   * load lazily.
   */
  priority?: boolean
  className?: string
}

/**
 * Photo in the right width and format, with a blurred placeholder until it has loaded. A failed photo is fetched again
 * when the network is back or the user returns.
 */
export function Photo({ photo, alt, sizes, fit = 'natural', priority = false, className }: PhotoProps) {
  const [loaded, setLoaded] = useState(false)
  const [{ attempts, hasFailed }, setAttempt] = useState({ attempts: 0, hasFailed: false })
  const jpeg = listRenditions(photo, 'jpg').at(-1)
  const maxWidth = use(DataSavingContext) ? DATA_SAVING_WIDTH : undefined
  usePhotoPreload(photo, sizes, priority)
  return (
    <span className={classNames(styles.photo, styles[fit], hasFailed && styles.missing, className)}>
      {photo.placeholder && (!loaded || fit === 'contain') && <BlurredPlaceholder thumbhash={photo.placeholder} />}
      {!jpeg && <span className="vh">{alt}</span>}
      {hasFailed && <RetryOnReturn onBack={() => setAttempt({ attempts: attempts + 1, hasFailed: false })} />}
      {jpeg && (
        <picture key={attempts}>
          <source type="image/avif" srcSet={photoSrcSet(photo, 'avif', maxWidth)} sizes={sizes} />
          <source type="image/webp" srcSet={photoSrcSet(photo, 'webp', maxWidth)} sizes={sizes} />
          <img
            ref={(image) => {
              if (image?.complete && image.naturalWidth > 0) setLoaded(true)
            }}
            src={jpeg.src}
            srcSet={photoSrcSet(photo, 'jpg', maxWidth)}
            sizes={sizes}
            width={photo.width}
            height={photo.height}
            alt={alt}
            loading={priority ? 'eager' : 'lazy'}
            decoding="async"
            onLoad={() => setLoaded(true)}
            onError={() => setAttempt({ attempts, hasFailed: true })}
          />
        </picture>
      )}
    </span>
  )
}

/** Retries a failed photo. This is a separate component, so that only failed photos listen for the network. */
function RetryOnReturn({ onBack }: { onBack: () => void }) {
  useOnReconnect(onBack)
  return null
}

/**
 * Placeholder of a photo: its average colour in the server's HTML, then a blurred preview. Drawn as SVG and on a
 * canvas, because the content security policy forbids inline styles and `data:` images.
 */
export function BlurredPlaceholder({ thumbhash }: { thumbhash: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    const { w, h, rgba } = thumbHashToRGBA(decodeThumbhash(thumbhash))
    if (!canvas.current) return
    canvas.current.width = w
    canvas.current.height = h
    canvas.current.getContext('2d')?.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0)
  }, [thumbhash])
  return (
    <>
      <svg className={styles.blur} aria-hidden="true">
        <rect width="100%" height="100%" fill={averageColour(thumbhash)} />
      </svg>
      <canvas ref={canvas} className={styles.blur} aria-hidden="true" />
    </>
  )
}

const decodeThumbhash = (thumbhash: string) => Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0))

function averageColour(thumbhash: string): string {
  const { r, g, b } = thumbHashToAverageRGBA(decodeThumbhash(thumbhash))
  return `rgb(${[r, g, b].map((level) => Math.round(level * 255)).join(' ')})`
}
