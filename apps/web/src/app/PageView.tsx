import { useState } from 'react'
import { useRoutes } from 'react-router'
import type { CallError } from '#lib/server/call.ts'
import type { PageResult } from '#shell/navigation/navigation.ts'
import type { LoadedPage } from '#shell/navigation/open-page.ts'
import { ErrorPage, PageErrorBoundary, UnavailablePage } from '#shell/navigation/PageErrorBoundary.tsx'
import { isNotFound, isUnavailable } from '#shell/navigation/page-errors.ts'
import { useViewer } from '#shell/viewer.ts'
import { PageLayout } from './PageLayout.tsx'

/** Page inside its layout, or an error page. Runs on the server and in the browser. */
export function PageView({ view }: { view: PageResult }) {
  const viewer = useViewer()
  const { page, error } = view
  // Shows "unavailable" errors inside the layout, and "not found" errors for signed-in users. Errors of other kinds may
  // come from the layout itself.
  const isFramed = page !== null || isUnavailable(error) || (viewer !== null && isNotFound(error))
  if (!isFramed) return <ErrorPage error={error} />
  return (
    <PageErrorBoundary view={view}>
      <PageLayout head={page?.head ?? null}>
        <PageContent {...view} />
      </PageLayout>
    </PageErrorBoundary>
  )
}

function PageContent({ page, error }: PageResult) {
  if (page) return <Routed key={page.path} page={page} />
  return isUnavailable(error) ? <ServerUnavailable error={error} /> : <ErrorPage error={error} framed />
}

function ServerUnavailable({ error }: { error: CallError }) {
  const [isLate] = useState(() => !UnavailablePage.isLoaded())
  return <UnavailablePage error={error} isLate={isLate} />
}

/** Renders the page inside a route, so that `useParams` returns the parameters of the page's path. */
function Routed({ page: { path, Component } }: { page: LoadedPage }) {
  return useRoutes([{ path, element: <Component /> }])
}
