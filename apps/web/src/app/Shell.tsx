import { paths } from '@pawtrait/contract/paths.ts'
import type { Viewer } from '@pawtrait/contract/users.ts'
import camera from '@phosphor-icons/core/fill/camera-plus-fill.svg?path'
import house from '@phosphor-icons/core/fill/images-square-fill.svg?path'
import glass from '@phosphor-icons/core/fill/magnifying-glass-fill.svg?path'
import medal from '@phosphor-icons/core/fill/medal-fill.svg?path'
import person from '@phosphor-icons/core/fill/user-circle-fill.svg?path'
import cameraLine from '@phosphor-icons/core/regular/camera-plus.svg?path'
import houseLine from '@phosphor-icons/core/regular/images-square.svg?path'
import glassLine from '@phosphor-icons/core/regular/magnifying-glass.svg?path'
import medalLine from '@phosphor-icons/core/regular/medal.svg?path'
import leave from '@phosphor-icons/core/regular/sign-out.svg?path'
import personLine from '@phosphor-icons/core/regular/user-circle.svg?path'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation } from 'react-router'
import { NotificationBell } from '#features/notifications/NotificationBell.tsx'
import { OwnPets } from '#features/pets/OwnPets.tsx'
import { PostUploadRing } from '#features/posts/PostUploadRing.tsx'
import { PlanNotice } from '#features/premium/PlanNotice.tsx'
import { LogOutButton } from '#features/sign-in/sessions/LogOutButton.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { Brand } from '#shell/Brand.tsx'
import styles from '#shell/Shell.module.css'
import { Shortcuts } from '#shell/shortcuts/Shortcuts.tsx'
import { TopBarControlsContext } from '#shell/TopBar.tsx'
import { Icon } from '#ui/Icon.tsx'
import { Link, NavLink } from '#ui/Link.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import { subscribeToAccountEvents } from './subscribe-to-account-events.ts'

// Controls at the end of each top bar: notifications and log-out.
const barEnd = (
  <>
    <NotificationBell />
    <LogOutButton icon={leave} />
  </>
)

// Loaded lazily, because only users of 13 to 17 without a guardian's confirmation see the notice.
const GuardianNotice = lazyComponent(async () => (await import('#features/age/GuardianNotice.tsx')).GuardianNotice)

const navigationItems = [
  { to: paths.feed, label: phrases.app.feed, iconActive: house, iconInactive: houseLine },
  { to: paths.create, label: phrases.app.create, iconActive: camera, iconInactive: cameraLine },
  { to: paths.search(), label: phrases.app.search, iconActive: glass, iconInactive: glassLine },
  { to: paths.premium, label: phrases.app.premium, iconActive: medal, iconInactive: medalLine },
  { to: paths.profile, label: phrases.app.profile, iconActive: person, iconInactive: personLine },
] as const

/** Subscribes the query cache to live events of the viewer's account. */
function useEvents(id: Viewer['id']) {
  const queries = useQueryClient()
  const toast = useToast()
  const t = useTranslate()
  const locale = useLocale()
  useEffect(() => subscribeToAccountEvents(queries, { id }, { t, locale, toast }), [queries, id, t, locale, toast])
}

/**
 * Layout of signed-in users: sidebar in windows from 900 px, tab bar at the bottom of narrower ones. Each page renders
 * its own top bar.
 */
export function Shell({ viewer, children }: { viewer: Viewer; children: ReactNode }) {
  useEvents(viewer.id)
  return (
    <TopBarControlsContext value={barEnd}>
      <div className={styles.shell}>
        <aside className={styles.side}>
          <Brand to={paths.feed} />
          <Navigation className={styles.nav} viewer={viewer} />
          <OwnPets />
          <NavLink className={styles.me ?? ''} to={paths.profile}>
            <span className={styles.ringed}>
              <Avatar id={viewer.id} name={viewer.fullname} image={viewer.image} size={36} />
              <PostUploadRing />
            </span>
            <span className={styles.names}>
              <b>
                <bdi>{viewer.fullname}</bdi>
              </b>
              <span className={styles.username}>@{viewer.username}</span>
            </span>
          </NavLink>
        </aside>
        <div className={styles.main}>{children}</div>
        <PlanNotice />
        {viewer.guardianNeeded && <GuardianNotice />}
        <Shortcuts />
        <Navigation className={styles.tabs} viewer={viewer} ring={<PostUploadRing />} />
      </div>
    </TopBarControlsContext>
  )
}

/** Subpages on which a navigation item is marked as current. The keys are the paths of the items. */
const subpagePatterns: Partial<Record<string, RegExp>> = {
  [paths.create]: /^\/drafts$/,
  [paths.search()]: /^\/(explore|tags)\//,
  [paths.profile]: /^\/(profile\/edit|archive|saved(\/.*)?|settings(\/.*)?|receipts\/.*|pets\/new|pets\/[^/]+\/edit)$/,
}

/**
 * Returns whether `pathname` is a subpage of the item that links to `to`. The viewer's public profile and lists of
 * followers are subpages of Profile.
 */
function isSubpage(to: string, pathname: string, { username }: Viewer): boolean {
  const ownPaths: string[] = [paths.user(username), paths.followers(username), paths.following(username)]
  return (to === paths.profile && ownPaths.includes(pathname)) || subpagePatterns[to]?.test(pathname) === true
}

/** Links to the main pages. `ring` is rendered around the profile icon. */
function Navigation({ className, viewer, ring }: { className: string | undefined; viewer: Viewer; ring?: ReactNode }) {
  const t = useTranslate()
  const { pathname } = useLocation()
  const findAriaCurrent = (to: string) => {
    if (pathname === to) return 'page'
    return isSubpage(to, pathname, viewer) ? true : undefined
  }
  return (
    <nav className={className} aria-label={t(phrases.app.mainNavigation)}>
      {navigationItems.map(({ to, label, iconActive, iconInactive }) => (
        <Link key={to} to={to} aria-current={findAriaCurrent(to)}>
          <span className={styles.icon}>
            <span className={styles.ringed}>
              <Icon path={findAriaCurrent(to) ? iconActive : iconInactive} />
              {to === paths.profile && ring}
            </span>
          </span>
          {t(label)}
        </Link>
      ))}
    </nav>
  )
}
