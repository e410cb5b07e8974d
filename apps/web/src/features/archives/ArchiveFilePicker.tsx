import archiveIcon from '@phosphor-icons/core/regular/file-zip.svg?path'
import shield from '@phosphor-icons/core/regular/shield-check.svg?path'
import type { ChangeEvent } from 'react'
import { archiveErrors } from '#i18n/en/by-value/archives/archive-errors.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import { Note } from '#ui/states/Note.tsx'
import { Spinner } from '#ui/states/Spinner.tsx'
import styles from './ArchiveFilePicker.module.css'
import type { ArchiveErrorCode } from './read-archive.ts'

type ArchiveFilePickerProps = { reading: boolean; fault: ArchiveErrorCode | null; onFile: (file: File) => void }

/** File picker with instructions for getting an archive, and the error of the previous choice. */
export function ArchiveFilePicker({ reading, fault, onFile }: ArchiveFilePickerProps) {
  const t = useTranslate()
  const take = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const [file] = target.files ?? []
    if (file) onFile(file)
    target.value = ''
  }
  return (
    <div className={styles.choice}>
      <p>{t(phrases.archives.intro)}</p>
      <Note icon={shield}>{t(phrases.archives.localFileNote)}</Note>
      {fault && <ErrorBox title={t(phrases.archives.openFailed)}>{t(archiveErrors[fault])}</ErrorBox>}
      <div className={styles.act} role="status">
        {reading ? (
          <p className={styles.reading}>
            <Spinner />
            {t(phrases.archives.readingArchive)}
          </p>
        ) : (
          <label className={buttonClass()}>
            <Icon path={archiveIcon} />
            {t(fault ? phrases.archives.chooseOtherArchive : phrases.archives.chooseArchive)}
            <input type="file" accept=".zip,.json,application/zip,application/json" className="vh" onChange={take} />
          </label>
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
