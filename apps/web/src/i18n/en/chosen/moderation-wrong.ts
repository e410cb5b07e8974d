export const moderationWrong = {
  post: 'What is wrong with this post?',
  comment: 'What is wrong with this comment?',
  story: 'What is wrong with this story?',
  user: 'What is wrong with {name}?',
  pet: 'What is wrong with {name}’s page?',
} as const
