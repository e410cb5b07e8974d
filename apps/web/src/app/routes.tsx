import type { ComponentType } from 'react'
import { loadChunk } from '#lib/load-chunk.ts'
import type { Loader, Page, PageMode } from './navigation/open-page.ts'
import { Redirect } from './navigation/page-answers.ts'

type PageModule<Name extends string> = { loader: Loader } & Record<Name, ComponentType>

/** A page of `./pages`, loaded when it is first visited; the build's manifest knows its files by their source. */
function page<Name extends string>(
  path: string,
  mode: PageMode,
  name: Name,
  load: () => Promise<PageModule<Name>>,
): Page {
  const loadIt = async () => {
    const module = await loadChunk(load)
    return { Component: module[name], loader: module.loader }
  }
  return { path, mode, source: `src/app/pages/${name}.tsx`, load: loadIt }
}

/** Every component in every state; served in local mode only. */
const kit: Page = {
  path: '/dev/ui',
  source: 'src/app/dev/UiPage.tsx',
  mode: 'shell',
  load: async () => ({
    Component: (await import('./dev/UiPage.tsx')).UiPage,
    loader: () => ({ head: { title: 'Components and states', hidden: true } }),
  }),
}

/** The specification writes dashboard pages with and without the prefix; the longer one stands (product.md §2.2). */
const shortened: Page[] = ['create', 'search', 'premium', 'profile', 'dashboard/dashboard'].map((path) => ({
  path: `/${path}`,
  source: '',
  mode: 'shell',
  load: async () => ({
    Component: () => null,
    loader: (_, { url }) => {
      throw new Redirect(`/dashboard${path.startsWith('dashboard') ? '' : `/${path}`}${url.search}`)
    },
  }),
}))

/** Every page of the app. Landing, sign-up and log-in are not here: they are sent without React. */
export const pages: readonly Page[] = [
  page('/dashboard/create', 'shell', 'CreatePage', () => import('./pages/CreatePage.tsx')),
  page('/dashboard', 'person', 'FeedPage', () => import('./pages/FeedPage.tsx')),
  page('/posts/:id', 'hydrate', 'PostPage', () => import('./pages/PostPage.tsx')),
  page('/posts/:id/edit', 'shell', 'EditPostPage', () => import('./pages/EditPostPage.tsx')),
  page('/posts/:id/history', 'shell', 'PostHistoryPage', () => import('./pages/PostHistoryPage.tsx')),
  page('/archive', 'shell', 'ArchivePage', () => import('./pages/ArchivePage.tsx')),
  page('/drafts', 'shell', 'DraftsPage', () => import('./pages/DraftsPage.tsx')),
  page('/saved', 'shell', 'SavedPage', () => import('./pages/SavedPage.tsx')),
  page('/saved/:id', 'shell', 'CollectionPage', () => import('./pages/CollectionPage.tsx')),
  page('/stories/new', 'shell', 'NewStoryPage', () => import('./pages/NewStoryPage.tsx')),
  page('/stories/:id', 'hydrate', 'StoryPage', () => import('./pages/StoryPage.tsx')),
  page('/tags/:tag', 'hydrate', 'TagPage', () => import('./pages/TagPage.tsx')),
  page('/dashboard/search', 'shell', 'SearchPage', () => import('./pages/SearchPage.tsx')),
  page('/dashboard/premium', 'shell', 'PremiumPage', () => import('./pages/PremiumPage.tsx')),
  page('/dashboard/profile', 'shell', 'ProfilePage', () => import('./pages/ProfilePage.tsx')),
  page('/profile/edit', 'shell', 'EditProfilePage', () => import('./pages/EditProfilePage.tsx')),
  page('/pets/new', 'shell', 'NewPetPage', () => import('./pages/NewPetPage.tsx')),
  page('/pets/:slug', 'hydrate', 'PetPage', () => import('./pages/PetPage.tsx')),
  page('/pets/:slug/edit', 'shell', 'EditPetPage', () => import('./pages/EditPetPage.tsx')),
  page('/pets/:slug/people', 'shell', 'PetPeoplePage', () => import('./pages/PetPeoplePage.tsx')),
  page('/pets/:slug/invite', 'shell', 'PetInvitePage', () => import('./pages/PetInvitePage.tsx')),
  page('/invitations/link', 'hydrate', 'InviteLinkPage', () => import('./pages/InviteLinkPage.tsx')),
  page('/invitations/:invite', 'shell', 'InvitationPage', () => import('./pages/InvitationPage.tsx')),
  page('/notifications', 'shell', 'NotificationsPage', () => import('./pages/NotificationsPage.tsx')),
  page('/settings', 'shell', 'SettingsPage', () => import('./pages/SettingsPage.tsx')),
  page('/settings/payments', 'shell', 'PaymentsPage', () => import('./pages/PaymentsPage.tsx')),
  page('/settings/hidden', 'shell', 'HiddenPage', () => import('./pages/HiddenPage.tsx')),
  page('/settings/requests', 'shell', 'RequestsPage', () => import('./pages/RequestsPage.tsx')),
  page('/settings/close-friends', 'shell', 'CloseFriendsPage', () => import('./pages/CloseFriendsPage.tsx')),
  page('/settings/animals', 'shell', 'AnimalsPage', () => import('./pages/AnimalsPage.tsx')),
  page('/settings/blocked', 'shell', 'BlockedPage', () => import('./pages/BlockedPage.tsx')),
  page('/settings/muted', 'shell', 'MutedPage', () => import('./pages/MutedPage.tsx')),
  page('/receipts/:number', 'shell', 'ReceiptPage', () => import('./pages/ReceiptPage.tsx')),
  page('/privacy', 'hydrate', 'PrivacyPage', () => import('./pages/PrivacyPage.tsx')),
  page('/safety', 'hydrate', 'SafetyPage', () => import('./pages/SafetyPage.tsx')),
  page('/:handle', 'hydrate', 'UserPage', () => import('./pages/UserPage.tsx')),
  page('/:handle/followers', 'hydrate', 'FollowersPage', () => import('./pages/FollowersPage.tsx')),
  page('/:handle/following', 'hydrate', 'FollowingPage', () => import('./pages/FollowingPage.tsx')),
  ...shortened,
  kit,
]
