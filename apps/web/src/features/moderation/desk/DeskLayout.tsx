import { paths } from '@pawtrait/contract/paths.ts'
import hand from '@phosphor-icons/core/regular/hand-grabbing.svg?path'
import checks from '@phosphor-icons/core/regular/list-checks.svg?path'
import scales from '@phosphor-icons/core/regular/scales.svg?path'
import tray from '@phosphor-icons/core/regular/tray.svg?path'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { deskShortcutDescriptions } from '#i18n/en/by-value/moderation/desk-shortcut-descriptions.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { ShortcutsHelp } from '#shell/shortcuts/ShortcutsHelp.tsx'
import { TopBar } from '#shell/TopBar.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import styles from './DeskLayout.module.css'
import { deskSummaryQuery } from './desk-cache.ts'
import { useUndo } from './undo/DeskUndoProvider.tsx'
import { ActionErrorBox } from './use-desk-mutation.tsx'
import { type DeskShortcuts, useDeskShortcuts } from './use-desk-shortcuts.ts'

export type DeskTab = 'open' | 'mine' | 'appeals' | 'decided'

const tabs = [
  { tab: 'open', to: paths.moderation, label: phrases.desk.queueTab, icon: tray },
  { tab: 'mine', to: `${paths.moderation}?view=mine`, label: phrases.desk.assignedReportsTab, icon: hand },
  { tab: 'appeals', to: paths.appealsAtDesk, label: phrases.desk.appealsTab, icon: scales },
  { tab: 'decided', to: `${paths.moderation}?view=decided`, label: phrases.desk.decidedTab, icon: checks },
] as const

type DeskLayoutProps = {
  title: string
  /** Tab to highlight; null on the page of a report. */
  currentTab: DeskTab | null
  keys: DeskShortcuts
  children: ReactNode
}

/** Layout of all moderation pages: title bar, tabs with counts, and shortcuts. */
export function DeskLayout({ title, currentTab, keys, children }: DeskLayoutProps) {
  const t = useTranslate()
  const [isHelping, setHelping] = useState(false)
  const { data: summary } = useQuery(deskSummaryQuery())
  const counts = { open: summary?.open, mine: summary?.mine, appeals: summary?.appeals, decided: undefined }
  const { undoLast, error } = useUndo()
  useDeskShortcuts({ ...keys, z: undoLast, '?': () => setHelping(true) })
  return (
    <>
      <TopBar title={title} titled back={currentTab === null && paths.moderation} />
      <MainContent>
        <nav className={styles.nav} aria-label={t(phrases.desk.pageTitle)} tabIndex={-1}>
          {tabs.map(({ tab, to, label, icon }) => (
            <Link key={tab} to={to} aria-current={tab === currentTab ? 'page' : undefined}>
              <Icon path={icon} size={20} />
              {t(label)}
              {counts[tab] !== undefined && <span className={styles.count}>{counts[tab]}</span>}
            </Link>
          ))}
        </nav>
        <ActionErrorBox title={t(phrases.desk.undoFailed)} error={error} />
        {children}
      </MainContent>
      <ShortcutsHelp
        title={t(phrases.desk.shortcutsTitle)}
        keys={deskShortcutDescriptions}
        open={isHelping}
        onClose={() => setHelping(false)}
      />
    </>
  )
}
