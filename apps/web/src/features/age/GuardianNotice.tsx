import x from '@phosphor-icons/core/bold/x-bold.svg?path'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { viewerQuery } from '#shell/viewer.ts'
import { Button } from '#ui/Button.tsx'
import { IconButton } from '#ui/IconButton.tsx'
import { AskGuardianDialog } from './AskGuardianDialog.tsx'
import { ageBandQuery } from './age-cache.ts'
import styles from './GuardianNotice.module.css'

/** Notice on all pages for a user of 13 to 17 without a guardian's confirmation. Its button opens a request dialog. */
export function GuardianNotice() {
  const t = useTranslate()
  const queries = useQueryClient()
  const { data: age } = useQuery(ageBandQuery())
  const [isClosed, setClosed] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const isConfirmed = Boolean(age?.guardianConfirmedAt)
  useEffect(() => {
    // The viewer may have been cached before the guardian confirmed, so refetch the viewer.
    if (isConfirmed) void queries.invalidateQueries({ queryKey: viewerQuery().queryKey })
  }, [isConfirmed, queries])
  const isSent = () => void queries.invalidateQueries({ queryKey: ageBandQuery().queryKey })
  if (!age || isClosed || isConfirmed) return null
  const isAsked = age.guardianAskedAt !== null
  return (
    <aside className={styles.notice} data-notice aria-label={t(phrases.age.guardianNoticeLabel)}>
      <p role="status">{t(isAsked ? phrases.age.guardianPendingNotice : phrases.age.guardianNotice)}</p>
      <Button kind="soft" small onClick={() => setAsking(true)}>
        {t(isAsked ? phrases.age.askAgain : phrases.age.askGuardian)}
      </Button>
      <IconButton label={t(phrases.age.notNow)} icon={x} iconSize={20} onClick={() => setClosed(true)} />
      {isAsking && <AskGuardianDialog onClose={() => setAsking(false)} onSent={isSent} />}
    </aside>
  )
}
