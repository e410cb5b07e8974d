import { listRenditions, type Rendition } from '@pawtrait/contract/photos/photo-renditions.ts'
import { getOriginalPhoto } from '@pawtrait/contract/photos/photos.ts'
import type { Post, PostPhoto } from '@pawtrait/contract/posts.ts'
import caretLeft from '@phosphor-icons/core/bold/caret-left-bold.svg?path'
import caretRight from '@phosphor-icons/core/bold/caret-right-bold.svg?path'
import zoomOut from '@phosphor-icons/core/bold/magnifying-glass-minus-bold.svg?path'
import zoomIn from '@phosphor-icons/core/bold/magnifying-glass-plus-bold.svg?path'
import x from '@phosphor-icons/core/bold/x-bold.svg?path'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import Lightbox, { type Labels, type SlideImage } from 'yet-another-react-lightbox'
import Zoom from 'yet-another-react-lightbox/plugins/zoom'
import { phrases } from '#i18n/phrases.ts'
import type { TranslateFunction } from '#i18n/translate.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { isolateBidi } from '#lib/bidi-isolate.ts'
import { useFocusAfterRemoval } from '#lib/focus/use-focus-after-removal.ts'
import { useViewer } from '#shell/viewer.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import { Photo } from '#ui/photos/Photo.tsx'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import 'yet-another-react-lightbox/styles.css'
import styles from './PhotoViewer.module.css'

type PhotoViewerProps = {
  post: Post
  /** Index of the photo that the viewer shows first, from 0. */
  index: number
  /**
   * Returns the `sizes` attribute of a photo on the page. The viewer shows the image file of the page until the larger
   * file has loaded.
   */
  sizesOnPage: (photo: PostPhoto) => string
  onClose: () => void
}

/**
 * Full-screen viewer of a post's photos. Pinch, wheel, double tap and buttons zoom.
 * Swipes, arrow buttons and keys change the photo; pulling down and Esc close the viewer. A tap hides or shows the bar.
 */
export function PhotoViewer({ post, index, sizesOnPage, onClose }: PhotoViewerProps) {
  const t = useTranslate()
  const [requestedIndex, setRequestedIndex] = useState(index)
  const total = post.photos.length
  // The author may remove a photo while the viewer is open.
  const current = Math.min(requestedIndex, total - 1)
  // Memoised, because the lightbox returns to `index` when it gets a new array.
  const slides = useMemo(() => createSlides(post, t), [post, t])
  const photo = post.photos[current]
  const [retryCount, setRetryCount] = useState(0)
  const retry = () => setRetryCount((now) => now + 1)
  const preview = (photo: PostPhoto | undefined) =>
    photo && <Photo photo={photo} alt="" sizes={sizesOnPage(photo)} className={styles.preview ?? ''} priority />
  return (
    <Lightbox
      open
      key={retryCount}
      close={onClose}
      className={classNames(styles.viewer, 'over-photo') ?? ''}
      index={current}
      slides={slides}
      plugins={[Zoom]}
      carousel={{ finite: true, preload: 1, padding: 0, spacing: '8%' }}
      controller={{ closeOnPullDown: true }}
      zoom={{ maxZoomPixelRatio: 2, scrollToZoom: true }}
      on={{ view: ({ index: at }) => setRequestedIndex(at) }}
      labels={getLabels(t)}
      render={{
        ...icons,
        slideHeader: ({ slide }) => preview(post.photos[slides.findIndex(({ src }) => src === slide.src)]),
        iconError: () => <PhotoMissing onRetry={retry} />,
        ...(total === 1 && { buttonPrev: () => null, buttonNext: () => null }),
        controls: () => (
          <>
            <p className="vh" role="status">
              {t(phrases.posts.photoPosition, { number: current + 1, total })},{' '}
              {isolateBidi(slides[current]?.alt ?? '')}
            </p>
            {total > 1 && (
              <p className={classNames(styles.count, 'nums')} aria-hidden="true">
                {current + 1} / {total}
              </p>
            )}
            {photo && <Bar key={photo.id} post={post} photo={photo} />}
          </>
        ),
      }}
    />
  )
}

const icons = {
  iconPrev: () => <Icon path={caretLeft} size={24} />,
  iconNext: () => <Icon path={caretRight} size={24} />,
  iconClose: () => <Icon path={x} size={24} />,
  iconZoomIn: () => <Icon path={zoomIn} size={24} />,
  iconZoomOut: () => <Icon path={zoomOut} size={24} />,
}

