import arrow from '@phosphor-icons/core/regular/arrow-down.svg?path'
import clock from '@phosphor-icons/core/regular/clock-counter-clockwise.svg?path'
import image from '@phosphor-icons/core/regular/image.svg?path'
import pin from '@phosphor-icons/core/regular/map-pin-line.svg?path'
import shield from '@phosphor-icons/core/regular/shield-check.svg?path'
import sun from '@phosphor-icons/core/regular/sun-horizon.svg?path'
import timer from '@phosphor-icons/core/regular/timer.svg?path'
import type { ReactNode } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import { Note } from '#ui/states/Note.tsx'
import styles from './PhotoTips.module.css'

/** Panel beside the drop zone in windows from 900 px, with photo tips, `children`, and notes on photo processing. */
export function PhotoTips({ children }: { children: ReactNode }) {
  const t = useTranslate()
  const tips = [
    { icon: arrow, text: t(phrases.create.heightTip) },
    { icon: sun, text: t(phrases.create.lightTip) },
    { icon: timer, text: t(phrases.create.patienceTip) },
  ]
  return (
    <div className={styles.side}>
      <aside className={styles.card}>
        <h2>{t(phrases.create.tipsTitle)}</h2>
        <ol className={styles.advice}>
          {tips.map(({ icon, text }) => (
            <li key={text}>
              <Icon path={icon} />
              {text}
            </li>
          ))}
        </ol>
        <Note icon={shield}>{t(phrases.create.bystandersTip)}</Note>
      </aside>
      {children}
      <ProcessingFacts />
    </div>
  )
}

function ProcessingFacts() {
  const t = useTranslate()
  const facts = [
    { icon: pin, title: t(phrases.create.locationRemoved), help: t(phrases.create.locationRemovedHelp) },
    { icon: image, title: t(phrases.create.fullQuality), help: t(phrases.create.fullQualityHelp) },
    { icon: clock, title: t(phrases.create.freeCrop), help: t(phrases.create.freeCropHelp) },
  ]
  return (
    <section className={styles.card} aria-label={t(phrases.create.processingTitle)}>
      <ul className={styles.promises}>
        {facts.map(({ icon, title, help }) => (
          <li key={title}>
            <Icon path={icon} />
            <b>{title}</b>
            <small>{help}</small>
          </li>
        ))}
      </ul>
    </section>
  )
}
