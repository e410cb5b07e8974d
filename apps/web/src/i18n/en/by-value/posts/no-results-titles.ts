export const noResultsTitles = {
  pet: 'No pets found',
  user: 'No users found',
  post: 'No posts found',
  tag: 'No tags found',
  place: 'No places found',
} as const
