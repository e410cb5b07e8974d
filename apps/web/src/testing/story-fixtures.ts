import type { StoryId, UserId } from '@pawtrait/contract/ids.ts'
import type { Story } from '@pawtrait/contract/stories.ts'
import { anId, aPhoto } from './fixtures.ts'

/** A story of another user as the API returns it. */
export const aStory = (more: Partial<Story> = {}): Story => ({
  id: anId<StoryId>(),
  author: { id: anId<UserId>(), username: 'leila', fullname: 'Leila Hassan', image: null },
  photo: aPhoto({ alt: 'A toller in the surf' }),
  caption: 'Low tide.',
  composition: null,
  pets: [],
  audience: 'everyone',
  allowsReplies: true,
  postedAt: '2026-11-20T10:00:00.000Z',
  expiresAt: '2026-11-21T10:00:00.000Z',
  seenByMe: false,
  pawedByMe: false,
  isReady: true,
  own: null,
  ...more,
})
