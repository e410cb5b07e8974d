import { textLimits } from '@pawtrait/contract/text/clean-text.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { TextArea } from '#ui/forms/TextArea.tsx'
import styles from './DraftEditor.module.css'
import { type Draft, isPhotoRefused } from './draft-store.ts'
import { useCharacterCounter } from './use-character-counter.ts'
import { useDraftStore } from './use-draft-store.ts'

/**
 * Returns the server's error for the description of the photo at index `at`. Refused photos are not sent, so the
 * server's indexes skip them.
 */
export const getAltTextError = ({ photos, submission }: Pick<Draft, 'photos' | 'submission'>, at: number) =>
  submission?.error?.field(`photos.${photos.slice(0, at).filter((photo) => !isPhotoRefused(photo)).length}.alt`)

/** Text field for the description of the selected photo. */
export function AltTextField({ draft }: { draft: Draft }) {
  const t = useTranslate()
  const counter = useCharacterCounter()
  const { changePhoto } = useDraftStore()
  const at = draft.photos.findIndex(({ key }) => key === draft.chosen)
  const photo = draft.photos[at]
  if (!photo) return null
  return (
    <>
      <TextArea
        key={photo.key}
        label={t(phrases.create.describePhoto, { number: at + 1 })}
        help={t(phrases.create.describePhotoHelp)}
        value={photo.alt}
        rows={2}
        counter={{ ...counter(photo.alt, textLimits.alt), always: true }}
        error={getAltTextError(draft, at)}
        onChange={({ target }) => changePhoto(photo.key, () => ({ alt: target.value }))}
      />
      {photo.note && (
        <p className={styles.still}>
          {t(photo.note === 'still' ? phrases.create.stillPhotoNote : phrases.create.truncatedPhotoNote)}
        </p>
      )}
    </>
  )
}
