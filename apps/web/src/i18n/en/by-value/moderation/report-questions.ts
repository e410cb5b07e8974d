export const reportQuestions = {
  post: 'Why are you reporting this post?',
  comment: 'Why are you reporting this comment?',
  story: 'Why are you reporting this story?',
  user: 'Why are you reporting {name}?',
  pet: 'Why are you reporting {name}’s page?',
} as const
