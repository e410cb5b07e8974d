export const searchTabLabels = {
  all: 'All',
  pet: 'Pets',
  user: 'Users',
  post: 'Posts',
  tag: 'Tags',
  place: 'Places',
} as const
