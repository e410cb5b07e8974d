export const appMissing = {
  page: 'The page may have moved, been taken down, or never been. We have been looking at the empty frame too.',
  post: 'There is no such post here: it may have been taken down, or be for others.',
  wall: 'Nobody here goes by that name: they may have changed it, or left.',
  pet: 'There is no pet at this address: its page may have been taken down.',
  story: 'This story has expired or was deleted.',
} as const
