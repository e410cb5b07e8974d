import devices from '@phosphor-icons/core/regular/devices.svg?path'
import flag from '@phosphor-icons/core/regular/flag.svg?path'
import prohibit from '@phosphor-icons/core/regular/prohibit.svg?path'
import { PhotoRequestLink } from '#features/moderation/photo-request/PhotoRequestLink.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { pageLoader } from '#shell/page-loader.ts'
import { TextPage } from '#shell/TextPage.tsx'

export const loader = pageLoader(({ t }) => ({
  head: {
    title: t(phrases.app.pageTitle, { page: t(phrases.texts.safetyTitle) }),
    description: t(phrases.texts.safetyIntro),
  },
}))

/** Page at `/safety`. */
export function SafetyPage() {
  const t = useTranslate()
  const facts = [
    { icon: prohibit, title: t(phrases.texts.blockTitle), text: t(phrases.texts.blockText) },
    { icon: flag, title: t(phrases.texts.reportTitle), text: t(phrases.texts.reportText) },
    { icon: devices, title: t(phrases.texts.sessionsTitle), text: t(phrases.texts.sessionsText) },
  ]
  const accountTexts = (
    <>
      <p>{t(phrases.texts.accountProtectionText)}</p>
      <p>{t(phrases.texts.endSessionText)}</p>
    </>
  )
  const harassmentTexts = (
    <>
      <p>{t(phrases.texts.harassmentText)}</p>
      <p>{t(phrases.texts.commentsText)}</p>
      <p>{t(phrases.texts.safetyIsFreeText)}</p>
    </>
  )
  const sections = [
    {
      id: 'danger',
      title: t(phrases.texts.animalInDangerSectionTitle),
      body: <p>{t(phrases.texts.animalInDangerText)}</p>,
    },
    { id: 'bother', title: t(phrases.texts.harassmentSectionTitle), body: harassmentTexts },
    { id: 'account', title: t(phrases.texts.accountProtectionSectionTitle), body: accountTexts },
    { id: 'photo-request', title: t(phrases.photoRequest.promptTitle), body: <PhotoRequestLink /> },
    {
      id: 'photos',
      title: t(phrases.texts.photoPrivacySectionTitle),
      body: <p>{t(phrases.texts.photoPrivacyText)}</p>,
    },
  ]
  return (
    <TextPage
      title={t(phrases.texts.safetyTitle)}
      lead={t(phrases.texts.safetyIntro)}
      facts={facts}
      sections={sections}
    />
  )
}
