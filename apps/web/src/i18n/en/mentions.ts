import { section } from '../sections.ts'

/** Suggestions while a name is typed. */
export const mentions = section('mentions', {
  suggestions: 'People, pets and tags',
  suggested: {
    one: '{count} suggestion. Enter takes it.',
    other: '{count} suggestions. Arrows choose, Enter takes one.',
  },
  posts: { one: '{count} post', other: '{count} posts' },
} as const)
