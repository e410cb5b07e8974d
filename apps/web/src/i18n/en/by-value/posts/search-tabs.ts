export const searchTabs = {
  all: 'All',
  pet: 'Pets',
  user: 'Users',
  post: 'Posts',
  tag: 'Tags',
  place: 'Places',
} as const
