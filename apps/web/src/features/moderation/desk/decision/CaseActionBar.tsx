import type { DeskShortcuts } from '#features/moderation/desk/use-desk-shortcuts.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import styles from './CaseActionBar.module.css'

type CaseActionBarProps = {
  keys: DeskShortcuts
  busy: boolean
}

/** Bar at the bottom of the screen with buttons for the main shortcuts, because a phone has no keyboard. */
export function CaseActionBar({ keys: { d, a, j }, busy }: CaseActionBarProps) {
  const t = useTranslate()
  return (
    <div className={styles.bar} role="group" aria-label={t(phrases.desk.actionLegend)} data-foot-field>
      {d && (
        <Button kind="ghost" small busy={busy} onClick={d}>
          {t(phrases.desk.dismissButton)}
        </Button>
      )}
      {a && (
        <Button small onClick={a}>
          {t(phrases.desk.takeActionButton)}
        </Button>
      )}
      <Button kind="ghost" small onClick={j}>
        {t(phrases.desk.nextButton)}
      </Button>
    </div>
  )
}
