import type { PageVisit } from './every-page.ts'
import { openDialog } from './opened-screens.ts'

/** Pages in other states, such as empty, and as seen by other users. */
export const otherStates: Record<string, PageVisit> = {
  'not found, a visitor': { as: 'visitor', path: () => '/nothing', whole: 'Page not found' },
  'post, a visitor': { as: 'visitor', path: ({ post }) => `/posts/${post}`, whole: 'What a dog' },
  'user, a visitor': { as: 'visitor', path: () => '/@wanjiru.kamau_x', whole: 'Chapati von Karura' },
  'pet, a visitor': { as: 'visitor', path: ({ slug }) => `/pets/${slug}`, whole: 'Long dog' },
  'tag, a visitor': { as: 'visitor', path: () => '/tags/karura', whole: '#karura' },
  'species, a visitor': { as: 'visitor', path: () => '/explore/cats', whole: 'Cats' },
  'followers, a visitor': {
    as: 'visitor',
    path: () => '/@wanjiru.kamau_x/followers',
    whole: 'Ben Otieno',
  },
  'search, results': { as: 'reader', path: () => '/dashboard/search?q=chap', whole: 'Pet:' },
  'search, nothing': { as: 'reader', path: () => '/dashboard/search?q=zzzz', whole: 'Nothing found' },
  'species, nothing': { as: 'reader', path: () => '/explore/horses', whole: 'No photos yet' },
  'tag, nothing': { as: 'reader', path: () => '/tags/nobodywrotethis', whole: 'No posts with' },
  'post, one’s own': {
    as: 'author',
    path: ({ post }) => `/posts/${post}`,
    whole: 'He knows',
    opens: async (page, look) => {
      await page.getByRole('button', { name: 'More options for this post' }).click()
      await page.getByRole('menuitem', { name: 'Delete' }).click()
      await openDialog(page).waitFor()
      await look(page, 'post, to delete')
    },
  },
  'premium, held': { as: 'author', path: () => '/dashboard/premium', whole: 'Your payments' },
  'notifications, none': { as: 'newcomer', path: () => '/notifications', whole: 'No notifications yet' },
  'payments, none': { as: 'newcomer', path: () => '/settings/payments', whole: 'Nothing paid yet' },
  'hidden, none': { as: 'newcomer', path: () => '/settings/hidden', whole: 'You haven’t hidden anyone' },
  'feed, empty': { as: 'newcomer', path: () => '/dashboard', whole: 'No posts yet' },
  'profile, empty': {
    as: 'newcomer',
    path: () => '/dashboard/profile',
    whole: 'No posts yet',
    opens: async (page, look) => {
      await page.getByRole('tab', { name: 'Saved' }).click()
      await page.getByText('Nothing saved yet').waitFor()
      await look(page, 'profile, nothing saved')
    },
  },
  'not found, a user': { as: 'newcomer', path: () => '/nothing', whole: 'Page not found' },
}

/** Screens known to cut off or break text, or to scroll sideways, at twice the text size. */
export const screensLosingLargeText = new Set([
  'create, sending',
  'editPost',
  'feed, empty',
  'feed, posted',
  'notifications',
  'payments',
  'post',
  'post, a visitor',
  'post, one’s own',
  'post, to delete',
  'receipt',
  'search, suggestions',
  'tag, a visitor',
  'tag, nothing',
])
