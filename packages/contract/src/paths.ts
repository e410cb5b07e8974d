import { pages } from './pages.ts'

const pathWith = ({ path }: { path: string }, value: string) => path.replace(/:\w+\??/, () => value)

const withQuery = ({ path }: { path: string }, query: URLSearchParams) =>
  query.size > 0 ? `${path}?${query.toString()}` : path

/**
 * Paths of pages, for links in the web app, in e-mails and in API responses. No path may change, because users share
 * links.
 */
export const paths = {
  landing: pages.landing.path,
  signUp: pages.signUp.path,
  signUpMinor: pages.signUpMinor.path,
  under13: pages.under13.path,
  /** `next` is the path to open after the log-in. */
  logIn: (next = '') => withQuery(pages.logIn, new URLSearchParams({ ...(next && { next }) })),
  forgot: pages.forgot.path,
  recover: pages.recover.path,
  resetSignIn: pages.resetSignIn.path,
  undoEmailChange: pages.undoEmailChange.path,
  restore: pages.restore.path,
  guardian: pages.guardian.path,
  feed: pages.feed.path,
  create: pages.create.path,
  drafts: pages.drafts.path,
  /** `draft` is the id of a draft on the server. `device` is the key of a draft on this device. */
  openDraft: (draft: { draft?: string; device?: string }) => withQuery(pages.create, new URLSearchParams(draft)),
  search: (q = '', type = '') =>
    withQuery(pages.search, new URLSearchParams({ ...(q && { q }), ...(type && { type }) })),
  premium: pages.premium.path,
  notifications: pages.notifications.path,
  hidden: pages.hidden.path,
  blocked: pages.blocked.path,
  closeFriends: pages.closeFriends.path,
  animals: pages.animals.path,
  requests: pages.requests.path,
  muted: pages.muted.path,
  payments: pages.payments.path,
  importArchive: pages.importArchive.path,
  decisions: pages.decisions.path,
  receipt: (number: string) => pathWith(pages.receipt, number),
  profile: pages.profile.path,
  editProfile: pages.editProfile.path,
  settings: pages.settings.path,
  settingsAccount: pages.settingsAccount.path,
  settingsSecurity: pages.settingsSecurity.path,
  settingsPrivacy: pages.settingsPrivacy.path,
  settingsData: pages.settingsData.path,
  settingsNotifications: pages.settingsNotifications.path,
  settingsAppearance: pages.settingsAppearance.path,
  privacy: pages.privacy.path,
  safety: pages.safety.path,
  rules: pages.rules.path,
  transparency: pages.transparency.path,
  photoRequest: pages.photoRequest.path,
  decision: (id: string) => pathWith(pages.decision, id),
  moderation: '/moderation',
  appealsAtDesk: pathWith(pages.moderation, 'appeals'),
  reportAtDesk: (id: string) => pathWith(pages.moderation, id),
  newPet: pages.newPet.path,
  pet: (slug: string) => pathWith(pages.pet, slug),
  editPet: (slug: string) => pathWith(pages.editPet, slug),
  petPeople: (slug: string) => pathWith(pages.petPeople, slug),
  petInvite: (slug: string) => pathWith(pages.petInvite, slug),
  invitation: (id: string) => pathWith(pages.invitation, id),
  inviteLink: pages.inviteLink.path,
  user: (username: string) => pathWith(pages.user, `@${username}`),
  followers: (username: string) => pathWith(pages.followers, `@${username}`),
  following: (username: string) => pathWith(pages.following, `@${username}`),
  post: (id: string) => pathWith(pages.post, id),
  comment: (post: string, id: string) => `${pathWith(pages.post, post)}?comment=${id}`,
  newestComments: (post: string) => `${pathWith(pages.post, post)}?comment=newest`,
  editPost: (id: string) => pathWith(pages.editPost, id),
  postHistory: (id: string) => pathWith(pages.postHistory, id),
  archive: pages.archive.path,
  saved: pages.saved.path,
  collection: (id: string) => pathWith(pages.collection, id),
  story: (id: string) => pathWith(pages.story, id),
  storyReplies: (id: string) => `${pathWith(pages.story, id)}?panel=replies`,
  newStory: pages.newStory.path,
  /** `place` is the name of the species in the path, from `speciesSlugs`. */
  species: (place: string) => pathWith(pages.species, place),
  tag: (tag: string) => pathWith(pages.tag, encodeURIComponent(tag)),
} as const