const getLabels = (t: TranslateFunction): Labels => ({
  Lightbox: t(phrases.posts.photosLabel),
  'Photo gallery': t(phrases.posts.photosLabel),
  '{index} of {total}': t(phrases.posts.photoPosition, { number: '{index}', total: '{total}' }),
  Close: t(phrases.ui.close),
  Previous: t(phrases.posts.previousPhoto),
  Next: t(phrases.posts.nextPhoto),
  'Zoom in': t(phrases.posts.zoomIn),
  'Zoom out': t(phrases.posts.zoomOut),
})

const createSlides = ({ photos, author }: Post, t: TranslateFunction) =>
  photos.map((photo, at): SlideImage => {
    const toSlideSource = ({ width, src }: Rendition) => ({
      src,
      width,
      height: Math.round((width * photo.height) / photo.width),
    })
    const files = listRenditions(photo, 'webp').map(toSlideSource)
    const alt = photo.alt || t(phrases.posts.photoAltFallback, { number: at + 1, name: author.username })
    return { ...(files.at(-1) ?? { src: '' }), alt, srcSet: files }
  })

/** Placeholder for a photo that failed to load. All photos load again on a button press or when the network returns. */
function PhotoMissing({ onRetry }: { onRetry: () => void }) {
  const t = useTranslate()
  return (
    <div className={styles.missing}>
      <LoadErrorMessage
        title={t(phrases.posts.photoLoadFailed)}
        query={{ isFetching: false, refetch: async () => onRetry() }}
      />
    </div>
  )
}

const BAR_MS = 3000

/**
 * Returns whether the bar is shown. The bar hides after three seconds without a key, a mouse move or a new photo. A tap
 * toggles the bar.
 */
function useIsBarShown(): boolean {
  const [isShown, setShown] = useState(true)
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const show = () => {
      setShown(true)
      clearTimeout(timer)
      timer = setTimeout(() => setShown(false), BAR_MS)
    }
    // Ignores moves of a finger. A finger also moves during a tap, and would show the bar that the tap is about to
    // hide.
    const onMove = ({ pointerType }: PointerEvent) => pointerType === 'mouse' && show()
    const onClick = ({ target }: MouseEvent) => {
      if (target instanceof Element && target.closest('.yarl__slide')) setShown((now) => !now)
    }
    show()
    const stop = new AbortController()
    window.addEventListener('pointermove', onMove, stop)
    window.addEventListener('keydown', show, stop)
    window.addEventListener('click', onClick, stop)
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [])
  return isShown
}

// A text of about four lines or more scrolls. Without a tab index, the scrolling text gets no focus in Safari.
const getTextTabIndex = (text: string) => (text.length > 120 ? 0 : undefined)

const findViewer = (removed: HTMLElement) => removed.closest<HTMLElement>('.yarl__container')

/** Caption, a button that shows the photo's description, and a download link for the author. */
function Bar({ post, photo }: { post: Post; photo: PostPhoto }) {
  const t = useTranslate()
  const isShown = useIsBarShown()
  const isMine = useViewer()?.id === post.author.id
  const [isAltOpen, setAltOpen] = useState(false)
  const id = useId()
  const element = useRef<HTMLDivElement>(null)
  // Each photo has its own bar, so a new photo removes the focused button. The keys of the photo viewer work only while
  // the focus is inside the viewer.
  useFocusAfterRemoval(element, findViewer)
  return (
    <div ref={element} className={classNames(styles.bar, !isShown && !isAltOpen && styles.quiet)}>
      <p id={id} dir="auto" hidden={!isAltOpen} tabIndex={getTextTabIndex(photo.alt)}>
        {photo.alt}
      </p>
      {post.caption && !isAltOpen && (
        <p dir="auto" tabIndex={getTextTabIndex(post.caption)}>
          {post.caption}
        </p>
      )}
      <div className={styles.acts}>
        {photo.alt && (
          <button
            type="button"
            aria-label={`${t(phrases.posts.altMark)}: ${t(phrases.posts.showAlt)}`}
            aria-expanded={isAltOpen}
            aria-controls={id}
            onClick={() => setAltOpen(!isAltOpen)}
          >
            {t(phrases.posts.altMark)}
          </button>
        )}
        {isMine && (
          <a href={getOriginalPhoto.path.replace(':id', photo.id)} download>
            {t(phrases.posts.download)}
          </a>
        )}
      </div>
    </div>
  )
}
