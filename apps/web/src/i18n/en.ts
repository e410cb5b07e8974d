import { app } from './en/app.ts'
import { blocks } from './en/blocks.ts'
import { comments } from './en/comments.ts'
import { create } from './en/create.ts'
import { drafts } from './en/drafts.ts'
import { feed } from './en/feed.ts'
import { follows } from './en/follows.ts'
import { landing } from './en/landing.ts'
import { likes } from './en/likes.ts'
import { media } from './en/media.ts'
import { memories } from './en/memories.ts'
import { mentions } from './en/mentions.ts'
import { moderation } from './en/moderation.ts'
import { notifications } from './en/notifications.ts'
import { payments } from './en/payments.ts'
import { people } from './en/people.ts'
import { pets } from './en/pets.ts'
import { posts } from './en/posts.ts'
import { premium } from './en/premium.ts'
import { problems } from './en/problems.ts'
import { profiles } from './en/profiles.ts'
import { saves } from './en/saves.ts'
import { search } from './en/search.ts'
import { settings } from './en/settings.ts'
import { species } from './en/species.ts'
import { stories } from './en/stories.ts'
import { texts } from './en/texts.ts'
import { ui } from './en/ui.ts'
import { users } from './en/users.ts'

/** English, the language every other one is measured by. One section for each feature, in a file of its own. */
export const en = {
  app,
  blocks,
  comments,
  create,
  drafts,
  feed,
  follows,
  landing,
  likes,
  media,
  memories,
  mentions,
  moderation,
  notifications,
  payments,
  people,
  pets,
  posts,
  premium,
  problems,
  profiles,
  saves,
  search,
  settings,
  species,
  stories,
  texts,
  ui,
  users,
} as const
