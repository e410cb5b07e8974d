import hide from '@phosphor-icons/core/regular/eye-slash.svg?path'
import card from '@phosphor-icons/core/regular/credit-card.svg?path'
import images from '@phosphor-icons/core/regular/images-square.svg?path'
import phone from '@phosphor-icons/core/regular/device-mobile.svg?path'
import { useState } from 'react'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { ErrorBox } from '#ui/ErrorBox.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconTile } from '#ui/IconRow.tsx'
import { PlanArt } from './PlanArt.tsx'
import styles from './PlanCard.module.css'

/** What Premium is and costs. Its buttons say plainly when this instance takes no payments. */
export function PlanCard() {
  const t = useTranslate()
  const [refused, setRefused] = useState(0)
  const pay = () => setRefused((times) => times + 1)
  return (
    <section className={styles.card} aria-labelledby="plan">
      <PlanArt plate={t('premium.bestInShow')} />
      <div className={styles.words}>
        <h2 id="plan">{t('premium.plan')}</h2>
        <ul className={styles.benefits}>
          <Benefit icon={images} title={t('premium.posts')} help={t('premium.postsHelp')} />
          <Benefit icon={hide} title={t('premium.hide')} help={t('premium.hideHelp')} />
        </ul>
        <p className={styles.price}>
          {t('premium.price')} <small>{t('premium.term')}</small>
        </p>
        <div className={styles.buttons}>
          <Button kind="spark" block icon={<Icon path={phone} />} onClick={pay}>
            {t('premium.mpesa')}
          </Button>
          <Button kind="ghost" block icon={<Icon path={card} />} onClick={pay}>
            {t('premium.card')}
          </Button>
        </div>
        {refused > 0 && (
          <ErrorBox key={refused} title={t('premium.notSetUp')}>
            {t('premium.notSetUpHelp')}
          </ErrorBox>
        )}
      </div>
    </section>
  )
}

function Benefit({ icon, title, help }: { icon: string; title: string; help: string }) {
  return (
    <li className={styles.benefit}>
      <IconTile icon={icon} />
      <span>
        {title}
        <small>{help}</small>
      </span>
    </li>
  )
}
