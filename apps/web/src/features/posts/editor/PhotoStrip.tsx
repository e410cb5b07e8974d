import plus from '@phosphor-icons/core/bold/plus-bold.svg?path'
import { type ChangeEvent, type PointerEvent, useId, useRef } from 'react'
import { ColourFilter } from '#features/media/ColourFilter.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useIsOnline } from '#lib/server/use-online.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import { ProgressRing } from '#ui/states/ProgressRing.tsx'
import { getAltTextError } from './AltTextField.tsx'
import { type Draft, type DraftPhoto, MAX_PHOTOS } from './draft-store.ts'
import styles from './PhotoStrip.module.css'
import { useDraftStore } from './use-draft-store.ts'
import { usePhotoPreview } from './use-photo-preview.ts'

const DRAG_PX = 8

type PhotoStripProps = {
  draft: Draft
  onFiles: (files: File[]) => void
  /** Opens a photo in a dialog. Set in narrow windows, where the strip is a single scrolling line. */
  onOpen?: ((key: string) => void) | undefined
}

/** Thumbnails in the order of the post. A press selects a photo. Dragging or buttons in `PhotoStage` move it. */
export function PhotoStrip({ draft, onFiles, onOpen }: PhotoStripProps) {
  const t = useTranslate()
  const list = useRef<HTMLOListElement>(null)
  const findSlotAt = (event: PointerEvent) => {
    const slots = [...(list.current?.querySelectorAll('[data-slot]') ?? [])]
    return slots.findIndex((slot) => {
      const box = slot.getBoundingClientRect()
      const inRow = event.clientY >= box.top && event.clientY <= box.bottom
      return inRow && event.clientX >= box.left && event.clientX <= box.right
    })
  }
  return (
    <ol
      ref={list}
      className={classNames(styles.strip, onOpen && styles.line)}
      aria-label={t(phrases.create.photoOrderLabel)}
    >
      {draft.photos.map((photo, at) => (
        <li key={photo.key} data-slot="">
          <Thumb
            photo={photo}
            at={at}
            chosen={draft.chosen === photo.key}
            isWrong={getAltTextError(draft, at) !== undefined}
            slotAt={findSlotAt}
            onOpen={onOpen}
          />
        </li>
      ))}
      {draft.photos.length < MAX_PHOTOS && <AddPhotosButton onFiles={onFiles} />}
    </ol>
  )
}

function AddPhotosButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  const t = useTranslate()
  const id = useId()
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    onFiles([...(target.files ?? [])])
    target.value = ''
  }
  return (
    <li>
      <label className={styles.add} htmlFor={id}>
        <Icon path={plus} />
        <span className="vh">{t(phrases.create.addPhotos)}</span>
      </label>
      <input className="vh" id={id} type="file" accept="image/*" multiple onChange={take} />
    </li>
  )
}

type ThumbProps = {
  photo: DraftPhoto
  at: number
  chosen: boolean
  /** True if the server refused the description of this photo. */
  isWrong: boolean
  slotAt: (event: PointerEvent) => number
  onOpen: PhotoStripProps['onOpen']
}

/** Returns pointer handlers that move a photo as soon as its thumbnail is dragged over another one. */
function useDragOrder({ photo, at, slotAt, onOpen }: ThumbProps) {
  const { movePhoto } = useDraftStore()
  const from = useRef<{ x: number; y: number } | null>(null)
  if (onOpen) return {}
  return {
    onPointerDown: (event: PointerEvent<HTMLButtonElement>) => {
      from.current = { x: event.clientX, y: event.clientY }
      event.currentTarget.setPointerCapture(event.pointerId)
    },
    onPointerMove: (event: PointerEvent<HTMLButtonElement>) => {
      const start = from.current
      if (!start || Math.hypot(event.clientX - start.x, event.clientY - start.y) <= DRAG_PX) return
      const slot = slotAt(event)
      if (slot >= 0 && slot !== at) movePhoto(photo.key, slot)
    },
    onPointerUp: () => {
      from.current = null
    },
  }
}

function Thumb(props: ThumbProps) {
  const { photo, at, chosen, isWrong, onOpen } = props
  const t = useTranslate()
  const { change } = useDraftStore()
  const drag = useDragOrder(props)
  const isOnline = useIsOnline()
  const { step } = photo.progress
  const isUploading = isOnline && (step === 'waiting' || step === 'sending')
  const label = step === 'accepted' ? phrases.create.photoNumber : phrases.create.photoFailedLabel
  const alt = photo.alt ? t(phrases.create.altMark) : t(phrases.create.altMissingMark)
  return (
    <button
      type="button"
      className={styles.thumb}
      aria-current={onOpen ? undefined : chosen}
      aria-haspopup={onOpen ? 'dialog' : undefined}
      data-failed={step === 'failed' || isWrong || undefined}
      onClick={() => {
        change(() => ({ chosen: photo.key }))
        onOpen?.(photo.key)
      }}
      {...drag}
    >
      <Picture photo={photo} />
      {isUploading && <UploadRing photo={photo} />}
      <span className="vh">{t(isUploading ? phrases.create.photoSendingLabel : label, { number: at + 1 })}, </span>
      <span className={styles.number} aria-hidden="true">
        {at + 1}
      </span>
      <span className={styles.alt} data-missing={photo.alt === '' || undefined}>
        {alt}
      </span>
    </button>
  )
}

/** Upload progress of a photo, as a ring. */
function UploadRing({ photo: { progress, file } }: { photo: DraftPhoto }) {
  const share = progress.step === 'sending' && file ? progress.sent / Math.max(1, file.size) : 0
  return (
    <span className={styles.sent}>
      <ProgressRing share={share} />
    </span>
  )
}

function Picture({ photo }: { photo: DraftPhoto }) {
  const preview = usePhotoPreview(photo)
  const filterId = useId()
  // Only the local file needs the colour filter. The server has already applied the adjustments to its image.
  const adjustments = preview === photo.preview ? photo.adjustments : null
  if (!preview) return null
  return (
    <>
      {adjustments && <ColourFilter id={filterId} adjustments={adjustments} />}
      <img
        src={preview}
        alt=""
        draggable={false}
        style={adjustments ? { filter: `url(#${CSS.escape(filterId)})` } : undefined}
      />
    </>
  )
}
