import type { PostId } from '@pawtrait/contract/ids.ts'
import type { Post, PostPhoto } from '@pawtrait/contract/posts.ts'
import { useState } from 'react'
import { computeFrameAspectRatio, getFeedImageSizes, getPostPageImageSizes } from '#features/media/photo-sizes.ts'
import { phrases } from '#i18n/phrases.ts'
import type { TranslateFunction } from '#i18n/translate.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useHasHydrated } from '#lib/time/use-now.ts'
import { useDoubleTap } from '#lib/use-double-tap.ts'
import { useCloseOverlayWithoutTarget, useHashOverlay } from '#shell/navigation/use-hash-overlay.ts'
import { useViewer } from '#shell/viewer.ts'
import { classNames } from '#ui/class-names.ts'
import { PawIcon } from '#ui/PawIcon.tsx'
import { Carousel } from '#ui/photos/Carousel.tsx'
import { Photo } from '#ui/photos/Photo.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import { AltTextButton } from './AltTextButton.tsx'
import { PetNamePlates } from './PetNamePlates.tsx'
import styles from './PostPhotos.module.css'

const PhotoViewer = lazyComponent(async () => (await import('./PhotoViewer.tsx')).PhotoViewer)

// Loads the code of the photo viewer while `useDoubleTap` waits for a second tap. Ignores a failure, because opening
// the viewer reports a failure.
const loadViewer = () => void PhotoViewer.load().catch(() => {})

// In windows from 900 px, up to this number of thumbnails fit beside the name plates. A longer row is below the plates.
const BESIDE_PLATES = 4

// Photos with a larger aspect ratio (width / height) are panoramas. On a phone, they are less than about 8 rem high.
const PANORAMA = 2.5

type PostPhotosProps = {
  post: Post
  place: 'card' | 'page'
  /** If true, the photo loads eagerly. Set for the first post on the screen. */
  priority?: boolean
  /** Called on a double tap, which likes the post. */
  onDoubleTap: () => void
}

/**
 * Carousel of a post's photos in the aspect ratio of the first photo. It has swipe, arrows, thumbnails, name plates and
 * photo descriptions. A tap opens the full-screen viewer.
 */
export function PostPhotos({ post, place, priority = false, onDoubleTap }: PostPhotosProps) {
  const t = useTranslate()
  const [current, setCurrent] = useState(0)
  const { viewer, taps, tap } = usePhotoTaps(post, current, onDoubleTap)
  const sizesOf = useImageSizes(post, place)
  const slides = post.photos.map((photo, index) => ({
    id: photo.id,
    content: (
      <button
        type="button"
        className={styles.open}
        tabIndex={index === current ? 0 : -1}
        aria-haspopup="dialog"
        {...tap}
        onPointerDownCapture={loadViewer}
      >
        <Slide post={post} index={index} photo={photo} sizes={sizesOf(photo)} priority={priority && index === 0} />
      </button>
    ),
    thumb: <Photo photo={photo} alt="" sizes="48px" fit="cover" />,
  }))
  return (
    <div className={classNames(styles.photos, styles[place], slides.length > BESIDE_PLATES && styles.manyThumbs)}>
      <Frame first={post.photos[0]} />
      <Carousel className={styles.carousel ?? ''} slides={slides} words={getCarouselLabels(t)} onSlide={setCurrent}>
        <PhotoControls post={post} current={current} />
      </Carousel>
      {viewer.index !== null && (
        <div className={styles.viewer}>
          <PhotoViewer post={post} index={viewer.index} sizesOnPage={sizesOf} onClose={viewer.close} />
        </div>
      )}
      {taps > 0 && (
        <span key={taps} className={styles.burst} aria-hidden="true">
          <PawIcon pressed />
        </span>
      )}
    </div>
  )
}

/** Empty SVG with the aspect ratio of the first photo. It sets the height of the carousel. */
function Frame({ first }: { first: PostPhoto | undefined }) {
  return (
    <svg
      className={styles.frame}
      width={10_000}
      height={Math.round(10_000 / computeFrameAspectRatio(first))}
      aria-hidden
    />
  )
}

