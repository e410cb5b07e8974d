import { type AppPageName, pages } from '@pawtrait/contract/pages.ts'
import type { ComponentType } from 'react'
import { loadChunk } from '#lib/server/load-chunk.ts'
import type { PageLoader, PageRoute } from '#shell/navigation/open-page.ts'
import { Redirect } from '#shell/navigation/page-errors.ts'

type PageModule<Name extends string> = { loader: PageLoader } & Record<Name, ComponentType>
type PageFile = Pick<PageRoute, 'source' | 'load'>

/** Returns a page with a lazily loaded component. The build manifest lists the component's files under `source`. */
function page<Name extends string>(folder: string, name: Name, load: () => Promise<PageModule<Name>>): PageFile {
  const loadPage = async () => {
    const module = await loadChunk(load)
    return { Component: module[name], loader: module.loader }
  }
  return { source: `src/${folder}/${name}.tsx`, load: loadPage }
}

/** Page with all UI components in all states; served in local mode only. */
const kit: PageRoute = {
  path: '/dev/ui',
  source: 'src/app/dev/UiPage.tsx',
  mode: 'hydrate',
  audience: 'anyone',
  load: async () => ({
    Component: (await import('./dev/UiPage.tsx')).UiPage,
    loader: () => ({ head: { title: 'Components and states' } }),
  }),
}

/** Paths in the specification that lack `/dashboard` or repeat it. They redirect to the canonical path. */
const shortened: PageRoute[] = ['create', 'search', 'premium', 'profile', 'dashboard/dashboard'].map((path) => ({
  path: `/${path}`,
  source: '',
  mode: 'hydrate',
  audience: 'anyone',
  load: async () => ({
    Component: () => null,
    loader: (_, { url }) => {
      throw new Redirect(`/dashboard${path.startsWith('dashboard') ? '' : `/${path}`}${url.search}`)
    },
  }),
}))

