/** How a page is rendered. `static`: only on the server. `hydrate`: on the server, then hydrated in the browser. */
export type PageRenderMode = 'static' | 'hydrate'

/** Users who may open a page. `visitor` pages are only for visitors: a signed-in user is redirected to the feed. */
export type PageAudience = 'anyone' | 'visitor' | 'user' | 'moderator'

/** `path` is the URL pattern of the page. `listed`: search engines may index it, unless its content is private. */
export type PageDefinition = { path: string; mode: PageRenderMode; audience: PageAudience; listed?: true }

/** All pages of the app. This is the source of routes, links, page heads, metrics, reserved usernames and tests. */
export const pages = {
  landing: { path: '/', mode: 'static', audience: 'anyone', listed: true },
  signUp: { path: '/signup', mode: 'static', audience: 'visitor', listed: true },
  signUpMinor: { path: '/signup/13-to-17', mode: 'static', audience: 'visitor' },
  under13: { path: '/under-13', mode: 'static', audience: 'anyone' },
  logIn: { path: '/login', mode: 'static', audience: 'visitor', listed: true },
  forgot: { path: '/forgot', mode: 'static', audience: 'visitor' },
  resetSignIn: { path: '/reset-signin', mode: 'static', audience: 'anyone' },
  recover: { path: '/recover', mode: 'static', audience: 'visitor' },
  restore: { path: '/restore', mode: 'static', audience: 'anyone' },
  guardian: { path: '/guardian', mode: 'static', audience: 'anyone' },
  undoEmailChange: { path: '/undo-email', mode: 'static', audience: 'anyone' },
  create: { path: '/dashboard/create', mode: 'hydrate', audience: 'user' },
  feed: { path: '/dashboard', mode: 'hydrate', audience: 'user' },
  post: { path: '/posts/:id', mode: 'hydrate', audience: 'anyone', listed: true },
  editPost: { path: '/posts/:id/edit', mode: 'hydrate', audience: 'user' },
  postHistory: { path: '/posts/:id/history', mode: 'hydrate', audience: 'user' },
  archive: { path: '/archive', mode: 'hydrate', audience: 'user' },
  drafts: { path: '/drafts', mode: 'hydrate', audience: 'user' },
  saved: { path: '/saved', mode: 'hydrate', audience: 'user' },
  collection: { path: '/saved/:id', mode: 'hydrate', audience: 'user' },
  newStory: { path: '/stories/new', mode: 'hydrate', audience: 'user' },
  story: { path: '/stories/:id', mode: 'hydrate', audience: 'anyone' },
  tag: { path: '/tags/:tag', mode: 'hydrate', audience: 'anyone', listed: true },
  species: { path: '/explore/:species', mode: 'hydrate', audience: 'anyone', listed: true },
  search: { path: '/dashboard/search', mode: 'hydrate', audience: 'user' },
  premium: { path: '/dashboard/premium', mode: 'hydrate', audience: 'user' },
  profile: { path: '/dashboard/profile', mode: 'hydrate', audience: 'user' },
  editProfile: { path: '/profile/edit', mode: 'hydrate', audience: 'user' },
  newPet: { path: '/pets/new', mode: 'hydrate', audience: 'user' },
  pet: { path: '/pets/:slug', mode: 'hydrate', audience: 'anyone', listed: true },
  editPet: { path: '/pets/:slug/edit', mode: 'hydrate', audience: 'user' },
  petPeople: { path: '/pets/:slug/people', mode: 'hydrate', audience: 'user' },
  petInvite: { path: '/pets/:slug/invite', mode: 'hydrate', audience: 'user' },
  inviteLink: { path: '/invitations/link', mode: 'hydrate', audience: 'anyone' },
  invitation: { path: '/invitations/:invite', mode: 'hydrate', audience: 'user' },
  notifications: { path: '/notifications', mode: 'hydrate', audience: 'user' },
  settings: { path: '/settings', mode: 'hydrate', audience: 'user' },
  settingsAccount: { path: '/settings/account', mode: 'hydrate', audience: 'user' },
  settingsSecurity: { path: '/settings/security', mode: 'hydrate', audience: 'user' },
  settingsPrivacy: { path: '/settings/privacy', mode: 'hydrate', audience: 'user' },
  settingsData: { path: '/settings/data', mode: 'hydrate', audience: 'user' },
  settingsNotifications: { path: '/settings/notifications', mode: 'hydrate', audience: 'user' },
  settingsAppearance: { path: '/settings/appearance', mode: 'hydrate', audience: 'user' },
  payments: { path: '/settings/payments', mode: 'hydrate', audience: 'user' },
  hidden: { path: '/settings/hidden', mode: 'hydrate', audience: 'user' },
  requests: { path: '/settings/requests', mode: 'hydrate', audience: 'user' },
  closeFriends: { path: '/settings/close-friends', mode: 'hydrate', audience: 'user' },
  animals: { path: '/settings/animals', mode: 'hydrate', audience: 'user' },
  blocked: { path: '/settings/blocked', mode: 'hydrate', audience: 'user' },
  muted: { path: '/settings/muted', mode: 'hydrate', audience: 'user' },
  importArchive: { path: '/settings/import-archive', mode: 'hydrate', audience: 'user' },
  receipt: { path: '/receipts/:number', mode: 'hydrate', audience: 'user' },
  decisions: { path: '/settings/decisions', mode: 'hydrate', audience: 'user' },
  decision: { path: '/decisions/:id', mode: 'hydrate', audience: 'anyone' },
  moderation: { path: '/moderation/:at?', mode: 'hydrate', audience: 'moderator' },
  privacy: { path: '/privacy', mode: 'hydrate', audience: 'anyone', listed: true },
  safety: { path: '/safety', mode: 'hydrate', audience: 'anyone', listed: true },
  rules: { path: '/rules', mode: 'hydrate', audience: 'anyone', listed: true },
  transparency: { path: '/transparency', mode: 'hydrate', audience: 'anyone', listed: true },
  photoRequest: { path: '/photo-request', mode: 'hydrate', audience: 'anyone', listed: true },
  user: { path: '/:handle', mode: 'hydrate', audience: 'anyone', listed: true },
  followers: { path: '/:handle/followers', mode: 'hydrate', audience: 'anyone' },
  following: { path: '/:handle/following', mode: 'hydrate', audience: 'anyone' },
} as const satisfies Record<string, PageDefinition>

type PageName = keyof typeof pages

/** Names of pages that do not use React in the browser. */
export type StaticPageName = {
  [Name in PageName]: (typeof pages)[Name]['mode'] extends 'static' ? Name : never
}[PageName]

/** Names of pages that React renders in the browser. */
export type AppPageName = Exclude<PageName, StaticPageName>

/** Rows of `pages` with one common type, for code that loops over all pages. */
export const pageDefinitions: readonly PageDefinition[] = Object.values(pages)
