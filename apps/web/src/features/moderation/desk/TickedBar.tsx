import { MOST_AT_ONCE } from '@pawtrait/contract/decisions.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { SelectionBar } from '#ui/SelectionBar.tsx'
import type { Queue } from './use-queue.ts'

/** How many lines are ticked, and what is done with them; nothing while none is. */
export function TickedBar({ queue }: { queue: Queue }) {
  const t = useTranslate()
  const { ticked, ids, tickAll, untick, setDeciding } = queue
  const count = ticked.length
  if (count === 0) return null
  const isAll = count === ids.length
  return (
    <SelectionBar label={t(phrases.desk.tickedBar)} count={t(phrases.desk.ticked, { count })}>
      {count > MOST_AT_ONCE && <span className="small muted">{t(phrases.desk.mostAtOnce)}</span>}
      <Button kind="ghost" small onClick={isAll ? untick : tickAll}>
        {t(isAll ? phrases.desk.untickAll : phrases.desk.tickAll)}
      </Button>
      <Button small disabled={count > MOST_AT_ONCE} onClick={() => setDeciding(true)}>
        {t(phrases.desk.decideTicked)}
      </Button>
    </SelectionBar>
  )
}
