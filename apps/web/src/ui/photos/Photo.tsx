import { renditions } from '@pawtrait/contract/photos/photo-renditions.ts'
import { useEffect, useRef, useState } from 'react'
import { useComingBack } from '#lib/server/use-online.ts'
import { classNames } from '#ui/class-names.ts'
import styles from './Photo.module.css'
import { type PhotoImage, sourcesOf } from './photo-sources.ts'

type PhotoProps = {
  photo: PhotoImage
  alt: string
  /** How wide it is shown, as in `<img sizes>`. */
  sizes: string
  /** `cover` fills its container, `contain` is whole inside it, on its blurred self; `natural` keeps its own shape. */
  fit?: 'cover' | 'contain' | 'natural'
  /** The first picture of a page: fetched at once. All others wait until they come near. */
  priority?: boolean
  className?: string
}

/**
 * A photo at the right width and format, with its blurred self in its place until it has loaded. One that did not come
 * is fetched again when the network or the reader is back.
 */
export function Photo({ photo, alt, sizes, fit = 'natural', priority = false, className }: PhotoProps) {
  const [loaded, setLoaded] = useState(false)
  const [{ tries, hasFailed }, setTried] = useState({ tries: 0, hasFailed: false })
  const jpeg = renditions(photo, 'jpg').at(-1)
  return (
    <span className={classNames(styles.photo, styles[fit], hasFailed && styles.missing, className)}>
      {photo.placeholder && (!loaded || fit === 'contain') && <Blur thumbhash={photo.placeholder} />}
      {!jpeg && <span className="vh">{alt}</span>}
      {hasFailed && <Again onBack={() => setTried({ tries: tries + 1, hasFailed: false })} />}
      {jpeg && (
        <picture key={tries}>
          <source type="image/avif" srcSet={sourcesOf(photo, 'avif')} sizes={sizes} />
          <source type="image/webp" srcSet={sourcesOf(photo, 'webp')} sizes={sizes} />
          <img
            ref={(image) => {
              if (image?.complete && image.naturalWidth > 0) setLoaded(true)
            }}
            src={jpeg.src}
            srcSet={sourcesOf(photo, 'jpg')}
            sizes={sizes}
            width={photo.width}
            height={photo.height}
            alt={alt}
            loading={priority ? 'eager' : 'lazy'}
            fetchPriority={priority ? 'high' : 'auto'}
            decoding="async"
            onLoad={() => setLoaded(true)}
            onError={() => setTried({ tries, hasFailed: true })}
          />
        </picture>
      )}
    </span>
  )
}

/** Only photos that did not come listen for the network. */
function Again({ onBack }: { onBack: () => void }) {
  useComingBack(onBack)
  return null
}

/** The blurred picture on a canvas: our policy refuses `data:` images. */
export function Blur({ thumbhash }: { thumbhash: string }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    let current = true
    // The page is drawn without it: a photo that is there soon needs no blur.
    import('thumbhash').then(
      ({ thumbHashToRGBA }) => {
        const context = canvas.current?.getContext('2d')
        if (!current || !canvas.current || !context) return
        const { w, h, rgba } = thumbHashToRGBA(Uint8Array.from(atob(thumbhash), (char) => char.charCodeAt(0)))
        canvas.current.width = w
        canvas.current.height = h
        context.putImageData(new ImageData(new Uint8ClampedArray(rgba), w, h), 0, 0)
      },
      () => {},
    )
    return () => {
      current = false
    }
  }, [thumbhash])
  return <canvas ref={canvas} className={styles.blur} aria-hidden="true" />
}
