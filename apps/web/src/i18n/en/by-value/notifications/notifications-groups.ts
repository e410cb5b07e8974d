export const notificationsGroups = {
  posts: 'Posts and talk',
  people: 'People',
  ofPets: 'Pets',
  stories: 'Stories',
} as const
