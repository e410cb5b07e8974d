// Messages for suggestions while a mention is typed.

export const suggestionsLabel = 'People, pets and tags'
export const suggestionCount =
  'one: {count} suggestion. Enter takes it. | other: {count} suggestions. Arrows choose, Enter takes one.'
export const postCount = 'one: {count} post | other: {count} posts'
