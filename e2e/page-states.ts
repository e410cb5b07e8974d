import { modalDialog } from './overlay-checks.ts'
import type { PageVisit } from './page-visits.ts'
import { callApi } from './test-data.ts'

/** Page states that `pageVisits` does not contain, such as empty lists or another user's view of a page. */
export const pageStates: Record<string, PageVisit> = {
  'not found, a visitor': { as: 'visitor', path: () => '/nothing', readyText: 'Page not found' },
  'post, a visitor': { as: 'visitor', path: ({ post }) => `/posts/${post}`, readyText: 'What a dog' },
  'user, a visitor': { as: 'visitor', path: () => '/@wanjiru.kamau_x', readyText: 'Chapati von Karura' },
  'pet, a visitor': { as: 'visitor', path: ({ slug }) => `/pets/${slug}`, readyText: 'Long dog' },
  'tag, a visitor': { as: 'visitor', path: () => '/tags/karura', readyText: '#karura' },
  'species, a visitor': { as: 'visitor', path: () => '/explore/cats', readyText: 'Cats' },
  'followers, a visitor': {
    as: 'visitor',
    path: () => '/@wanjiru.kamau_x/followers',
    readyText: 'Ben Otieno',
  },
  'search, results': { as: 'reader', path: () => '/dashboard/search?q=chap', readyText: 'Pet:' },
  'search, nothing': { as: 'reader', path: () => '/dashboard/search?q=zzzz', readyText: 'Nothing found' },
  'species, nothing': { as: 'reader', path: () => '/explore/horses', readyText: 'No photos yet' },
  'tag, nothing': { as: 'reader', path: () => '/tags/nobodywrotethis', readyText: 'No posts with' },
  'post, viewed by its author': {
    as: 'author',
    path: ({ post }) => `/posts/${post}`,
    readyText: 'He knows',
    checkOverlays: async (page, check) => {
      await page.getByRole('button', { name: 'More options for this post' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await modalDialog(page).waitFor()
      await check(page, 'post, delete dialog')
    },
  },
  'drafts, one': {
    as: 'author',
    prepare: async ({ author: { page } }) => {
      await callApi(page, 'POST', '/api/drafts', { caption: 'Nothing but words so far' })
    },
    path: () => '/drafts',
    readyText: 'No photo yet',
  },
  'petPeople, an open invitation': {
    as: 'author',
    prepare: async ({ author: { page }, petId }) => {
      await callApi(page, 'POST', `/api/pets/${petId}/invites`, { role: 'family' })
    },
    path: ({ slug }) => `/pets/${slug}/people`,
    readyText: 'Cancel invitation',
  },
  'closeFriends, one follower': { as: 'author', path: () => '/settings/close-friends', readyText: 'Ben Otieno' },
  'decisions, none': { as: 'newcomer', path: () => '/settings/decisions', readyText: 'No decisions about you' },
  'premium, active': { as: 'author', path: () => '/dashboard/premium', readyText: 'Your payments' },
  'notifications, none': { as: 'newcomer', path: () => '/notifications', readyText: 'No notifications yet' },
  'payments, none': { as: 'newcomer', path: () => '/settings/payments', readyText: 'Nothing paid yet' },
  'hidden, none': { as: 'newcomer', path: () => '/settings/hidden', readyText: 'You haven’t hidden anyone' },
  'feed, empty': { as: 'newcomer', path: () => '/dashboard', readyText: 'No posts yet' },
  'profile, empty': {
    as: 'newcomer',
    path: () => '/dashboard/profile',
    readyText: 'No posts yet',
    checkOverlays: async (page, check) => {
      await page.getByRole('tab', { name: 'Saved' }).click()
      await page.getByText('Nothing saved yet').waitFor()
      await check(page, 'profile, nothing saved')
    },
  },
  'not found, a user': { as: 'newcomer', path: () => '/nothing', readyText: 'Page not found' },
}
