import { getReportedPhoto, type ReportDetails } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { buildEndpointUrl } from '#lib/server/call.ts'
import { classNames } from '#ui/class-names.ts'
import styles from './CasePage.module.css'

type Photo = ReportDetails['photos'][0]

/** Returns the unblurred photos of a report. `flipAll` unblurs all photos, or blurs them if all are unblurred. */
export function useUnblurredPhotos(photos: readonly Photo[]) {
  const [shownIds, setShownIds] = useState<readonly Photo['id'][]>([])
  const flip = (id: Photo['id']) =>
    setShownIds((now) => (now.includes(id) ? now.filter((other) => other !== id) : [...now, id]))
  const flipAll = () => setShownIds(shownIds.length < photos.length ? photos.map(({ id }) => id) : [])
  return { shown: shownIds, flip, flipAll }
}

export type UnblurredPhotos = ReturnType<typeof useUnblurredPhotos>

type CasePhotosProps = { report: ReportDetails['id']; photos: readonly Photo[]; open: UnblurredPhotos }

/** Photos of the reported item. Each is blurred until opened, because it may show harmful content. */
export function CasePhotos({ report, photos, open }: CasePhotosProps) {
  const t = useTranslate()
  return (
    <ul
      className={styles.photos}
      aria-label={t(phrases.desk.photosTitle)}
      data-several={photos.length > 1 || undefined}
    >
      {photos.map((photo, index) => (
        <CasePhoto key={photo.id} {...{ report, photo, open }} at={index + 1} count={photos.length} />
      ))}
    </ul>
  )
}

type CasePhotoProps = Omit<CasePhotosProps, 'photos'> & { photo: Photo; at: number; count: number }

function CasePhoto({ report, photo: { id, width, height, alt, wasTakenOut }, open, at, count }: CasePhotoProps) {
  const t = useTranslate()
  const isOpen = open.shown.includes(id)
  const src = buildEndpointUrl(getReportedPhoto, { params: { id: report, photo: id } })
  return (
    <li>
      <figure>
        <div className={classNames(styles.photo, 'over-photo')}>
          <img
            className={isOpen ? undefined : styles.blurred}
            {...{ src, width, height }}
            alt={isOpen ? alt : ''}
            loading="lazy"
            decoding="async"
          />
          <button type="button" aria-pressed={isOpen} onClick={() => open.flip(id)}>
            {t(isOpen ? phrases.desk.blurPhoto : phrases.desk.showPhoto, { at, count })}
          </button>
        </div>
        <figcaption className="small muted">
          {wasTakenOut && <b className={styles.then}>{t(phrases.desk.reportedVersionNote)}</b>}
          {alt || t(phrases.desk.altMissing)}
        </figcaption>
      </figure>
    </li>
  )
}
