import type { pages } from '@pawtrait/contract/pages.ts'
import type { Page } from 'playwright-core'
import { checkFeedOverlays, checkPostEditor, modalDialog } from './overlay-checks.ts'
import { createTestStory, type PageTestData } from './page-test-data.ts'
import { callApi } from './test-data.ts'

/** Checks the current page. `crowded`: also checks that no controls overlap with large text. */
export type ScreenCheck = (page: Page, name: string, options?: CheckOptions) => Promise<void>
type CheckOptions = { crowded?: true; focus?: true }

/** A page to open, and the overlays to open on it. */
export type PageVisit = CheckOptions & {
  /** Test users. `author` has a pet, posts and Premium. `reader` follows the author. `newcomer` has no data. */
  as: 'visitor' | 'author' | 'reader' | 'newcomer'
  /** Returns the path to open. Default: the path of the page without parameters. */
  path?: (world: PageTestData) => string
  /** Text that shows once the page is complete. */
  readyText: string | RegExp
  /** Creates data for the page before it opens. */
  prepare?: (world: PageTestData) => Promise<void>
  /** Opens overlays on the page and checks them. */
  checkOverlays?: (page: Page, check: ScreenCheck, world: PageTestData) => Promise<void>
}

/** Spec file that checks the page. Used when only the steps of that spec lead to the page. */
type OtherSpec = `${string}.spec.ts`

