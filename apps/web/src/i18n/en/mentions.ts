// Suggestions while a mention is typed.

export const suggestions = 'People, pets and tags'
export const suggested =
  'one: {count} suggestion. Enter takes it. | other: {count} suggestions. Arrows choose, Enter takes one.'
export const posts = 'one: {count} post | other: {count} posts'