const files = {
  create: page('app', 'CreatePage', () => import('./CreatePage.tsx')),
  feed: page('app', 'FeedPage', () => import('./FeedPage.tsx')),
  post: page('app', 'PostPage', () => import('./PostPage.tsx')),
  editPost: page('features/posts/editor', 'EditPostPage', () => import('#features/posts/editor/EditPostPage.tsx')),
  postHistory: page(
    'features/posts/history',
    'PostHistoryPage',
    () => import('#features/posts/history/PostHistoryPage.tsx'),
  ),
  archive: page('features/posts', 'ArchivePage', () => import('#features/posts/ArchivePage.tsx')),
  drafts: page('features/drafts', 'DraftsPage', () => import('#features/drafts/DraftsPage.tsx')),
  saved: page('features/saves', 'SavedPage', () => import('#features/saves/SavedPage.tsx')),
  collection: page('features/saves', 'CollectionPage', () => import('#features/saves/CollectionPage.tsx')),
  newStory: page('features/stories/maker', 'NewStoryPage', () => import('#features/stories/maker/NewStoryPage.tsx')),
  story: page('app', 'StoryPage', () => import('./StoryPage.tsx')),
  tag: page('features/posts', 'TagPage', () => import('#features/posts/TagPage.tsx')),
  species: page('features/search', 'SpeciesPage', () => import('#features/search/SpeciesPage.tsx')),
  search: page('features/search', 'SearchPage', () => import('#features/search/SearchPage.tsx')),
  premium: page('features/payments', 'PremiumPage', () => import('#features/payments/PremiumPage.tsx')),
  profile: page('app', 'ProfilePage', () => import('./ProfilePage.tsx')),
  editProfile: page('features/profiles', 'EditProfilePage', () => import('#features/profiles/EditProfilePage.tsx')),
  newPet: page('features/pets', 'NewPetPage', () => import('#features/pets/NewPetPage.tsx')),
  pet: page('app', 'PetPage', () => import('./PetPage.tsx')),
  editPet: page('features/pets', 'EditPetPage', () => import('#features/pets/EditPetPage.tsx')),
  petPeople: page('features/pets/people', 'PetPeoplePage', () => import('#features/pets/people/PetPeoplePage.tsx')),
  petInvite: page('features/pets/people', 'PetInvitePage', () => import('#features/pets/people/PetInvitePage.tsx')),
  inviteLink: page('features/pets/people', 'InviteLinkPage', () => import('#features/pets/people/InviteLinkPage.tsx')),
  invitation: page('features/pets/people', 'InvitationPage', () => import('#features/pets/people/InvitationPage.tsx')),
  notifications: page(
    'features/notifications',
    'NotificationsPage',
    () => import('#features/notifications/NotificationsPage.tsx'),
  ),
  settings: page('app/settings', 'SettingsPage', () => import('./settings/SettingsPage.tsx')),
  settingsAccount: page('app/settings', 'AccountSettingsPage', () => import('./settings/AccountSettingsPage.tsx')),
  settingsSecurity: page('app/settings', 'SecuritySettingsPage', () => import('./settings/SecuritySettingsPage.tsx')),
  settingsPrivacy: page('app/settings', 'PrivacySettingsPage', () => import('./settings/PrivacySettingsPage.tsx')),
  settingsData: page('app/settings', 'DataSettingsPage', () => import('./settings/DataSettingsPage.tsx')),
  settingsNotifications: page(
    'app/settings',
    'NotificationSettingsPage',
    () => import('./settings/NotificationSettingsPage.tsx'),
  ),
  settingsAppearance: page(
    'app/settings',
    'AppearanceSettingsPage',
    () => import('./settings/AppearanceSettingsPage.tsx'),
  ),
  payments: page('features/payments', 'PaymentsPage', () => import('#features/payments/PaymentsPage.tsx')),
  hidden: page('features/blocks', 'HiddenPostsPage', () => import('#features/blocks/HiddenPostsPage.tsx')),
  requests: page('features/profiles', 'FollowRequestsPage', () => import('#features/profiles/FollowRequestsPage.tsx')),
  closeFriends: page('features/follows', 'CloseFriendsPage', () => import('#features/follows/CloseFriendsPage.tsx')),
  animals: page('features/blocks', 'AnimalFilterPage', () => import('#features/blocks/AnimalFilterPage.tsx')),
  blocked: page('features/blocks', 'BlockedUsersPage', () => import('#features/blocks/BlockedUsersPage.tsx')),
  muted: page('features/blocks', 'MutedUsersPage', () => import('#features/blocks/MutedUsersPage.tsx')),
  importArchive: page(
    'features/archives',
    'ImportArchivePage',
    () => import('#features/archives/ImportArchivePage.tsx'),
  ),
  receipt: page('features/payments', 'ReceiptPage', () => import('#features/payments/ReceiptPage.tsx')),
  decisions: page(
    'features/moderation/statement',
    'DecisionsPage',
    () => import('#features/moderation/statement/DecisionsPage.tsx'),
  ),
  decision: page(
    'features/moderation/statement',
    'StatementPage',
    () => import('#features/moderation/statement/StatementPage.tsx'),
  ),
  moderation: page('features/moderation/desk', 'DeskPage', () => import('#features/moderation/desk/DeskPage.tsx')),
  privacy: page('app', 'PrivacyPage', () => import('./PrivacyPage.tsx')),
  safety: page('app', 'SafetyPage', () => import('./SafetyPage.tsx')),
  rules: page('app', 'RulesPage', () => import('./RulesPage.tsx')),
  transparency: page(
    'features/moderation/transparency',
    'TransparencyPage',
    () => import('#features/moderation/transparency/TransparencyPage.tsx'),
  ),
  photoRequest: page(
    'features/moderation/photo-request',
    'PhotoRequestPage',
    () => import('#features/moderation/photo-request/PhotoRequestPage.tsx'),
  ),
  user: page('app', 'UserPage', () => import('./UserPage.tsx')),
  followers: page('features/profiles', 'FollowersPage', () => import('#features/profiles/FollowersPage.tsx')),
  following: page('features/profiles', 'FollowingPage', () => import('#features/profiles/FollowingPage.tsx')),
} satisfies Record<AppPageName, PageFile>

/** All pages rendered by React. */
export const routes: readonly PageRoute[] = [
  ...Object.entries(files).map(([name, file]) => ({ ...pages[name as keyof typeof files], ...file })),
  ...shortened,
  kit,
]
