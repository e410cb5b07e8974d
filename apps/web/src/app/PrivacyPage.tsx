import feather from '@phosphor-icons/core/regular/feather.svg?path'
import mapPin from '@phosphor-icons/core/regular/map-pin-line.svg?path'
import prohibit from '@phosphor-icons/core/regular/megaphone-simple.svg?path'
import { useTranslate } from '#i18n/use-translate.ts'
import { loads } from '#shell/page.ts'
import { TextPage } from '#shell/TextPage.tsx'

export const loader = loads(({ t }) => ({
  head: { title: t('app.pageTitle', { page: t('texts.privacy') }), description: t('texts.privacyLead') },
}))

/** `/privacy` */
export function PrivacyPage() {
  const t = useTranslate()
  const facts = [
    { icon: mapPin, title: t('texts.noLocation'), text: t('texts.noLocationText') },
    { icon: prohibit, title: t('texts.noAds'), text: t('texts.noAdsText') },
    { icon: feather, title: t('texts.little'), text: t('texts.littleText') },
  ]
  const kept = (
    <>
      <p>{t('texts.keepYou')}</p>
      <p>{t('texts.keepPosts')}</p>
      <p>{t('texts.keepSessions')}</p>
    </>
  )
  const sections = [
    { id: 'keep', title: t('texts.keep'), body: kept },
    { id: 'never', title: t('texts.never'), body: <p>{t('texts.neverText')}</p> },
    { id: 'who', title: t('texts.who'), body: <p>{t('texts.whoText')}</p> },
    { id: 'browser', title: t('texts.browser'), body: <p>{t('texts.browserText')}</p> },
    { id: 'gone', title: t('texts.gone'), body: <p>{t('texts.goneText')}</p> },
  ]
  return <TextPage title={t('texts.privacy')} lead={t('texts.privacyLead')} facts={facts} sections={sections} />
}
