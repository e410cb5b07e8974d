import { moderatorActions } from '@pawtrait/contract/moderation/decisions.ts'
import { getTransparency, type TransparencyMonth } from '@pawtrait/contract/moderation/transparency.ts'
import type { ApiCall } from '@pawtrait/contract/render.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { decisionLabels } from '#i18n/en/by-value/moderation/decision-labels.ts'
import { transparencyCountLabels } from '#i18n/en/by-value/moderation/transparency-count-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { call as browserCall } from '#lib/server/call.ts'
import { formatMonth } from '#lib/time/format-days.ts'
import { pageLoader } from '#shell/page-loader.ts'
import { TextPage } from '#shell/TextPage.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import styles from './TransparencyPage.module.css'

/** Query for the moderation counts of each month, newest first. */
const transparencyQuery = (call: ApiCall = browserCall) =>
  queryOptions({ queryKey: ['transparency'], queryFn: () => call(getTransparency), select: ({ months }) => months })

export const loader = pageLoader(async ({ t, queries, call }) => {
  await queries.prefetchQuery(transparencyQuery(call))
  return {
    head: {
      title: t(phrases.app.pageTitle, { page: t(phrases.transparency.pageTitle) }),
      description: t(phrases.transparency.intro),
    },
  }
})

/** The page at `/transparency`: one section for each month with moderation, newest first. */
export function TransparencyPage() {
  const t = useTranslate()
  const locale = useLocale()
  const query = useQuery(transparencyQuery())
  const emptyNote = (
    <QueryContent query={query} failed={t(phrases.transparency.loadFailed)}>
      {() => <p>{t(phrases.transparency.emptyText)}</p>}
    </QueryContent>
  )
  const months = (query.data ?? []).map(({ month, counts }) => ({
    id: month,
    title: formatMonth(month, locale),
    body: <Counts counts={counts} />,
  }))
  const sections = [
    ...(months.length > 0 ? months : [{ id: 'months', title: t(phrases.transparency.monthsTitle), body: emptyNote }]),
    { id: 'counted', title: t(phrases.transparency.methodTitle), body: <CountingMethod /> },
  ]
  return (
    <TextPage
      title={t(phrases.transparency.heading)}
      lead={t(phrases.transparency.intro)}
      facts={[]}
      sections={sections}
    />
  )
}

const otherCounts = ['automated', 'undone', 'appealed', 'overturned'] as const

function Counts({ counts }: Pick<TransparencyMonth, 'counts'>) {
  const t = useTranslate()
  const all = moderatorActions.reduce((sum, action) => sum + counts[action], 0)
  return (
    <>
      <dl className={styles.counts}>
        <Row name={t(phrases.transparency.decisionsColumn)} count={all} strong />
        {moderatorActions.map((action) => (
          <Row key={action} name={t(decisionLabels[action])} count={counts[action]} />
        ))}
        {otherCounts.map((what) => (
          <Row key={what} name={t(transparencyCountLabels[what])} count={counts[what]} />
        ))}
      </dl>
      {Object.values(counts).includes(0) && <p className="muted small">{t(phrases.transparency.zeroCountNote)}</p>}
    </>
  )
}

function Row({ name, count, strong = false }: { name: string; count: number; strong?: boolean }) {
  const locale = useLocale()
  return (
    <div data-strong={strong || undefined}>
      <dt>{name}</dt>
      <dd className="nums">{count.toLocaleString(locale)}</dd>
    </div>
  )
}

function CountingMethod() {
  const t = useTranslate()
  const { logNote, monthsNote, automaticDecisionNote, anonymityNote } = phrases.transparency
  return [logNote, monthsNote, automaticDecisionNote, anonymityNote].map((note) => <p key={note}>{t(note)}</p>)
}
