import { section } from '../sections.ts'

/** Follow and Following. */
export const follows = section('follows', {
  follow: 'Follow',
  following: 'Following',
  followName: 'Follow {name}',
  followingName: 'Following {name}',
  unfollow: 'Unfollow',
  failed: 'That did not reach the server. Nothing changed with {name}.',
  unfollowed: 'You no longer follow {name}.',
} as const)
