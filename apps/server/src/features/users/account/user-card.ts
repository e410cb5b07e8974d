import type { UserCard } from '@pawtrait/contract/users.ts'
import { smallImageUrl } from './small-image-url.ts'

export type UserCardRow = Omit<UserCard, 'image'> & { imageName: string | null }

/** Returns a user card: the row with the avatar's URL in place of its media name. */
export const userCard = <Row extends { imageName: string | null }>({ imageName, ...row }: Row) => ({
  ...row,
  image: smallImageUrl(imageName),
})
