import card from '@phosphor-icons/core/regular/credit-card.svg?path'
import phone from '@phosphor-icons/core/regular/device-mobile.svg?path'
import hide from '@phosphor-icons/core/regular/eye-slash.svg?path'
import images from '@phosphor-icons/core/regular/images-square.svg?path'
import type { ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Benefit } from '#ui/Benefit.tsx'
import { Button } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { SplitCard } from '#ui/SplitCard.tsx'
import { PlanArt } from './PlanArt.tsx'
import styles from './PlanCard.module.css'

type PlanCardProps = {
  onMpesa: () => void
  onCard: () => void
  isOpening: boolean
  /** State of the plan, shown above the buttons. */
  state: ReactNode
  /** Error or result of a press, shown below the buttons. */
  children: ReactNode
}

/** Card with the benefits and the price of Premium, and a button for each payment method. */
export function PlanCard({ onMpesa, onCard, isOpening, state, children }: PlanCardProps) {
  const t = useTranslate()
  return (
    <SplitCard aria-labelledby="plan" art={<PlanArt plate={t(phrases.premium.planPictureNamePlate)} />}>
      <h2 id="plan" className={styles.title}>
        {t(phrases.premium.planName)}
      </h2>
      <ul className={styles.benefits}>
        <Benefit icon={images} title={t(phrases.premium.postsBenefit)} help={t(phrases.premium.postsBenefitHelp)} />
        <Benefit icon={hide} title={t(phrases.premium.hideBenefit)} help={t(phrases.premium.hideBenefitHelp)} />
      </ul>
      <p className={styles.price}>
        {t(phrases.premium.price)} <small>{t(phrases.premium.monthPriceTerm)}</small>
      </p>
      {state}
      <div className={styles.buttons}>
        <Button kind="spark" block icon={<Icon path={phone} />} onClick={onMpesa}>
          {t(phrases.premium.payWithMpesa)}
        </Button>
        <Button kind="ghost" block icon={<Icon path={card} />} busy={isOpening} onClick={onCard}>
          {t(phrases.premium.payWithCard)}
        </Button>
      </div>
      {children}
    </SplitCard>
  )
}
