import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { PremiumStatus } from '@pawtrait/contract/payments/premium.ts'
import { Rosette } from '#features/premium/Rosette.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatExactTime } from '#lib/time/time.ts'
import { useNow, useTimeZone } from '#lib/time/use-now.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { ProgressBar } from '#ui/states/ProgressBar.tsx'
import styles from './CurrentPlan.module.css'

/** State of the viewer's plan, with a link to the Premium page. */
export function CurrentPlan({ status, premiumPath }: { status: PremiumStatus; premiumPath: string }) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const day = status.until ? formatExactTime(status.until, locale, timeZone) : ''
  const graceEnd = status.rightsUntil ? formatExactTime(status.rightsUntil, locale, timeZone) : ''
  const texts = {
    active: { title: t(phrases.payments.planOnTitle), lead: t(phrases.payments.planOnText, { day }) },
    grace: {
      title: t(phrases.payments.planGraceTitle),
      lead: t(phrases.payments.planGraceText, { day, last: graceEnd }),
    },
    none: { title: t(phrases.payments.noPlanTitle), lead: t(phrases.payments.noRenewal) },
    lapsed: { title: t(phrases.payments.noPlanTitle), lead: t(phrases.payments.planEndedText) },
  }[status.state]
  const isOn = status.state === 'active' || status.state === 'grace'
  return (
    <section className={styles.card} aria-labelledby="plan-now">
      {isOn && (
        <svg className={styles.art} viewBox="-62 -66 124 184" aria-hidden="true">
          <Rosette x={0} y={0} scale={1} />
        </svg>
      )}
      <div className={styles.words}>
        <h2 id="plan-now">{texts.title}</h2>
        <p className="muted">{texts.lead}</p>
        {status.state === 'active' && <DaysLeft from={status.from} until={status.until} />}
      </div>
      <Link className={buttonClass({ kind: 'soft' })} to={premiumPath}>
        {t(isOn ? phrases.payments.addMonth : phrases.payments.seePremium)}
      </Link>
    </section>
  )
}

/** Progress bar of the remaining paid time. */
function DaysLeft({ from, until }: Pick<PremiumStatus, 'from' | 'until'>) {
  const t = useTranslate()
  const now = useNow()
  if (!from || !until) return null
  const countDaysFrom = (start: number) => Math.max(0, Math.ceil((Date.parse(until) - start) / DAY_MS))
  const [count, all] = [countDaysFrom(now), countDaysFrom(Date.parse(from))]
  return <ProgressBar label={t(phrases.payments.daysLeft, { count, all })} value={count / all} />
}
