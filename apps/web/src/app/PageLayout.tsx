import { type ReactNode, useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { formatUnreadCount, useUnreadCount } from '#features/notifications/use-unread-count.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { focusHeading } from '#lib/focus/focus-heading.ts'
import content from '#shell/MainContent.module.css'
import { useIsPageLoading } from '#shell/navigation/PageRouter.tsx'
import type { PageHead } from '#shell/page-loader.ts'
import { ReloadRequiredBar } from '#shell/ReloadRequiredBar.tsx'
import { VisitorBar } from '#shell/TopBar.tsx'
import { useViewer } from '#shell/viewer.ts'
import { ToastProvider } from '#ui/overlays/Toast.tsx'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import styles from './PageLayout.module.css'

// Layout of signed-in users. Loaded lazily, because visitors never see it. Preloaded for signed-in users.
export const Shell = lazyComponent(async () => (await import('./Shell.tsx')).Shell)

/** Layout of every page: the signed-in layout for users, a plain top bar for visitors. */
export function PageLayout({ head, children }: { head: PageHead | null; children: ReactNode }) {
  const viewer = useViewer()
  useTitle(head)
  useFocusAfterNavigation()
  return (
    <ToastProvider>
      <SkipLink />
      <Loading />
      {viewer ? <Shell viewer={viewer}>{children}</Shell> : <PublicShell>{children}</PublicShell>}
      <ReloadRequiredBar />
    </ToastProvider>
  )
}

function PublicShell({ children }: { children: ReactNode }) {
  return (
    <div className={content.public}>
      <VisitorBar />
      {children}
    </div>
  )
}

function SkipLink() {
  const t = useTranslate()
  return (
    <a className={styles.skip} href="#main">
      {t(phrases.app.skipToContent)}
    </a>
  )
}

/** Progress line at the top while the next page loads. */
function Loading() {
  const t = useTranslate()
  if (!useIsPageLoading()) return null
  return (
    <div className={styles.loading} role="status">
      <span className="vh">{t(phrases.ui.loadingLabel)}</span>
    </div>
  )
}

function useTitle(head: PageHead | null) {
  const title = head?.title
  const unread = useUnreadCount()
  const t = useTranslate()
  useEffect(() => {
    // Reads the title of the first page from the document, because it is in the server's HTML.
    const plainTitle = title ?? document.title.replace(/^\(\d+\+?\) /, '')
    document.title =
      unread > 0
        ? t(phrases.notifications.titleWithCount, { unread: formatUnreadCount(unread), title: plainTitle })
        : plainTitle
  }, [title, unread, t])
}

/**
 * After navigation, focuses the new heading so that screen readers announce it. The browser itself announces the first
 * page.
 */
function useFocusAfterNavigation() {
  const { pathname } = useLocation()
  const shownPathname = useRef(pathname)
  useEffect(() => {
    if (shownPathname.current === pathname) return
    shownPathname.current = pathname
    focusHeading()
  }, [pathname])
}
