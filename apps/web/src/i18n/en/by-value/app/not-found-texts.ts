export const notFoundTexts = {
  page: 'It may have moved or been deleted. Check the link.',
  post: 'It was deleted, or it is not shared with you.',
  user: 'This profile doesn’t exist or was deleted.',
  pet: 'This pet’s page doesn’t exist or was deleted.',
  story: 'This story has expired or was deleted.',
} as const
