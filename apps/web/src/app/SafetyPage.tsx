import devices from '@phosphor-icons/core/regular/devices.svg?path'
import flag from '@phosphor-icons/core/regular/flag.svg?path'
import prohibit from '@phosphor-icons/core/regular/prohibit.svg?path'
import { PhotoRequestLink } from '#features/moderation/photo-request/PhotoRequestLink.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { pageLoader } from '#shell/page.ts'
import { TextPage } from '#shell/TextPage.tsx'

export const loader = pageLoader(({ t }) => ({
  head: {
    title: t(phrases.app.pageTitle, { page: t(phrases.texts.safety) }),
    description: t(phrases.texts.safetyLead),
  },
}))

/** `/safety` */
export function SafetyPage() {
  const t = useTranslate()
  const facts = [
    { icon: prohibit, title: t(phrases.texts.block), text: t(phrases.texts.blockText) },
    { icon: flag, title: t(phrases.texts.report), text: t(phrases.texts.reportText) },
    { icon: devices, title: t(phrases.texts.devices), text: t(phrases.texts.devicesText) },
  ]
  const account = (
    <>
      <p>{t(phrases.texts.accountText)}</p>
      <p>{t(phrases.texts.accountEnd)}</p>
    </>
  )
  const bother = (
    <>
      <p>{t(phrases.texts.botherText)}</p>
      <p>{t(phrases.texts.commentsText)}</p>
      <p>{t(phrases.texts.botherFree)}</p>
    </>
  )
  const sections = [
    { id: 'danger', title: t(phrases.texts.danger), body: <p>{t(phrases.texts.dangerText)}</p> },
    { id: 'bother', title: t(phrases.texts.bother), body: bother },
    { id: 'account', title: t(phrases.texts.account), body: account },
    { id: 'photo-request', title: t(phrases.photoRequest.shown), body: <PhotoRequestLink /> },
    { id: 'photos', title: t(phrases.texts.photos), body: <p>{t(phrases.texts.photosText)}</p> },
  ]
  return (
    <TextPage title={t(phrases.texts.safety)} lead={t(phrases.texts.safetyLead)} facts={facts} sections={sections} />
  )
}
