import { section } from '../sections.ts'

/** The feed: newest first, nothing mixed in. */
export const feed = section('feed', {
  loading: 'Loading your feed',
  empty: 'Bare walls, for now',
  emptyLead: 'Follow a few animals and their portraits will hang here, newest first. No algorithm, no strangers.',
  findPets: 'Find pets to follow',
  seePortraits: 'See their portraits',
  firstPhoto: 'Post the first photo',
  petsToFollow: 'Pets to begin with',
  usersToFollow: 'People to begin with',
  end: 'You have seen it all',
  endLead: 'Every post from everyone you follow, back to the first. Nothing is held back and nothing is mixed in.',
  spent: { one: 'That’s all for today: {count} post.', other: 'That’s all for today: {count} posts.' },
  spentLead: 'The wall opens again at {time}.',
  stillOpen: 'Still open',
  stillOpenLead: 'Post, comment and like, search and explore, your saved posts and every profile.',
  seePremium: 'See Premium',
  findMore: 'Find more to follow',
  backToTop: 'Back to the top',
  failed: 'We could not load new posts',
  failedLead: 'The server did not answer.',
  failedBelow: 'The server did not answer. Below is what was here at {time}.',
  newPosts: { one: '{count} new post', other: '{count} new posts' },
  showNew: { one: 'Show {count} new post', other: 'Show {count} new posts' },
} as const)
