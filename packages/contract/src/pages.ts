/**
 * How a page is rendered. `static`: on the server, without React in the browser. `hydrate`: on the server for
 * everybody, then hydrated. `person`: like `hydrate`, for signed-in users. `shell`: the server sends the data and a
 * skeleton of the page.
 */
export type PageRenderMode = 'static' | 'hydrate' | 'person' | 'shell'

/** Users who may open a page. A signed-in user who opens a `visitor` page is redirected to the feed. */
export type PageAudience = 'anyone' | 'visitor' | 'user' | 'moderator'

/** `path`: URL pattern. `listed`: search engines may index the page, unless its content (a private post) forbids it. */
export type PageDefinition = { path: string; mode: PageRenderMode; audience: PageAudience; listed?: true }

/** All pages of the app: the source for routes, links, page heads, metrics, reserved usernames and tests. */
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
  create: { path: '/dashboard/create', mode: 'shell', audience: 'user' },
  feed: { path: '/dashboard', mode: 'person', audience: 'user' },
  post: { path: '/posts/:id', mode: 'hydrate', audience: 'anyone', listed: true },
  editPost: { path: '/posts/:id/edit', mode: 'shell', audience: 'user' },
  postHistory: { path: '/posts/:id/history', mode: 'shell', audience: 'user' },
  archive: { path: '/archive', mode: 'shell', audience: 'user' },
  drafts: { path: '/drafts', mode: 'shell', audience: 'user' },
  saved: { path: '/saved', mode: 'shell', audience: 'user' },
  collection: { path: '/saved/:id', mode: 'shell', audience: 'user' },
  newStory: { path: '/stories/new', mode: 'shell', audience: 'user' },
  story: { path: '/stories/:id', mode: 'hydrate', audience: 'anyone' },
  tag: { path: '/tags/:tag', mode: 'hydrate', audience: 'anyone', listed: true },
  species: { path: '/explore/:species', mode: 'hydrate', audience: 'anyone', listed: true },
  search: { path: '/dashboard/search', mode: 'shell', audience: 'user' },
  premium: { path: '/dashboard/premium', mode: 'shell', audience: 'user' },
  profile: { path: '/dashboard/profile', mode: 'shell', audience: 'user' },
  editProfile: { path: '/profile/edit', mode: 'shell', audience: 'user' },
  newPet: { path: '/pets/new', mode: 'shell', audience: 'user' },
  pet: { path: '/pets/:slug', mode: 'hydrate', audience: 'anyone', listed: true },
  editPet: { path: '/pets/:slug/edit', mode: 'shell', audience: 'user' },
  petPeople: { path: '/pets/:slug/people', mode: 'shell', audience: 'user' },
  petInvite: { path: '/pets/:slug/invite', mode: 'shell', audience: 'user' },
  inviteLink: { path: '/invitations/link', mode: 'hydrate', audience: 'anyone' },
  invitation: { path: '/invitations/:invite', mode: 'shell', audience: 'user' },
  notifications: { path: '/notifications', mode: 'shell', audience: 'user' },
  settings: { path: '/settings', mode: 'shell', audience: 'user' },
  settingsAccount: { path: '/settings/account', mode: 'shell', audience: 'user' },
  settingsSecurity: { path: '/settings/security', mode: 'shell', audience: 'user' },
  settingsPrivacy: { path: '/settings/privacy', mode: 'shell', audience: 'user' },
  settingsData: { path: '/settings/data', mode: 'shell', audience: 'user' },
  settingsNotifications: { path: '/settings/notifications', mode: 'shell', audience: 'user' },
  settingsAppearance: { path: '/settings/appearance', mode: 'shell', audience: 'user' },
  payments: { path: '/settings/payments', mode: 'shell', audience: 'user' },
  hidden: { path: '/settings/hidden', mode: 'shell', audience: 'user' },
  requests: { path: '/settings/requests', mode: 'shell', audience: 'user' },
  closeFriends: { path: '/settings/close-friends', mode: 'shell', audience: 'user' },
  animals: { path: '/settings/animals', mode: 'shell', audience: 'user' },
  blocked: { path: '/settings/blocked', mode: 'shell', audience: 'user' },
  muted: { path: '/settings/muted', mode: 'shell', audience: 'user' },
  importArchive: { path: '/settings/import-archive', mode: 'shell', audience: 'user' },
  receipt: { path: '/receipts/:number', mode: 'shell', audience: 'user' },
  decisions: { path: '/settings/decisions', mode: 'shell', audience: 'user' },
  decision: { path: '/decisions/:id', mode: 'hydrate', audience: 'anyone' },
  moderation: { path: '/moderation/:at?', mode: 'shell', audience: 'moderator' },
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

/** Names of pages without React in the browser. */
export type StaticPageName = {
  [Name in PageName]: (typeof pages)[Name]['mode'] extends 'static' ? Name : never
}[PageName]

/** Names of pages that React renders in the browser. */
export type AppPageName = Exclude<PageName, StaticPageName>

/** Rows of `pages` under one common type, for code that loops over all pages. */
export const pageDefinitions: readonly PageDefinition[] = Object.values(pages)
