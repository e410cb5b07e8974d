import type { UserCard } from '@pawtrait/contract/users.ts'
import { smallImageUrl } from './small-image-url.ts'

export type UserCardRow = Omit<UserCard, 'image'> & { imageName: string | null }

/** Replaces the media name of a row by the avatar's URL; copies all other fields. */
export const userCard = <Row extends { imageName: string | null }>({ imageName, ...row }: Row) => ({
  ...row,
  image: smallImageUrl(imageName),
})
