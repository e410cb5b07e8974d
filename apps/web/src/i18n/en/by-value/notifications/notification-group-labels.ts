export const notificationGroupLabels = {
  posts: 'Posts and talk',
  people: 'People',
  ofPets: 'Pets',
  stories: 'Stories',
} as const
