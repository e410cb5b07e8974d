export const shortcutDescriptions = {
  j: 'Next post',
  k: 'Previous post',
  l: 'Like',
  c: 'Comment',
  s: 'Save',
  n: 'New post',
  '/': 'Search',
  '?': 'This list',
} as const
