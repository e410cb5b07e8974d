import type { ComponentType } from 'react'
import { loadChunk } from '#lib/load-chunk.ts'
import { data, redirect, type RouteObject } from 'react-router'
import { part } from '#ui/part.tsx'
import { Frame } from './Frame.tsx'

/**
 * How a page reaches the browser: `hydrate` renders it on the server too, for everybody; `person` for whoever is logged
 * in; `shell` sends its data and a skeleton.
 */
export type PageHandle = { source: string; mode: 'hydrate' | 'person' | 'shell' }

// Most people never see it. Fetched while there is nothing else to do, as it has to be there when the network is not.
export const ErrorPage = part(async () => (await import('./ErrorPage.tsx')).ErrorPage)

type PageModule<Name extends string> = { loader: NonNullable<RouteObject['loader']> } & Record<Name, ComponentType>

/** A page of `./pages`, loaded when it is first visited; the build's manifest knows its files by their source. */
function page<Name extends string>(
  path: string,
  mode: PageHandle['mode'],
  name: Name,
  load: () => Promise<PageModule<Name>>,
): RouteObject {
  const handle: PageHandle = { source: `src/app/pages/${name}.tsx`, mode }
  const lazy = async () => {
    const module = await loadChunk(load)
    return { Component: module[name], loader: module.loader }
  }
  return { path, handle, lazy }
}

/** Every component in every state; served in local mode only. */
const kit: RouteObject = {
  path: '/dev/ui',
  handle: { source: 'src/app/dev/UiPage.tsx', mode: 'shell' } satisfies PageHandle,
  loader: () => ({ head: { title: 'Components and states', hidden: true } }),
  lazy: async () => ({ Component: (await import('./dev/UiPage.tsx')).UiPage }),
}

/** The specification writes dashboard pages with and without the prefix; the longer one stands (product.md §2.2). */
const shortened: RouteObject[] = ['create', 'search', 'premium', 'profile', 'dashboard/dashboard'].map((path) => ({
  path: `/${path}`,
  loader: ({ request }) =>
    redirect(`/dashboard${path.startsWith('dashboard') ? '' : `/${path}`}${new URL(request.url).search}`),
}))

/** Every page of the app. Landing, sign-up and log-in are not here: they are sent without React. */
export const routes: RouteObject[] = [
  {
    Component: Frame,
    ErrorBoundary: ErrorPage,
    HydrateFallback: () => null,
    children: [
      page('/dashboard/create', 'shell', 'CreatePage', () => import('./pages/CreatePage.tsx')),
      page('/dashboard', 'person', 'FeedPage', () => import('./pages/FeedPage.tsx')),
      page('/posts/:id', 'hydrate', 'PostPage', () => import('./pages/PostPage.tsx')),
      page('/tags/:tag', 'hydrate', 'TagPage', () => import('./pages/TagPage.tsx')),
      page('/dashboard/search', 'shell', 'SearchPage', () => import('./pages/SearchPage.tsx')),
      page('/dashboard/premium', 'shell', 'PremiumPage', () => import('./pages/PremiumPage.tsx')),
      page('/dashboard/profile', 'shell', 'ProfilePage', () => import('./pages/ProfilePage.tsx')),
      page('/profile/edit', 'shell', 'EditProfilePage', () => import('./pages/EditProfilePage.tsx')),
      page('/pets/new', 'shell', 'NewPetPage', () => import('./pages/NewPetPage.tsx')),
      page('/pets/:slug', 'hydrate', 'PetPage', () => import('./pages/PetPage.tsx')),
      page('/pets/:slug/edit', 'shell', 'EditPetPage', () => import('./pages/EditPetPage.tsx')),
      page('/settings', 'shell', 'SettingsPage', () => import('./pages/SettingsPage.tsx')),
      page('/settings/payments', 'shell', 'PaymentsPage', () => import('./pages/PaymentsPage.tsx')),
      page('/settings/hidden', 'shell', 'HiddenPage', () => import('./pages/HiddenPage.tsx')),
      page('/receipts/:number', 'shell', 'ReceiptPage', () => import('./pages/ReceiptPage.tsx')),
      page('/privacy', 'hydrate', 'PrivacyPage', () => import('./pages/PrivacyPage.tsx')),
      page('/safety', 'hydrate', 'SafetyPage', () => import('./pages/SafetyPage.tsx')),
      page('/:handle', 'hydrate', 'UserPage', () => import('./pages/UserPage.tsx')),
      page('/:handle/followers', 'hydrate', 'FollowersPage', () => import('./pages/FollowersPage.tsx')),
      page('/:handle/following', 'hydrate', 'FollowingPage', () => import('./pages/FollowingPage.tsx')),
      ...shortened,
      kit,
      { path: '*', loader: () => Promise.reject(data(null, { status: 404 })) },
    ],
  },
]
