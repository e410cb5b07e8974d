// Messages for suggestions while a mention is typed.

export const suggestionsLabel = 'People, pets and tags'
export const suggestionCount =
  'one: {count} suggestion. Press Enter to use it. | other: {count} suggestions. Choose with the arrow keys and Enter.'
export const postCount = 'one: {count} post | other: {count} posts'
