import devices from '@phosphor-icons/core/regular/devices.svg?path'
import flag from '@phosphor-icons/core/regular/flag.svg?path'
import prohibit from '@phosphor-icons/core/regular/prohibit.svg?path'
import { useTranslate } from '#i18n/use-translate.ts'
import { loads } from '#shell/page.ts'
import { TextPage } from '#shell/TextPage.tsx'

export const loader = loads(({ t }) => ({
  head: { title: t('app.pageTitle', { page: t('texts.safety') }), description: t('texts.safetyLead') },
}))

/** `/safety` */
export function SafetyPage() {
  const t = useTranslate()
  const facts = [
    { icon: prohibit, title: t('texts.block'), text: t('texts.blockText') },
    { icon: flag, title: t('texts.report'), text: t('texts.reportText') },
    { icon: devices, title: t('texts.devices'), text: t('texts.devicesText') },
  ]
  const account = (
    <>
      <p>{t('texts.accountText')}</p>
      <p>{t('texts.accountEnd')}</p>
    </>
  )
  const bother = (
    <>
      <p>{t('texts.botherText')}</p>
      <p>{t('texts.commentsText')}</p>
      <p>{t('texts.botherFree')}</p>
    </>
  )
  const sections = [
    { id: 'danger', title: t('texts.danger'), body: <p>{t('texts.dangerText')}</p> },
    { id: 'bother', title: t('texts.bother'), body: bother },
    { id: 'account', title: t('texts.account'), body: account },
    { id: 'photos', title: t('texts.photos'), body: <p>{t('texts.photosText')}</p> },
  ]
  return <TextPage title={t('texts.safety')} lead={t('texts.safetyLead')} facts={facts} sections={sections} />
}
