import { type ReportReason, reportReasons } from '@pawtrait/contract/moderation/moderation.ts'
import { reportedItemKinds } from '@pawtrait/contract/moderation/moderation-desk.ts'
import { useNavigate } from 'react-router'
import { reportKindLabels } from '#i18n/en/by-value/moderation/report-kind-labels.ts'
import { reportReasonLabels } from '#i18n/en/by-value/moderation/report-reason-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Chip } from '#ui/forms/Chip.tsx'
import { Select } from '#ui/forms/Select.tsx'
import type { DeskView } from './desk-cache.ts'
import { getDeskViewUrl } from './desk-view.ts'
import styles from './QueuePage.module.css'

export function QueueFilters({ view }: { view: DeskView }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const applyFilters = (part: Partial<DeskView>) =>
    void navigate(getDeskViewUrl({ ...view, ...part }), { replace: true })
  const reasons = [
    { value: '', label: t(phrases.desk.anyReasonOption) },
    ...reportReasons.map((value) => ({ value, label: t(reportReasonLabels[value]) })),
  ]
  return (
    <div className={styles.filters}>
      <div className={styles.kinds} role="group" aria-label={t(phrases.desk.kindLabel)}>
        <Chip pressed={!view.kind} onClick={() => applyFilters({ kind: undefined })}>
          {t(phrases.desk.allKindsOption)}
        </Chip>
        {reportedItemKinds.toReversed().map((kind) => (
          <Chip key={kind} pressed={view.kind === kind} onClick={() => applyFilters({ kind })}>
            {t(reportKindLabels[kind])}
          </Chip>
        ))}
      </div>
      {view.view !== 'decided' && (
        <Chip pressed={view.trusted === '1'} onClick={() => applyFilters({ trusted: view.trusted ? undefined : '1' })}>
          {t(phrases.desk.trustedReporters)}
        </Chip>
      )}
      <div className={styles.reasons}>
        <Select
          label={t(phrases.desk.reasonLabel)}
          options={reasons}
          value={view.reason ?? ''}
          onChange={({ target }) => applyFilters({ reason: (target.value || undefined) as ReportReason | undefined })}
        />
      </div>
    </div>
  )
}
