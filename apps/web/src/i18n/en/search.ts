// Search and Explore.

export const search = 'Search'
export const label = 'Search users, pets and tags'
export const hint = 'Users, pets, #tags'
export const suggestions = 'Suggestions'
export const suggested = 'one: {count} suggestion | other: {count} suggestions'
export const explore = 'Explore'
export const exploreHelp = 'The newest public posts, one of each person.'
export const loading = 'Searching'
export const loadingExplore = 'Loading Explore'
export const kinds = 'Kind of match'
export const tabs = {
  all: 'All',
  pet: 'Pets',
  user: 'Users',
  post: 'Posts',
  tag: 'Tags',
  place: 'Places',
} as const
export const kindPet = 'Pet:'
export const kindUser = 'User:'
export const kindPost = 'Post:'
export const kindTag = 'Tag:'
export const kindPlace = 'Place:'
export const matches = 'one: {count} match for “{q}” | other: {count} matches for “{q}”'
export const moreMatches = 'More than {count} matches for “{q}”'
export const posts = 'one: {count} post | other: {count} posts'
export const none = 'Nobody by that name'
export const noneLead =
  'We looked for “{q}” in names, captions, tags and places. Check the spelling, or try the first few letters.'
export const noneOf = {
  pet: 'No pets found',
  user: 'No users found',
  post: 'No posts found',
  tag: 'No tags found',
  place: 'No places found',
} as const
export const noneOfLead = {
  pet: 'We looked for “{q}” among pets only. It may be something else.',
  user: 'We looked for “{q}” among users only. It may be something else.',
  post: 'We looked for “{q}” in posts only. It may be something else.',
  tag: 'We looked for “{q}” among tags only. It may be something else.',
  place: 'We looked for “{q}” among places only. It may be something else.',
} as const
export const searchEverything = 'Search everything'
export const backToExplore = 'Back to Explore'
export const failed = 'We could not search'
export const failedLead = 'Check your connection. What you typed is still here.'
export const exploreFailed = 'We could not load Explore'
export const exploreEmpty = 'No posts yet'
export const exploreEmptyLead = 'The first public post will be the first you see here.'
export const postFirst = 'Post the first photo'
export const found = 'Matches'
export const titleOf = '“{q}”'
export const postBy = 'Post by {name}'