/** Describes how to visit each page of the app, by page name. A missing page is a type error. */
export const pageVisits: Record<keyof typeof pages, PageVisit | OtherSpec> = {
  landing: { as: 'visitor', readyText: 'Welcome to Pawtrait' },
  signUp: {
    as: 'visitor',
    readyText: 'Create my account',
    checkOverlays: async (page, check) => {
      await page.getByRole('button', { name: 'Create my account' }).click()
      await page.locator('[aria-invalid=true]').first().waitFor()
      await check(page, 'signUp, with errors')
    },
  },
  signUpMinor: 'age.spec.ts',
  under13: 'age.spec.ts',
  logIn: {
    as: 'visitor',
    readyText: 'Welcome back',
    checkOverlays: async (page, check) => {
      await page.getByLabel('Username or email').fill('nobody')
      await page.getByLabel('Zip code', { exact: true }).fill('12345')
      await page.getByRole('button', { name: 'Log In' }).click()
      await page.getByText('Invalid username/email or zip code').waitFor()
      await check(page, 'logIn, unknown username')
    },
  },
  forgot: { as: 'visitor', readyText: 'Use a recovery code' },
  resetSignIn: { as: 'visitor', path: () => '/reset-signin#token', readyText: 'Pawtrait team' },
  recover: 'passkeys.spec.ts',
  restore: 'delete-account.spec.ts',
  guardian: 'age.spec.ts',
  undoEmailChange: 'codes.spec.ts',
  feed: {
    as: 'reader',
    readyText: 'Sunday in the forest',
    crowded: true,
    focus: true,
    checkOverlays: checkFeedOverlays,
  },
  post: {
    as: 'reader',
    path: ({ post }) => `/posts/${post}`,
    readyText: 'He knows',
    crowded: true,
    checkOverlays: async (page, check) => {
      const comment = page.getByRole('article', { name: /: What a dog$/ })
      await comment.getByRole('button', { name: /^More options/ }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await page.getByRole('alertdialog').waitFor()
      await check(page, 'post, delete dialog of a comment')
    },
  },
  editPost: {
    as: 'author',
    path: ({ post }) => `/posts/${post}/edit`,
    readyText: 'Posted on',
    checkOverlays: async (page, check) => {
      await page.getByRole('button', { name: 'Everyone', exact: true }).click()
      await modalDialog(page).waitFor()
      await check(page, 'editPost, audience')
    },
  },
  postHistory: { as: 'author', path: ({ edited }) => `/posts/${edited}/history`, readyText: 'Place: Karura' },
  archive: {
    as: 'author',
    readyText: 'No archived posts',
    checkOverlays: async (page, check, { edited }) => {
      await callApi(page, 'PUT', `/api/posts/${edited}/archive`)
      await page.goto('/archive')
      await page.getByRole('checkbox').check()
      await page.getByRole('toolbar').waitFor()
      await check(page, 'archive, one post selected')
    },
  },
  drafts: 'drafts.spec.ts',
  saved: { as: 'author', readyText: 'Beach dogs' },
  collection: { as: 'author', path: ({ shelf }) => `/saved/${shelf}`, readyText: 'Nothing in here yet' },
  newStory: 'stories.spec.ts',
  tag: { as: 'reader', path: () => '/tags/karura', readyText: '#karura' },
  species: { as: 'reader', path: () => '/explore/cats', readyText: 'Cats' },
  search: {
    as: 'reader',
    readyText: 'Explore',
    checkOverlays: async (page, check) => {
      await page.getByLabel('Search users, pets and tags').pressSequentially('ch')
      await page.getByRole('option').first().waitFor()
      await check(page, 'search, suggestions')
    },
  },
  premium: {
    as: 'newcomer',
    readyText: 'Pay with M-Pesa',
    checkOverlays: async (page, check) => {
      await page.getByRole('button', { name: 'Pay with M-Pesa' }).click()
      await modalDialog(page).waitFor()
      await check(page, 'premium, phone dialog')
    },
  },
  profile: {
    as: 'author',
    readyText: 'Chapati von Karura',
    checkOverlays: async (page, check) => {
      await page.getByRole('tab', { name: 'Liked' }).click()
      await page.getByRole('tabpanel').getByRole('link').first().waitFor()
      await check(page, 'profile, liked')
    },
  },
  editProfile: {
    as: 'author',
    readyText: 'Save changes',
    checkOverlays: async (page, check) => {
      await page.getByLabel('Bio').fill('New')
      await page.getByRole('button', { name: 'Cancel' }).click()
      await page.getByText('Save before you go?').waitFor()
      await check(page, 'editProfile, unsaved')
      await page.getByRole('button', { name: 'Leave without saving' }).click()
    },
  },
  newPet: {
    as: 'author',
    readyText: 'Create page',
    focus: true,
    checkOverlays: async (page, check) => {
      await page.getByRole('button', { name: 'Create page' }).click()
      await page.locator('[aria-invalid=true]').first().waitFor()
      await check(page, 'newPet, with errors')
    },
  },
  pet: { as: 'reader', path: ({ slug }) => `/pets/${slug}`, readyText: 'Long dog', focus: true },
  editPet: {
    as: 'author',
    path: ({ slug }) => `/pets/${slug}/edit`,
    readyText: /^Delete Chapati/,
    checkOverlays: async (page, check) => {
      await page.getByRole('button', { name: /^Delete Chapati/ }).click()
      await modalDialog(page).waitFor()
      await check(page, 'editPet, delete dialog')
    },
  },
  petPeople: { as: 'author', path: ({ slug }) => `/pets/${slug}/people`, readyText: 'What each role can do' },
  petInvite: { as: 'author', path: ({ slug }) => `/pets/${slug}/invite`, readyText: /^Invite someone to / },
  inviteLink: { as: 'visitor', path: () => '/invitations/link#token', readyText: 'This link no longer works' },
  invitation: 'share-a-pet.spec.ts',
  notifications: { as: 'author', readyText: 'commented on' },
  settings: { as: 'author', readyText: 'Appearance' },
  settingsAccount: { as: 'author', readyText: 'Name and picture' },
  settingsSecurity: { as: 'author', readyText: 'This device', focus: true },
  settingsPrivacy: { as: 'author', readyText: 'Approve followers' },
  settingsData: { as: 'author', readyText: 'Download everything' },
  settingsNotifications: { as: 'author', readyText: 'Birthdays' },
  settingsAppearance: { as: 'author', readyText: 'Theme' },
  payments: {
    as: 'author',
    readyText: 'Premium is on',
    checkOverlays: async (page, check) => {
      await page.getByRole('button', { name: 'Ask for a refund' }).click()
      await modalDialog(page).waitFor()
      await check(page, 'payments, refund dialog')
    },
  },
  hidden: { as: 'author', readyText: '@newcomer' },
  requests: 'safety.spec.ts',
  closeFriends: 'safety.spec.ts',
  animals: 'safety.spec.ts',
  blocked: 'safety.spec.ts',
  muted: {
    as: 'newcomer',
    readyText: 'You haven’t muted anyone',
    checkOverlays: async (page, check, { author }) => {
      await callApi(page, 'PUT', `/api/users/${author.id}/mute`)
      await page.goto('/settings/muted')
      await page.getByText('Wanjiru Kamau-Oluwaseun').waitFor()
      await check(page, 'muted, one user')
    },
  },
  importArchive: { as: 'author', readyText: /Instagram/ },
  receipt: { as: 'author', path: ({ receipt }) => `/receipts/${receipt}`, readyText: /TEST-\d{6}/ },
  decisions: 'moderation.spec.ts',
  decision: 'moderation.spec.ts',
  moderation: 'moderation.spec.ts',
  privacy: { as: 'visitor', readyText: 'On this page' },
  safety: { as: 'visitor', readyText: 'On this page' },
  rules: { as: 'visitor', readyText: 'On this page' },
  transparency: { as: 'visitor', readyText: 'How it is counted' },
  photoRequest: { as: 'visitor', readyText: 'Check status' },
  user: { as: 'reader', path: () => '/@wanjiru.kamau_x', readyText: 'Chapati von Karura' },
  followers: { as: 'reader', path: () => '/@wanjiru.kamau_x/followers', readyText: 'Ben Otieno' },
  following: { as: 'reader', path: () => '/@wanjiru.kamau_x/following', readyText: 'Ben Otieno' },
  // These visits create posts and stories. They are last, because earlier pages must not show that content.
  create: { as: 'reader', readyText: 'Choose your photos', crowded: true, checkOverlays: checkPostEditor },
  story: {
    as: 'reader',
    prepare: createTestStory,
    path: ({ story }) => `/stories/${story}`,
    readyText: 'wanjiru.kamau_x',
    checkOverlays: async (_, check, { author: { page }, story }) => {
      await page.goto(`/stories/${story}`)
      await page.getByRole('dialog', { name: 'Stories' }).getByText('Seen by 1').waitFor()
      await check(page, 'story, viewed by its author')
    },
  },
}
