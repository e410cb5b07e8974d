import { renditions } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { PostPhoto } from '@pawtrait/contract/posts.ts'
import { classNames } from '#ui/class-names.ts'
import { Blur } from '#ui/photos/Photo.tsx'
import { sourcesOf } from '#ui/photos/photo-sources.ts'
import { fillsFrame } from './fills-frame.ts'
import styles from './StoryPhoto.module.css'

type StoryPhotoProps = {
  photo: PostPhoto
  /** Words and a plate stand in it: nothing of it is cut off. */
  isComposed?: boolean
  /** Told when it can be seen, and when it will not come. */
  onReady?: () => void
  onFailed?: () => void
  /** Small, beside the one that is watched; what is on it is told once it is. */
  isBeside?: boolean
}

/** A photo as high as the screen: it fills the frame if it is upright, else it stands whole in it. */
export function StoryPhoto({ photo, isComposed = false, isBeside = false, onReady, onFailed }: StoryPhotoProps) {
  const jpeg = renditions(photo, 'jpg').at(-1)
  const aspect = photo.width / photo.height
  const fills = !isComposed && fillsFrame(photo.width, photo.height)
  const sizes = isBeside
    ? '360px'
    : fills
      ? `max(100vw, calc(100vh * ${aspect.toFixed(3)}))`
      : '(min-width: 900px) 484px, 100vw'
  return (
    <div className={classNames(styles.photo, fills && styles.fills)}>
      {photo.placeholder && <Blur thumbhash={photo.placeholder} />}
      {jpeg ? (
        <picture>
          <source type="image/avif" srcSet={sourcesOf(photo, 'avif')} sizes={sizes} />
          <source type="image/webp" srcSet={sourcesOf(photo, 'webp')} sizes={sizes} />
          <img
            ref={(image) => {
              if (image?.complete && image.naturalWidth > 0) onReady?.()
            }}
            src={jpeg.src}
            srcSet={sourcesOf(photo, 'jpg')}
            sizes={sizes}
            alt={isBeside ? '' : photo.alt}
            decoding="async"
            draggable={false}
            onLoad={onReady}
            onError={onFailed}
          />
        </picture>
      ) : (
        !isBeside && <span className="vh">{photo.alt}</span>
      )}
    </div>
  )
}
