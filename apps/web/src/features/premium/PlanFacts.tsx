import calendar from '@phosphor-icons/core/regular/calendar-check.svg?path'
import bolt from '@phosphor-icons/core/regular/lightning.svg?path'
import lock from '@phosphor-icons/core/regular/lock-open.svg?path'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { IconTile } from '#ui/lists/IconRow.tsx'
import styles from './PlanCard.module.css'

/**
 * List of facts about the plan: it starts at once, it ends automatically, and hidden posts stay hidden afterwards.
 */
export function PlanFacts() {
  const t = useTranslate()
  const facts = [
    { icon: bolt, title: t(phrases.premium.immediateStartTitle), help: t(phrases.premium.immediateStartHelp) },
    { icon: calendar, title: t(phrases.premium.noRenewalTitle), help: t(phrases.premium.noRenewalHelp) },
    { icon: lock, title: t(phrases.premium.hiddenPostsKeptTitle), help: t(phrases.premium.hiddenPostsKeptHelp) },
  ]
  return (
    <ul className={styles.more}>
      {facts.map(({ icon, title, help }) => (
        <li key={title}>
          <IconTile icon={icon} />
          <div>
            <h3>{title}</h3>
            <p>{help}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
