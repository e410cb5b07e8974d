import { maxPhotoBytes } from '@pawtrait/contract/photos/photos.ts'
import { truncateWithEllipsis } from '@pawtrait/contract/text/graphemes.ts'
import check from '@phosphor-icons/core/bold/check-bold.svg?path'
import image from '@phosphor-icons/core/regular/image.svg?path'
import { useEffect, useRef, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatDay } from '#lib/time/format-days.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { Icon } from '#ui/Icon.tsx'
import styles from './PostTile.module.css'
import type { ImportablePhoto, ImportablePost } from './read-archive.ts'
import { readZipEntry } from './zip-entries.ts'

const SIDE = 320

// Queue that unpacks one photo at a time, even if many tiles scroll into view.
let lastDrawing: Promise<unknown> = Promise.resolve()

type PostTileProps = {
  post: ImportablePost
  isImported: boolean
  isSelected: boolean
  onToggle: () => void
}

/** A post of an archive: first photo, date and text. A press selects or deselects the post. */
export function PostTile({ post, isImported, isSelected, onToggle }: PostTileProps) {
  const locale = useLocale()
  const timeZone = useTimeZone()
  const [first] = post.photos
  return (
    <li className={styles.tile} data-chosen={isSelected || undefined} data-known={isImported || undefined}>
      <label>
        <input type="checkbox" checked={isSelected} disabled={isImported} onChange={onToggle} />
        <span className={styles.photo}>
          {first && <Thumb photo={first} />}
          {!isImported && <span className={styles.mark}>{isSelected && <Icon path={check} size={18} />}</span>}
        </span>
        <span className={styles.words}>
          <b>{formatDay(post.postedAt, locale, timeZone)}</b>
          {post.caption && (
            <span dir="auto" className={styles.caption}>
              {truncateWithEllipsis(post.caption, 200)}
            </span>
          )}
          <Marks post={post} isImported={isImported} />
        </span>
      </label>
    </li>
  )
}

/** Labels of a post's state, such as "already imported", the number of photos and "only for followers". */
function Marks({ post, isImported }: { post: ImportablePost; isImported: boolean }) {
  const t = useTranslate()
  const { part, photos, missing, sensitive, audience } = post
  const notes = [
    isImported && t(phrases.archives.alreadyImported),
    part && t(phrases.archives.postPartNumber, part),
    photos.length > 1 && t(phrases.posts.tilePhotoCount, { count: photos.length }),
    missing > 0 && t(phrases.archives.missingPhotoCount, { count: missing }),
    sensitive && t(phrases.archives.markedSensitive),
    audience === 'followers' && t(phrases.archives.followersOnly),
  ].filter((mark) => typeof mark === 'string')
  return notes.length > 0 && <span className={styles.marks}>{notes.join(' · ')}</span>
}

/** Thumbnail of a photo, drawn once it is within 300 px of the viewport. */
function Thumb({ photo }: { photo: ImportablePhoto }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [isDrawn, setDrawn] = useState(false)
  useEffect(() => {
    const element = canvas.current
    if (!element) return
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) return
        observer.disconnect()
        void drawThumb(photo, element).then((drawn) => drawn && setDrawn(true))
      },
      { rootMargin: '300px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [photo])
  return (
    <>
      <canvas ref={canvas} aria-hidden="true" />
      {!isDrawn && <Icon path={image} size={28} />}
    </>
  )
}

/**
 * Draws a photo of an archive, cropped to the canvas. Resolves to false if the photo cannot be unpacked or decoded, if
 * the archive lacks it, or if the tile was unmounted.
 */
function drawThumb(photo: ImportablePhoto, canvas: HTMLCanvasElement): Promise<boolean> {
  const draw = async () => {
    if (!photo.entry || !canvas.isConnected) return false
    const blob = await readZipEntry(photo.entry, maxPhotoBytes)
    const picture = await createImageBitmap(blob)
    const side = Math.min(picture.width, picture.height)
    const [x, y] = [(picture.width - side) / 2, (picture.height - side) / 2]
    canvas.width = SIDE
    canvas.height = SIDE
    canvas.getContext('2d')?.drawImage(picture, x, y, side, side, 0, 0, SIDE, SIDE)
    picture.close()
    return true
  }
  const drawn = lastDrawing.then(draw).catch(() => false)
  lastDrawing = drawn
  return drawn
}
