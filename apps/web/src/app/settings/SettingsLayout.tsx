import { paths } from '@pawtrait/contract/paths.ts'
import caret from '@phosphor-icons/core/bold/caret-right-bold.svg?path'
import archive from '@phosphor-icons/core/regular/archive.svg?path'
import bell from '@phosphor-icons/core/regular/bell.svg?path'
import halves from '@phosphor-icons/core/regular/circle-half.svg?path'
import gavel from '@phosphor-icons/core/regular/gavel.svg?path'
import lock from '@phosphor-icons/core/regular/lock-key.svg?path'
import shield from '@phosphor-icons/core/regular/shield-check.svg?path'
import user from '@phosphor-icons/core/regular/user-circle.svg?path'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { moderatorRoleQuery } from '#features/moderation/moderation-cache.ts'
import { settingsPageLabels } from '#i18n/en/by-value/app/settings-page-labels.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { TopBar } from '#shell/TopBar.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Link, NavLink } from '#ui/Link.tsx'
import styles from './SettingsLayout.module.css'
import { type SettingsPageName, settingsPages } from './settings-pages.ts'

const icons = { account: user, security: lock, privacy: shield, data: archive, notifications: bell, appearance: halves }

type SettingsLayoutProps = {
  /** Summary of each settings page, for the list of pages. Undefined on every page except `/settings`. */
  lines?: Partial<Record<SettingsPageName, string | undefined>>
  children: ReactNode
}

/** Layout of all settings pages: the top bar and, in windows from 900 px, the list of pages. */
export function SettingsLayout({ lines, children }: SettingsLayoutProps) {
  const t = useTranslate()
  return (
    <>
      <TopBar title={t(phrases.settings.pageTitle)} back={lines ? paths.feed : paths.settings} />
      <MainContent>
        <div className={styles.settings} data-list={lines ? '' : undefined}>
          <nav className={styles.nav} aria-label={t(phrases.settings.sectionsLabel)}>
            {settingsPages.map(({ place, path }) => (
              // A link between settings pages replaces the history entry, so that Back opens the page before the
              // settings.
              <NavLink key={place} to={path} replace={!lines}>
                <Icon path={icons[place]} size={20} />
                <span className={styles.words}>
                  <b>{t(settingsPageLabels[place])}</b>
                  {lines && <span className={styles.line}>{lines[place]}</span>}
                </span>
                {lines && <Icon path={caret} size={16} />}
              </NavLink>
            ))}
            <DeskLink withLine={lines !== undefined} />
          </nav>
          <div className={styles.page}>{children}</div>
        </div>
      </MainContent>
    </>
  )
}

/** Link to the moderation desk, for moderators only. */
function DeskLink({ withLine }: { withLine: boolean }) {
  const t = useTranslate()
  const { data } = useQuery(moderatorRoleQuery())
  if (!data?.role) return null
  return (
    <Link to={paths.moderation}>
      <Icon path={gavel} size={20} />
      <span className={styles.words}>
        <b>{t(phrases.settings.moderationTitle)}</b>
        {withLine && <span className={styles.line}>{t(phrases.settings.moderationHelp)}</span>}
      </span>
      {withLine && <Icon path={caret} size={16} />}
    </Link>
  )
}
