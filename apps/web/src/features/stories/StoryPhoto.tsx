import { listRenditions } from '@pawtrait/contract/photos/photo-renditions.ts'
import type { PostPhoto } from '@pawtrait/contract/posts.ts'
import { use } from 'react'
import { classNames } from '#ui/class-names.ts'
import { DATA_SAVING_WIDTH, DataSavingContext } from '#ui/photos/data-saving.ts'
import { BlurredPlaceholder } from '#ui/photos/Photo.tsx'
import { photoSrcSet } from '#ui/photos/photo-sources.ts'
import { fillsFrame } from './fills-frame.ts'
import styles from './StoryPhoto.module.css'

type StoryPhotoProps = {
  photo: PostPhoto
  /** True if the server has drawn text or a name plate into the photo, which must then not be cropped. */
  isComposed?: boolean
  /** Called when the photo has loaded. */
  onReady?: () => void
  onFailed?: () => void
  /** True for a preview beside the current story. A preview has no alternative text. */
  isBeside?: boolean
}

const fillsStage = ({ width, height }: PostPhoto, isComposed: boolean) => !isComposed && fillsFrame(width, height)

/** Returns the `sizes` attribute for the photo of the current story. */
export const getStoryImageSizes = (photo: PostPhoto, isComposed: boolean): string =>
  fillsStage(photo, isComposed)
    ? `max(100vw, calc(100vh * ${(photo.width / photo.height).toFixed(3)}))`
    : '(min-width: 900px) 484px, 100vw'

/** Photo of a story. An upright photo fills the frame. A wider photo is not cropped. */
export function StoryPhoto({ photo, isComposed = false, isBeside = false, onReady, onFailed }: StoryPhotoProps) {
  const jpeg = listRenditions(photo, 'jpg').at(-1)
  const maxWidth = use(DataSavingContext) ? DATA_SAVING_WIDTH : undefined
  const fills = fillsStage(photo, isComposed)
  const sizes = isBeside ? '360px' : getStoryImageSizes(photo, isComposed)
  return (
    <div className={classNames(styles.photo, fills && styles.fills)}>
      {photo.placeholder && <BlurredPlaceholder thumbhash={photo.placeholder} />}
      {jpeg ? (
        <picture>
          <source type="image/avif" srcSet={photoSrcSet(photo, 'avif', maxWidth)} sizes={sizes} />
          <source type="image/webp" srcSet={photoSrcSet(photo, 'webp', maxWidth)} sizes={sizes} />
          <img
            ref={(image) => {
              if (image?.complete && image.naturalWidth > 0) onReady?.()
            }}
            src={jpeg.src}
            srcSet={photoSrcSet(photo, 'jpg', maxWidth)}
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
