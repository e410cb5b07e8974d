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

/** Panel next to the drop zone in windows from 900 px: photo tips, `children`, and how the app treats photos. */
export function PhotoTips({ children }: { children: ReactNode }) {
  const t = useTranslate()
  const advice = [
    { icon: arrow, text: t(phrases.create.before1) },
    { icon: sun, text: t(phrases.create.before2) },
    { icon: timer, text: t(phrases.create.before3) },
  ]
  return (
    <div className={styles.side}>
      <aside className={styles.card}>
        <h2>{t(phrases.create.before)}</h2>
        <ol className={styles.advice}>
          {advice.map(({ icon, text }) => (
            <li key={text}>
              <Icon path={icon} />
              {text}
            </li>
          ))}
        </ol>
        <Note icon={shield}>{t(phrases.create.others)}</Note>
      </aside>
      {children}
      <Promises />
    </div>
  )
}

function Promises() {
  const t = useTranslate()
  const promises = [
    { icon: pin, title: t(phrases.create.locationOut), help: t(phrases.create.locationOutHelp) },
    { icon: image, title: t(phrases.create.notSqueezed), help: t(phrases.create.notSqueezedHelp) },
    { icon: clock, title: t(phrases.create.cropUndone), help: t(phrases.create.cropUndoneHelp) },
  ]
  return (
    <section className={styles.card} aria-label={t(phrases.create.whatHappens)}>
      <ul className={styles.promises}>
        {promises.map(({ icon, title, help }) => (
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
