import { archiveErrorTexts } from '#i18n/en/by-value/archives/archive-error-texts.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { ErrorBox } from '#ui/states/ErrorBox.tsx'
import type { ArchiveOpenError } from './use-open-archive.ts'

export function ArchiveErrorBox({ fault: { code, fileName } }: { fault: ArchiveOpenError }) {
  const t = useTranslate()
  const title = code === 'part' ? phrases.archives.partialArchiveTitle : phrases.archives.openFailed
  return (
    <ErrorBox title={t(title)}>
      {fileName !== null && <bdi>{fileName}: </bdi>}
      {t(archiveErrorTexts[code])}
    </ErrorBox>
  )
}
