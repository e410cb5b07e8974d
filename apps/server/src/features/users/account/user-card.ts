import type { UserCard } from '@pawtrait/contract/users.ts'
import { smallImageUrl } from './small-image-url.ts'

export type UserCardRow = Omit<UserCard, 'image'> & { imageName: string | null }

/** Returns the row as a user card, with the avatar's URL instead of its media name. */
export const toUserCard = <Row extends { imageName: string | null }>({ imageName, ...row }: Row) => ({
  ...row,
  image: smallImageUrl(imageName),
})
