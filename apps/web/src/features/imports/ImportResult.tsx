import type { DataImport, SkippedItem } from '@pawtrait/contract/imports.ts'
import { importSkipReasons } from '#i18n/en/by-value/archives/import-skip-reasons.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import styles from './ImportResult.module.css'

/** Result of a finished import: what was imported, and what was skipped and why. */
export function ImportResult({ dataImport }: { dataImport: DataImport }) {
  const t = useTranslate()
  const { state, failure, posts, photos, pets, alreadyHere } = dataImport
  const counts = {
    posts: t(phrases.imports.postCount, { count: posts }),
    photos: t(phrases.imports.photoCount, { count: photos }),
    pets: t(phrases.imports.petCount, { count: pets }),
  }
  return (
    <div className={styles.result}>
      {state === 'failed' && (
        <ErrorBox title={t(failure === 'unreadable' ? phrases.imports.zipUnreadable : phrases.imports.stoppedTitle)}>
          {t(failure === 'unreadable' ? phrases.imports.zipUnreadableHelp : phrases.imports.stoppedHelp)}
        </ErrorBox>
      )}
      <p>
        {t(phrases.imports.importedCounts, counts)}{' '}
        {alreadyHere > 0 && t(phrases.imports.alreadyHereCount, { count: alreadyHere })}
      </p>
      {dataImport.skippedCount > 0 && <SkippedList dataImport={dataImport} />}
    </div>
  )
}

function SkippedList({ dataImport: { skipped, skippedCount } }: { dataImport: DataImport }) {
  const t = useTranslate()
  const hiddenCount = skippedCount - skipped.length
  return (
    <details className={styles.skipped}>
      <summary>{t(phrases.imports.skippedCount, { count: skippedCount })}</summary>
      <ul>
        {skipped.map((item, at) => (
          // oxlint-disable-next-line react/no-array-index-key -- items may be identical, and their order never changes
          <SkippedRow key={at} {...item} />
        ))}
        {hiddenCount > 0 && <li>{t(phrases.imports.moreSkippedCount, { count: hiddenCount })}</li>}
      </ul>
    </details>
  )
}

function SkippedRow({ file, reason, at }: SkippedItem) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const isPhoto = file.startsWith('photos/')
  const itemPhrases: Record<string, string> = {
    'posts.json': phrases.imports.postItem,
    'pets.json': phrases.imports.petItem,
    'account.json': phrases.imports.profileItem,
  }
  const day = at && new Date(at).toLocaleDateString(locale, { dateStyle: 'long', timeZone })
  const subject = day
    ? t(isPhoto ? phrases.imports.photoItemWithDay : phrases.imports.postItemWithDay, { day })
    : t(itemPhrases[file] ?? phrases.imports.photoItem)
  return <li>{t(phrases.imports.skippedItemWithReason, { what: subject, why: t(importSkipReasons[reason]) })}</li>
}
