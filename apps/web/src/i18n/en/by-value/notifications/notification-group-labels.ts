export const notificationGroupLabels = {
  posts: 'Posts and comments',
  people: 'People',
  ofPets: 'Pets',
  stories: 'Stories',
} as const
