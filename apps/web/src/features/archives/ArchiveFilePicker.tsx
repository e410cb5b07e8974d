import shield from '@phosphor-icons/core/regular/shield-check.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Note } from '#ui/states/Note.tsx'
import { Spinner } from '#ui/states/Spinner.tsx'
import { ArchiveErrorBox } from './ArchiveErrorBox.tsx'
import { ArchiveFileButton } from './ArchiveFileButton.tsx'
import styles from './ArchiveFilePicker.module.css'
import type { ArchiveOpenError } from './use-open-archive.ts'

type ArchiveFilePickerProps = { reading: boolean; fault: ArchiveOpenError | null; onFiles: (files: File[]) => void }

/** File picker with instructions for getting an archive. Shows the error of the previously chosen file. */
export function ArchiveFilePicker({ reading, fault, onFiles }: ArchiveFilePickerProps) {
  const t = useTranslate()
  const chooseAgain = fault?.code === 'part' ? phrases.archives.addParts : phrases.archives.chooseOtherArchive
  return (
    <div className={styles.choice}>
      <p>{t(phrases.archives.intro)}</p>
      <Note icon={shield}>{t(phrases.archives.localFileNote)}</Note>
      {fault && <ArchiveErrorBox fault={fault} />}
      <div role="status">
        {reading ? (
          <p className={styles.reading}>
            <Spinner />
            {t(phrases.archives.readingArchive)}
          </p>
        ) : (
          <ArchiveFileButton label={t(fault ? chooseAgain : phrases.archives.chooseArchive)} onFiles={onFiles} />
        )}
      </div>
      <h2>{t(phrases.archives.instructionsTitle)}</h2>
      <dl className={styles.ways}>
        <dt>Instagram</dt>
        <dd>{t(phrases.archives.instagramInstructions)}</dd>
        <dt>Mastodon</dt>
        <dd>{t(phrases.archives.mastodonInstructions)}</dd>
        <dt>Pixelfed</dt>
        <dd>{t(phrases.archives.pixelfedInstructions)}</dd>
      </dl>
    </div>
  )
}
