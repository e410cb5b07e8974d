import feather from '@phosphor-icons/core/regular/feather.svg?path'
import mapPin from '@phosphor-icons/core/regular/map-pin-line.svg?path'
import prohibit from '@phosphor-icons/core/regular/megaphone-simple.svg?path'
import { PhotoRequestLink } from '#features/moderation/photo-request/PhotoRequestLink.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { pageLoader } from '#shell/page.ts'
import { TextPage } from '#shell/TextPage.tsx'

export const loader = pageLoader(({ t }) => ({
  head: {
    title: t(phrases.app.pageTitle, { page: t(phrases.texts.privacy) }),
    description: t(phrases.texts.privacyLead),
  },
}))

/** `/privacy` */
export function PrivacyPage() {
  const t = useTranslate()
  const facts = [
    { icon: mapPin, title: t(phrases.texts.noLocation), text: t(phrases.texts.noLocationText) },
    { icon: prohibit, title: t(phrases.texts.noAds), text: t(phrases.texts.noAdsText) },
    { icon: feather, title: t(phrases.texts.little), text: t(phrases.texts.littleText) },
  ]
  const storedTexts = (
    <>
      <p>{t(phrases.texts.keepYou)}</p>
      <p>{t(phrases.texts.keepAge)}</p>
      <p>{t(phrases.texts.keepPosts)}</p>
      <p>{t(phrases.texts.keepSessions)}</p>
    </>
  )
  const deletedTexts = (
    <>
      <p>{t(phrases.texts.goneText)}</p>
      <p>{t(phrases.texts.goneAccount)}</p>
    </>
  )
  const sections = [
    { id: 'keep', title: t(phrases.texts.keep), body: storedTexts },
    { id: 'never', title: t(phrases.texts.never), body: <p>{t(phrases.texts.neverText)}</p> },
    { id: 'who', title: t(phrases.texts.who), body: <p>{t(phrases.texts.whoText)}</p> },
    { id: 'browser', title: t(phrases.texts.browser), body: <p>{t(phrases.texts.browserText)}</p> },
    { id: 'photo-request', title: t(phrases.photoRequest.shown), body: <PhotoRequestLink /> },
    { id: 'gone', title: t(phrases.texts.gone), body: deletedTexts },
    { id: 'yours', title: t(phrases.texts.yours), body: <p>{t(phrases.texts.yoursText)}</p> },
  ]
  return (
    <TextPage title={t(phrases.texts.privacy)} lead={t(phrases.texts.privacyLead)} facts={facts} sections={sections} />
  )
}
