import type { Context } from '#platform/context.ts'
import type { Worker } from '#platform/jobs/jobs.ts'
import { sweepStories } from './sweep-stories.ts'

export const storyJobs = (ctx: () => Context): Worker[] => [
  { name: 'sweep-stories', cron: '* * * * *', work: async () => sweepStories(ctx(), 'recent') },
  { name: 'sweep-all-stories', cron: '23 * * * *', work: async () => sweepStories(ctx(), 'all') },
]
