import chat from '@phosphor-icons/core/regular/chat-circle.svg?path'
import devices from '@phosphor-icons/core/regular/devices.svg?path'
import eye from '@phosphor-icons/core/regular/eye.svg?path'
import { useTranslate } from '#i18n/use-translate.ts'
import { loads } from '../page.ts'
import { TextPage } from '../TextPage.tsx'

export const loader = loads(({ t }) => ({
  head: { title: t('app.pageTitle', { page: t('texts.safety') }), description: t('texts.safetyLead') },
}))

/** `/safety` */
export function SafetyPage() {
  const t = useTranslate()
  const facts = [
    { icon: eye, title: t('texts.yours'), text: t('texts.yoursText') },
    { icon: devices, title: t('texts.devices'), text: t('texts.devicesText') },
    { icon: chat, title: t('texts.comments'), text: t('texts.commentsText') },
  ]
  const account = (
    <>
      <p>{t('texts.accountText')}</p>
      <p>{t('texts.accountEnd')}</p>
    </>
  )
  const sections = [
    { id: 'danger', title: t('texts.danger'), body: <p>{t('texts.dangerText')}</p> },
    { id: 'bother', title: t('texts.bother'), body: <p>{t('texts.botherText')}</p> },
    { id: 'account', title: t('texts.account'), body: account },
    { id: 'photos', title: t('texts.photos'), body: <p>{t('texts.photosText')}</p> },
  ]
  return <TextPage title={t('texts.safety')} lead={t('texts.safetyLead')} facts={facts} sections={sections} />
}