/**
 * Handles taps. A single tap opens the visible photo, a double tap calls `onDoubleTap`. `taps` counts double taps. The
 * full-screen viewer opens only after hydration, because the server does not know the URL fragment with its state.
 */
function usePhotoTaps(post: Post, current: number, onDoubleTap: () => void) {
  const [taps, setTaps] = useState(0)
  const isBrowser = useHasHydrated()
  const { index, open, close } = usePhotoViewer(post.id, post.isReady ? post.photos.length : 0)
  const tap = useDoubleTap({
    onTap: () => post.isReady && open(current),
    onDoubleTap: () => {
      setTaps(taps + 1)
      onDoubleTap()
    },
  })
  return { viewer: { index: isBrowser ? index : null, close }, taps, tap }
}

const getCarouselLabels = (t: TranslateFunction) => ({
  label: t(phrases.posts.photosLabel),
  strip: t(phrases.posts.photoStripLabel),
  previous: t(phrases.posts.previousPhoto),
  next: t(phrases.posts.nextPhoto),
  slide: (number: number, total: number) => t(phrases.posts.photoPosition, { number, total }),
})

/**
 * Controls on the visible photo, which may be smaller than the carousel. Controls would cover a panorama, so they are
 * placed above and below a panorama. An empty SVG gives the container of the controls the size of the photo. Inline
 * styles are impossible, because the content security policy forbids them in the server's HTML.
 */
function PhotoControls({ post, current }: { post: Post; current: number }) {
  const { width, height, alt } = post.photos[current] ?? { width: 1, height: 1, alt: '' }
  return (
    <div className={styles.over}>
      <div className={classNames(styles.picture, width / height > PANORAMA && styles.panorama)}>
        <svg width={10_000} height={Math.round((10_000 * height) / width)} aria-hidden />
        <AltTextButton key={current} alt={alt} />
        {!post.isReady && <Waiting post={post} />}
        <PetNamePlates pets={post.pets} />
      </div>
    </div>
  )
}

/** Returns a function that returns the `sizes` attribute for a photo of the post. */
function useImageSizes({ photos: [first] }: Post, place: PostPhotosProps['place']) {
  const hasSidebar = useViewer() !== null
  return (photo: PostPhoto) =>
    place === 'card' ? getFeedImageSizes(photo, first) : getPostPageImageSizes(photo, first, hasSidebar)
}

type SlideProps = Pick<PostPhotosProps, 'post' | 'priority'> & { photo: PostPhoto; index: number; sizes: string }

function Slide({ post, photo, index, sizes, priority = false }: SlideProps) {
  const t = useTranslate()
  return (
    <Photo
      photo={photo}
      alt={photo.alt || t(phrases.posts.photoAltFallback, { number: index + 1, name: post.author.username })}
      sizes={sizes}
      fit="contain"
      priority={priority}
    />
  )
}

function Waiting({ post }: { post: Post }) {
  const t = useTranslate()
  const hasFailedPhoto = post.photos.some((photo) => photo.state === 'failed')
  return (
    <p className={styles.waiting} role="status">
      {t(hasFailedPhoto ? phrases.posts.photoProcessingFailed : phrases.posts.processingNote)}
    </p>
  )
}

/**
 * State of the photo viewer, stored in the URL fragment: Back closes the viewer, Forward reopens it. `index` is null
 * while closed. The viewer closes if its photo does not exist. It also closes if this component is unmounted, for
 * example because the post was deleted.
 */
function usePhotoViewer(post: PostId, count: number) {
  const { named, open, close } = useHashOverlay(`#photo-${post}-`)
  const number = Number(named ?? 0)
  const index = Number.isInteger(number) && number >= 1 && number <= count ? number - 1 : null
  useCloseOverlayWithoutTarget(named !== null && index === null, close)
  return { index, open: (at: number) => open(String(at + 1)), close }
}
