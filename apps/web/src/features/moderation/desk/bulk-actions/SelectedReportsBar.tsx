import type { ReportQueueState } from '#features/moderation/desk/use-report-queue.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { SelectionBar } from '#ui/lists/SelectionBar.tsx'

/** Toolbar with the number of selected reports and the actions on them. Renders nothing without a selection. */
export function SelectedReportsBar({ queue }: { queue: ReportQueueState }) {
  const t = useTranslate()
  const { ticked, ids, tickAll, untick, setDeciding } = queue
  const count = ticked.length
  if (count === 0) return null
  const isAll = count === ids.length
  return (
    <SelectionBar label={t(phrases.desk.selectionBarLabel)} count={t(phrases.desk.selectedCount, { count })}>
      <Button kind="ghost" small onClick={isAll ? untick : tickAll}>
        {t(isAll ? phrases.desk.selectNone : phrases.desk.selectAll)}
      </Button>
      <Button small onClick={() => setDeciding(true)}>
        {t(phrases.desk.decideSelected)}
      </Button>
    </SelectionBar>
  )
}
