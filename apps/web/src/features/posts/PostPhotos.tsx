import type { Post, PostPhoto } from '@pawtrait/contract/posts.ts'
import { useState } from 'react'
import { boxShape, cardSizes, hangsWhole, narrowBox, pageSizes } from '#features/media/photo-sizes.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useDoubleTap } from '#lib/use-double-tap.ts'
import { useViewer } from '#shell/viewer.ts'
import { Carousel } from '#ui/Carousel.tsx'
import { classNames } from '#ui/class-names.ts'
import { PawIcon } from '#ui/PawIcon.tsx'
import { Photo } from '#ui/Photo.tsx'
import { PetPlates } from './PetPlates.tsx'
import { PhotoWords } from './PhotoWords.tsx'
import styles from './PostPhotos.module.css'

type PostPhotosProps = {
  post: Post
  /** In the feed, or on the page of the post. */
  place: 'card' | 'page'
  /** The first photos of a screen are fetched at once. */
  priority?: boolean
  /** Two quick taps like the post; the paw below is the other way. */
  onDoubleTap: () => void
}

/** The photos of a post in their mat: swipe, arrows, contact strip, plates of the pets and the words for each photo. */
export function PostPhotos({ post, place, priority = false, onDoubleTap }: PostPhotosProps) {
  const t = useTranslate()
  const [current, setCurrent] = useState(0)
  const [taps, setTaps] = useState(0)
  const tap = useDoubleTap(() => {
    setTaps(taps + 1)
    onDoubleTap()
  })
  const words = {
    label: t(phrases.posts.photos),
    strip: t(phrases.posts.photoStrip),
    previous: t(phrases.posts.previous),
    next: t(phrases.posts.next),
    slide: (number: number, total: number) => t(phrases.posts.photo, { number, total }),
  }
  const shape = boxShape(post.photos[0])
  const slides = post.photos.map((photo, index) => ({
    id: photo.id,
    content: <Slide post={post} index={index} photo={photo} place={place} priority={priority && index === 0} />,
    thumb: <Photo photo={photo} alt="" sizes="48px" fit="cover" />,
  }))
  return (
    <div className={classNames(styles.photos, styles[place], styles[shape])} {...tap}>
      <Carousel className={styles.carousel ?? ''} slides={slides} words={words} onSlide={setCurrent}>
        <PhotoWords key={current} alt={post.photos[current]?.alt ?? ''} />
        {!post.isReady && <Waiting post={post} />}
        <PetPlates pets={post.pets} />
      </Carousel>
      {taps > 0 && (
        <span key={taps} className={styles.burst} aria-hidden="true">
          <PawIcon pressed />
        </span>
      )}
    </div>
  )
}

type SlideProps = Pick<PostPhotosProps, 'post' | 'place' | 'priority'> & { photo: PostPhoto; index: number }

function Slide({ post, photo, place, index, priority = false }: SlideProps) {
  const t = useTranslate()
  const viewer = useViewer()
  const shape = boxShape(post.photos[0])
  const wholeWide = hangsWhole(photo, place === 'card' ? 1 : 0.78)
  const wholeNarrow = hangsWhole(photo, narrowBox(place, shape))
  return (
    <Photo
      className={classNames(styles.photo, wholeWide && styles.wholeWide, wholeNarrow && styles.wholeNarrow) ?? ''}
      photo={photo}
      alt={photo.alt || t(phrases.posts.photoOf, { number: index + 1, name: post.author.username })}
      sizes={place === 'card' ? cardSizes(photo, shape) : pageSizes(photo, shape, viewer !== null)}
      fit="cover"
      priority={priority}
    />
  )
}

function Waiting({ post }: { post: Post }) {
  const t = useTranslate()
  const failed = post.photos.some((photo) => photo.state === 'failed')
  return (
    <p className={styles.waiting} role="status">
      {t(failed ? phrases.posts.photoFailed : phrases.posts.processing)}
    </p>
  )
}
