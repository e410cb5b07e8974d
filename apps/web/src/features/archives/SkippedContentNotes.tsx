import info from '@phosphor-icons/core/regular/info.svg?path'
import { networkNames } from '#i18n/en/by-value/archives/network-names.ts'
import { skippedContentTexts } from '#i18n/en/by-value/archives/skipped-content-texts.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Note } from '#ui/states/Note.tsx'
import type { SkippedCounts } from './parsed-archive.ts'
import type { Archive } from './read-archive.ts'
import styles from './SkippedContentNotes.module.css'

export function SkippedContentNotes({ archive }: { archive: Archive }) {
  const t = useTranslate()
  const { posts, network, skippedCounts, missing } = archive
  const kinds = (Object.keys(skippedCounts) as (keyof SkippedCounts)[]).filter((kind) => skippedCounts[kind] > 0)
  const isSplit = posts.some(({ part }) => part)
  return (
    <Note icon={info} tone="plain">
      <div className={styles.notes}>
        <p>{t(phrases.archives.foundPostCount, { count: posts.length, network: networkNames[network] })}</p>
        {isSplit && <p>{t(phrases.archives.photoLimitNote)}</p>}
        {kinds.length > 0 && (
          <div>
            <p>{t(phrases.archives.skippedContentTitle)}</p>
            <ul>
              {kinds.map((kind) => (
                <li key={kind}>{t(skippedContentTexts[kind], { count: skippedCounts[kind] })}</li>
              ))}
            </ul>
          </div>
        )}
        {missing.length > 0 && (
          <details>
            <summary>{t(phrases.archives.missingPhotoCount, { count: missing.length })}</summary>
            <p>{t(phrases.archives.missingPhotosHelp)}</p>
            <ul>
              {missing.map((path) => (
                <li key={path}>{path}</li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Note>
  )
}
