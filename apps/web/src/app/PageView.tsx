import { useState } from 'react'
import { useRoutes } from 'react-router'
import type { CallError } from '#lib/server/call.ts'
import type { Found } from '#shell/navigation/navigation.ts'
import type { OpenPage } from '#shell/navigation/open-page.ts'
import { ErrorPage, PageBoundary, UnansweredPage } from '#shell/navigation/PageBoundary.tsx'
import { isNotFound, isUnanswered } from '#shell/navigation/page-answers.ts'
import { useViewer } from '#shell/viewer.ts'
import { Frame } from './Frame.tsx'

/** A page in its frame, or what stands there instead. On the server and in the browser. */
export function PageView({ view }: { view: Found }) {
  const viewer = useViewer()
  const { page, error } = view
  // Whoever is logged in goes on from where nothing is, and everybody from where no answer came; what broke may have
  // broken the frame too.
  const isFramed = page !== null || isUnanswered(error) || (viewer !== null && isNotFound(error))
  if (!isFramed) return <ErrorPage error={error} />
  return (
    <PageBoundary view={view}>
      <Frame head={page?.head ?? null}>
        <Inside {...view} />
      </Frame>
    </PageBoundary>
  )
}

function Inside({ page, error }: Found) {
  if (page) return <Routed key={page.path} page={page} />
  return isUnanswered(error) ? <Unanswered error={error} /> : <ErrorPage error={error} framed />
}

function Unanswered({ error }: { error: CallError }) {
  const [isLate] = useState(() => !UnansweredPage.isLoaded())
  return <UnansweredPage error={error} isLate={isLate} />
}

/** Gives the page what its address pattern holds. */
function Routed({ page: { path, Component } }: { page: OpenPage }) {
  return useRoutes([{ path, element: <Component /> }])
}
