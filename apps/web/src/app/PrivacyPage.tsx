import feather from '@phosphor-icons/core/regular/feather.svg?path'
import mapPin from '@phosphor-icons/core/regular/map-pin-line.svg?path'
import prohibit from '@phosphor-icons/core/regular/megaphone-simple.svg?path'
import { PhotoRequestLink } from '#features/moderation/photo-request/PhotoRequestLink.tsx'
import { cookieTexts, otherStorageTexts } from '#i18n/en/by-value/app/browser-storage.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { pageLoader } from '#shell/page-loader.ts'
import { TextPage } from '#shell/TextPage.tsx'
import { StorageTable } from './StorageTable.tsx'

export const loader = pageLoader(({ t }) => ({
  head: {
    title: t(phrases.app.pageTitle, { page: t(phrases.texts.privacyTitle) }),
    description: t(phrases.texts.privacyIntro),
  },
}))

/** Page at `/privacy`. */
export function PrivacyPage() {
  const t = useTranslate()
  const facts = [
    { icon: mapPin, title: t(phrases.texts.noLocationTitle), text: t(phrases.texts.noLocationText) },
    { icon: prohibit, title: t(phrases.texts.noAdsTitle), text: t(phrases.texts.noAdsText) },
    { icon: feather, title: t(phrases.texts.minimalDataTitle), text: t(phrases.texts.minimalDataText) },
  ]
  const storedTexts = (
    <>
      <p>{t(phrases.texts.storedAccountText)}</p>
      <p>{t(phrases.texts.storedAgeText)}</p>
      <p>{t(phrases.texts.storedPostsText)}</p>
      <p>{t(phrases.texts.storedSessionsText)}</p>
      <p>{t(phrases.texts.storedPushText)}</p>
    </>
  )
  const deletedTexts = (
    <>
      <p>{t(phrases.texts.deletionText)}</p>
      <p>{t(phrases.texts.accountDeletionText)}</p>
    </>
  )
  const browserStorage = (
    <>
      <p>{t(phrases.texts.browserStorageText)}</p>
      <StorageTable caption={t(phrases.texts.cookiesCaption)} rows={cookieTexts} />
      <StorageTable caption={t(phrases.texts.otherStorageCaption)} rows={otherStorageTexts} />
      <p>{t(phrases.texts.openTabText)}</p>
    </>
  )
  const sections = [
    { id: 'keep', title: t(phrases.texts.storedDataSectionTitle), body: storedTexts },
    { id: 'never', title: t(phrases.texts.neverStoredSectionTitle), body: <p>{t(phrases.texts.neverStoredText)}</p> },
    { id: 'who', title: t(phrases.texts.visibilitySectionTitle), body: <p>{t(phrases.texts.visibilityText)}</p> },
    { id: 'browser', title: t(phrases.texts.browserStorageSectionTitle), body: browserStorage },
    { id: 'photo-request', title: t(phrases.photoRequest.promptTitle), body: <PhotoRequestLink /> },
    { id: 'gone', title: t(phrases.texts.deletionSectionTitle), body: deletedTexts },
    { id: 'yours', title: t(phrases.texts.dataExportSectionTitle), body: <p>{t(phrases.texts.dataExportText)}</p> },
  ]
  return (
    <TextPage
      title={t(phrases.texts.privacyTitle)}
      lead={t(phrases.texts.privacyIntro)}
      facts={facts}
      sections={sections}
    />
  )
}
