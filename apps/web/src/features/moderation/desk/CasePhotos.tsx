import { getReportedPhoto, type ReportInContext } from '@pawtrait/contract/moderation-desk.ts'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { addressOf } from '#lib/call.ts'
import { classNames } from '#ui/class-names.ts'
import styles from './CasePage.module.css'

type CasePhotosProps = Pick<ReportInContext, 'photos'> & { report: ReportInContext['id'] }

/** Photos of what was reported, blurred until one opens them: nobody is shown something bad unasked. */
export function CasePhotos({ report, photos }: CasePhotosProps) {
  const t = useTranslate()
  return (
    <ul className={styles.photos} aria-label={t(phrases.desk.photos)} data-several={photos.length > 1 || undefined}>
      {photos.map((photo, index) => (
        <CasePhoto key={photo.id} report={report} photo={photo} at={index + 1} count={photos.length} />
      ))}
    </ul>
  )
}

type CasePhotoProps = { report: ReportInContext['id']; photo: ReportInContext['photos'][0]; at: number; count: number }

function CasePhoto({ report, photo: { id, width, height, alt }, at, count }: CasePhotoProps) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  const src = addressOf(getReportedPhoto, { params: { id: report, photo: id } })
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
          <button type="button" aria-pressed={isOpen} onClick={() => setOpen(!isOpen)}>
            {t(isOpen ? phrases.desk.blurPhoto : phrases.desk.showPhoto, { at, count })}
          </button>
        </div>
        <figcaption className="small muted">{alt || t(phrases.desk.noAlt)}</figcaption>
      </figure>
    </li>
  )
}
