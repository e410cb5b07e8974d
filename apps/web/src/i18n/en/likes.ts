import { section } from '../sections.ts'

/** The paw, and the number beside it. */
export const likes = section('likes', {
  number: '{count}',
  word: { one: 'like', other: 'likes' },
  likeCount: { one: 'Like, {count} like', other: 'Like, {count} likes' },
  failed: 'Your like did not reach the server. Try again.',
} as const)
