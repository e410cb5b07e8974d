export const decisionSubjectLabels = {
  user: 'Your profile',
  pet: 'Your pet’s page',
  post: 'Your post',
  comment: 'Your comment',
  story: 'Your story',
} as const
