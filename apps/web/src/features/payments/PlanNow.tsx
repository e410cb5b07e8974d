import type { PremiumStatus } from '@pawtrait/contract/premium.ts'
import { Link } from 'react-router'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { exactTime } from '#lib/time.ts'
import { buttonClass } from '#ui/Button.tsx'
import styles from './PlanNow.module.css'

/** Where somebody stands with the plan, and the way to buy. */
export function PlanNow({ status, premiumPath }: { status: PremiumStatus; premiumPath: string }) {
  const t = useTranslate()
  const locale = useLocale()
  const day = status.until ? exactTime(status.until, locale) : ''
  const last = status.rightsUntil ? exactTime(status.rightsUntil, locale) : ''
  const words = {
    active: { title: t('payments.planOn'), lead: t('payments.planOnLead', { day }) },
    grace: { title: t('payments.planGrace'), lead: t('payments.planGraceLead', { day, last }) },
    none: { title: t('payments.planOff'), lead: t('payments.noRenewal') },
    lapsed: { title: t('payments.planOff'), lead: t('payments.planOffLead') },
  }[status.state]
  const isOn = status.state === 'active' || status.state === 'grace'
  return (
    <section className={styles.card} aria-labelledby="plan-now">
      <div className={styles.words}>
        <h2 id="plan-now">{words.title}</h2>
        <p className="muted">{words.lead}</p>
      </div>
      <Link className={buttonClass({ kind: 'soft' })} to={premiumPath}>
        {t(isOn ? 'payments.addMonth' : 'payments.seePremium')}
      </Link>
    </section>
  )
}
