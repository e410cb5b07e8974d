import type { StatementOfReasons } from '@pawtrait/contract/moderation/decisions.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import scales from '@phosphor-icons/core/regular/scales.svg?path'
import { useQuery } from '@tanstack/react-query'
import { decisionLabels } from '#i18n/en/by-value/moderation/decision-labels.ts'
import { decisionSubjectLabels } from '#i18n/en/by-value/moderation/decision-subject-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { formatDay } from '#lib/time/format-days.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { CardPage } from '#shell/CardPage.tsx'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { IconTile } from '#ui/lists/IconRow.tsx'
import { RowCard, RowDetail, rowListClass } from '#ui/lists/RowCard.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import { statementsQuery } from './statement-cache.ts'

export const loader = userPageLoader(async ({ t, queries, call }) => {
  await queries.prefetchQuery(statementsQuery(call))
  return { head: createPageHead(t, t(phrases.decisions.decisionsTitle)) }
})

/** The page at `/settings/decisions`: moderation decisions about the viewer. */
export function DecisionsPage() {
  const t = useTranslate()
  return (
    <CardPage title={t(phrases.decisions.decisionsTitle)}>
      <QueryContent query={useQuery(statementsQuery())} failed={t(phrases.decisions.listLoadFailed)}>
        {(statements) => (statements.length > 0 ? <List statements={statements} /> : <EmptyDecisions />)}
      </QueryContent>
    </CardPage>
  )
}

function EmptyDecisions() {
  const t = useTranslate()
  const rules = (
    <Link className={buttonClass({ kind: 'soft' })} to={paths.rules}>
      {t(phrases.rules.seeRules)}
    </Link>
  )
  return (
    <EmptyState picture={<EmptyListArt of="decisions" />} title={t(phrases.decisions.emptyTitle)} actions={rules}>
      {t(phrases.decisions.emptyText)}
    </EmptyState>
  )
}

function List({ statements }: { statements: readonly StatementOfReasons[] }) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  return (
    <ul className={rowListClass} aria-label={t(phrases.decisions.decisionsTitle)}>
      {statements.map((statement) => {
        const { id, action, kind, at, undoneAt, appeal } = statement
        const isAppealPending = appeal !== null && appeal.outcome === null
        return (
          <RowCard key={id} to={paths.decision(id)} picture={<IconTile icon={scales} size={22} />}>
            <b>{t(decisionLabels[action])}</b>
            <RowDetail>
              {t(decisionSubjectLabels[kind])}, {formatDay(at, locale, timeZone)}
            </RowDetail>
            {(undoneAt || isAppealPending) && (
              <RowDetail>{t(undoneAt ? phrases.decisions.undoneMark : phrases.decisions.appealPendingMark)}</RowDetail>
            )}
          </RowCard>
        )
      })}
    </ul>
  )
}
