import { paths } from '@pawtrait/contract/paths.ts'
import archive from '@phosphor-icons/core/regular/archive.svg?path'
import bell from '@phosphor-icons/core/regular/bell.svg?path'
import halves from '@phosphor-icons/core/regular/circle-half.svg?path'
import person from '@phosphor-icons/core/regular/identification-card.svg?path'
import lock from '@phosphor-icons/core/regular/lock-key.svg?path'
import receipt from '@phosphor-icons/core/regular/receipt.svg?path'
import shield from '@phosphor-icons/core/regular/shield-check.svg?path'
import user from '@phosphor-icons/core/regular/user-circle.svg?path'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { speciesFilterQuery } from '#features/blocks/use-species-filter.ts'
import { DataSettings } from '#features/exports/DataSettings.tsx'
import { newestExportQuery } from '#features/exports/export-cache.ts'
import { closeFriendsQuery } from '#features/follows/close-friends.ts'
import { requestsQuery } from '#features/follows/request-cache.ts'
import { KindSwitches } from '#features/notifications/KindSwitches.tsx'
import { settingsQuery } from '#features/notifications/settings-cache.ts'
import { premiumQuery } from '#features/premium/premium-cache.ts'
import { PrivacySettings } from '#features/profiles/PrivacySettings.tsx'
import { privacyQuery } from '#features/profiles/use-privacy.ts'
import { AccountHistory } from '#features/users/credentials/AccountHistory.tsx'
import { accountEventsQuery, credentialsQuery } from '#features/users/credentials/credentials-cache.ts'
import { EmailRow } from '#features/users/credentials/EmailRow.tsx'
import { UsernameRow } from '#features/users/credentials/UsernameRow.tsx'
import { WaysToLogIn } from '#features/users/credentials/WaysToLogIn.tsx'
import { SessionList } from '#features/users/SessionList.tsx'
import { ThemeChoice } from '#features/users/ThemeChoice.tsx'
import { sessionsQuery } from '#features/users/use-sessions.ts'
import { settingsGroups } from '#i18n/en/chosen/settings-groups.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useEndTime } from '#lib/use-end-time.ts'
import { Content } from '#shell/Content.tsx'
import { hiddenHead, loadsForUser } from '#shell/page.ts'
import { SettingsSection } from '#shell/SettingsSection.tsx'
import { ShortcutSwitch } from '#shell/shortcuts/ShortcutSwitch.tsx'
import { TopBar } from '#shell/TopBar.tsx'
import { useViewer } from '#shell/viewer.ts'
import { buttonClass } from '#ui/Button.tsx'
import { Icon } from '#ui/Icon.tsx'
import { IconRow } from '#ui/IconRow.tsx'
import { Link } from '#ui/Link.tsx'
import styles from './SettingsPage.module.css'

export const loader = loadsForUser(async ({ t, queries, call }) => {
  await Promise.all([
    queries.prefetchQuery(sessionsQuery(call)),
    queries.prefetchQuery(credentialsQuery(call)),
    queries.prefetchQuery(accountEventsQuery(call)),
    queries.prefetchQuery(premiumQuery(call)),
    queries.prefetchQuery(privacyQuery(call)),
    queries.prefetchInfiniteQuery(requestsQuery(call)),
    queries.prefetchQuery(closeFriendsQuery(call)),
    queries.prefetchQuery(speciesFilterQuery(call)),
    queries.prefetchQuery(settingsQuery(call)),
    queries.prefetchQuery(newestExportQuery(call)),
  ])
  return { head: hiddenHead(t, t(phrases.settings.settings)) }
})

const sections = ['account', 'security', 'notifications', 'privacy', 'data', 'appearance'] as const
const icons = { account: user, security: lock, notifications: bell, privacy: shield, data: archive, appearance: halves }

/** `/settings` */
export function SettingsPage() {
  const t = useTranslate()
  const { hash } = useLocation()
  const chosen = sections.find((section) => hash === `#${section}`) ?? 'account'
  return (
    <>
      <TopBar title={t(phrases.settings.settings)} back />
      <Content>
        <div className={styles.settings}>
          <nav className={styles.nav} aria-label={t(phrases.settings.sections)}>
            {sections.map((section) => (
              <a key={section} href={`#${section}`} aria-current={section === chosen ? 'true' : undefined}>
                <Icon path={icons[section]} size={20} />
                {t(settingsGroups[section])}
              </a>
            ))}
          </nav>
          <div className={styles.sections}>
            <Account />
            <SettingsSection id="security" help={t(phrases.settings.securityHelp)}>
              <WaysToLogIn />
              <h3 className={styles.part}>{t(phrases.settings.whereLoggedIn)}</h3>
              <SessionList />
              <h3 className={styles.part}>{t(phrases.credentials.history)}</h3>
              <AccountHistory />
            </SettingsSection>
            <Notifications />
            <PrivacySettings />
            <DataSettings />
            <SettingsSection id="appearance" help={t(phrases.settings.appearanceHelp)}>
              <ThemeChoice />
              <ShortcutSwitch />
            </SettingsSection>
          </div>
        </div>
      </Content>
    </>
  )
}

function Account() {
  const t = useTranslate()
  const viewer = useViewer()
  if (!viewer) return null
  const edit = (
    <Link className={buttonClass({ kind: 'ghost', small: true })} to={paths.editProfile}>
      {t(phrases.settings.editProfile)}
    </Link>
  )
  return (
    <SettingsSection id="account" help={t(phrases.settings.accountHelp)}>
      <IconRow icon={person} title={t(phrases.settings.nameAndPicture)} action={edit}>
        {viewer.fullname}
      </IconRow>
      <UsernameRow viewer={viewer} />
      <EmailRow viewer={viewer} />
      <PlanRow />
    </SettingsSection>
  )
}

function Notifications() {
  const t = useTranslate()
  return (
    <SettingsSection id="notifications" help={t(phrases.settings.notificationsHelp)}>
      <KindSwitches />
    </SettingsSection>
  )
}

/** Until when Premium is on, where it is; the way to what was paid. */
function PlanRow() {
  const t = useTranslate()
  const endTime = useEndTime()
  const { data: status } = useQuery(premiumQuery())
  const until = status?.state === 'active' ? status.until : null
  return (
    <IconRow
      icon={receipt}
      title={t(phrases.settings.plan)}
      action={<Open to={paths.payments} what={t(phrases.settings.plan)} />}
    >
      {until ? t(phrases.settings.planOn, { day: endTime(until) }) : t(phrases.settings.planHelp)}
    </IconRow>
  )
}

function Open({ to, what }: { to: string; what: string }) {
  const t = useTranslate()
  return (
    <Link
      className={buttonClass({ kind: 'ghost', small: true })}
      to={to}
      aria-label={t(phrases.settings.openNamed, { what })}
    >
      {t(phrases.settings.open)}
    </Link>
  )
}
