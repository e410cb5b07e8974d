import type { ComponentType } from 'react'
import { loadChunk } from '#lib/server/load-chunk.ts'
import type { Loader, Page, PageMode } from '#shell/navigation/open-page.ts'
import { Redirect } from '#shell/navigation/page-answers.ts'

type PageModule<Name extends string> = { loader: Loader } & Record<Name, ComponentType>

/** A page, loaded when it is first visited; the build's manifest knows its files by their source. */
function page<Name extends string>(
  path: string,
  mode: PageMode,
  folder: string,
  name: Name,
  load: () => Promise<PageModule<Name>>,
): Page {
  const loadIt = async () => {
    const module = await loadChunk(load)
    return { Component: module[name], loader: module.loader }
  }
  return { path, mode, source: `src/${folder}/${name}.tsx`, load: loadIt }
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

/** The routes: every page of the app. Landing, sign-up and log-in are not here: they are sent without React. */
export const pages: readonly Page[] = [
  page('/dashboard/create', 'shell', 'app', 'CreatePage', () => import('./CreatePage.tsx')),
  page('/dashboard', 'person', 'app', 'FeedPage', () => import('./FeedPage.tsx')),
  page('/posts/:id', 'hydrate', 'app', 'PostPage', () => import('./PostPage.tsx')),
  page(
    '/posts/:id/edit',
    'shell',
    'features/posts/editor',
    'EditPostPage',
    () => import('#features/posts/editor/EditPostPage.tsx'),
  ),
  page(
    '/posts/:id/history',
    'shell',
    'features/posts/history',
    'PostHistoryPage',
    () => import('#features/posts/history/PostHistoryPage.tsx'),
  ),
  page('/archive', 'shell', 'features/posts', 'ArchivePage', () => import('#features/posts/ArchivePage.tsx')),
  page('/drafts', 'shell', 'features/drafts', 'DraftsPage', () => import('#features/drafts/DraftsPage.tsx')),
  page('/saved', 'shell', 'features/saves', 'SavedPage', () => import('#features/saves/SavedPage.tsx')),
  page('/saved/:id', 'shell', 'features/saves', 'CollectionPage', () => import('#features/saves/CollectionPage.tsx')),
  page(
    '/stories/new',
    'shell',
    'features/stories/maker',
    'NewStoryPage',
    () => import('#features/stories/maker/NewStoryPage.tsx'),
  ),
  page('/stories/:id', 'hydrate', 'app', 'StoryPage', () => import('./StoryPage.tsx')),
  page('/tags/:tag', 'hydrate', 'features/posts', 'TagPage', () => import('#features/posts/TagPage.tsx')),
  page(
    '/explore/:species',
    'hydrate',
    'features/search',
    'SpeciesPage',
    () => import('#features/search/SpeciesPage.tsx'),
  ),
  page('/dashboard/search', 'shell', 'features/search', 'SearchPage', () => import('#features/search/SearchPage.tsx')),
  page(
    '/dashboard/premium',
    'shell',
    'features/payments',
    'PremiumPage',
    () => import('#features/payments/PremiumPage.tsx'),
  ),
  page('/dashboard/profile', 'shell', 'app', 'ProfilePage', () => import('./ProfilePage.tsx')),
  page(
    '/profile/edit',
    'shell',
    'features/profiles',
    'EditProfilePage',
    () => import('#features/profiles/EditProfilePage.tsx'),
  ),
  page('/pets/new', 'shell', 'features/pets', 'NewPetPage', () => import('#features/pets/NewPetPage.tsx')),
  page('/pets/:slug', 'hydrate', 'app', 'PetPage', () => import('./PetPage.tsx')),
  page('/pets/:slug/edit', 'shell', 'features/pets', 'EditPetPage', () => import('#features/pets/EditPetPage.tsx')),
  page(
    '/pets/:slug/people',
    'shell',
    'features/pets/people',
    'PetPeoplePage',
    () => import('#features/pets/people/PetPeoplePage.tsx'),
  ),
  page(
    '/pets/:slug/invite',
    'shell',
    'features/pets/people',
    'PetInvitePage',
    () => import('#features/pets/people/PetInvitePage.tsx'),
  ),
  page(
    '/invitations/link',
    'hydrate',
    'features/pets/people',
    'InviteLinkPage',
    () => import('#features/pets/people/InviteLinkPage.tsx'),
  ),
  page(
    '/invitations/:invite',
    'shell',
    'features/pets/people',
    'InvitationPage',
    () => import('#features/pets/people/InvitationPage.tsx'),
  ),
  page(
    '/notifications',
    'shell',
    'features/notifications',
    'NotificationsPage',
    () => import('#features/notifications/NotificationsPage.tsx'),
  ),
  page('/settings', 'shell', 'app/settings', 'SettingsPage', () => import('./settings/SettingsPage.tsx')),
  page(
    '/settings/account',
    'shell',
    'app/settings',
    'AccountSettingsPage',
    () => import('./settings/AccountSettingsPage.tsx'),
  ),
  page(
    '/settings/security',
    'shell',
    'app/settings',
    'SecuritySettingsPage',
    () => import('./settings/SecuritySettingsPage.tsx'),
  ),
  page(
    '/settings/privacy',
    'shell',
    'app/settings',
    'PrivacySettingsPage',
    () => import('./settings/PrivacySettingsPage.tsx'),
  ),
  page('/settings/data', 'shell', 'app/settings', 'DataSettingsPage', () => import('./settings/DataSettingsPage.tsx')),
  page(
    '/settings/notifications',
    'shell',
    'app/settings',
    'NotificationSettingsPage',
    () => import('./settings/NotificationSettingsPage.tsx'),
  ),
  page(
    '/settings/appearance',
    'shell',
    'app/settings',
    'AppearanceSettingsPage',
    () => import('./settings/AppearanceSettingsPage.tsx'),
  ),
  page(
    '/settings/payments',
    'shell',
    'features/payments',
    'PaymentsPage',
    () => import('#features/payments/PaymentsPage.tsx'),
  ),
  page('/settings/hidden', 'shell', 'features/blocks', 'HiddenPage', () => import('#features/blocks/HiddenPage.tsx')),
  page(
    '/settings/requests',
    'shell',
    'features/profiles',
    'RequestsPage',
    () => import('#features/profiles/RequestsPage.tsx'),
  ),
  page(
    '/settings/close-friends',
    'shell',
    'features/follows',
    'CloseFriendsPage',
    () => import('#features/follows/CloseFriendsPage.tsx'),
  ),
  page(
    '/settings/animals',
    'shell',
    'features/blocks',
    'AnimalsPage',
    () => import('#features/blocks/AnimalsPage.tsx'),
  ),
  page(
    '/settings/blocked',
    'shell',
    'features/blocks',
    'BlockedPage',
    () => import('#features/blocks/BlockedPage.tsx'),
  ),
  page('/settings/muted', 'shell', 'features/blocks', 'MutedPage', () => import('#features/blocks/MutedPage.tsx')),
  page(
    '/settings/import-archive',
    'shell',
    'features/archives',
    'ImportArchivePage',
    () => import('#features/archives/ImportArchivePage.tsx'),
  ),
  page(
    '/receipts/:number',
    'shell',
    'features/payments',
    'ReceiptPage',
    () => import('#features/payments/ReceiptPage.tsx'),
  ),
  page(
    '/settings/decisions',
    'shell',
    'features/moderation/statement',
    'DecisionsPage',
    () => import('#features/moderation/statement/DecisionsPage.tsx'),
  ),
  page(
    '/decisions/:id',
    'hydrate',
    'features/moderation/statement',
    'StatementPage',
    () => import('#features/moderation/statement/StatementPage.tsx'),
  ),
  page(
    '/moderation/:at?',
    'shell',
    'features/moderation/desk',
    'DeskPage',
    () => import('#features/moderation/desk/DeskPage.tsx'),
  ),
  page('/privacy', 'hydrate', 'app', 'PrivacyPage', () => import('./PrivacyPage.tsx')),
  page('/safety', 'hydrate', 'app', 'SafetyPage', () => import('./SafetyPage.tsx')),
  page('/rules', 'hydrate', 'app', 'RulesPage', () => import('./RulesPage.tsx')),
  page(
    '/transparency',
    'hydrate',
    'features/moderation/transparency',
    'TransparencyPage',
    () => import('#features/moderation/transparency/TransparencyPage.tsx'),
  ),
  page(
    '/photo-request',
    'hydrate',
    'features/moderation/photo-request',
    'PhotoRequestPage',
    () => import('#features/moderation/photo-request/PhotoRequestPage.tsx'),
  ),
  page('/:handle', 'hydrate', 'app', 'UserPage', () => import('./UserPage.tsx')),
  page(
    '/:handle/followers',
    'hydrate',
    'features/profiles',
    'FollowersPage',
    () => import('#features/profiles/FollowersPage.tsx'),
  ),
  page(
    '/:handle/following',
    'hydrate',
    'features/profiles',
    'FollowingPage',
    () => import('#features/profiles/FollowingPage.tsx'),
  ),
  ...shortened,
  kit,
]
