import type { UserCard } from '@pawtrait/contract/users.ts'
import { mediaAddress } from './media-address.ts'

/** A user as queries give them for a card; `imageName` is a media name. */
export type UserCardRow = Omit<UserCard, 'image'> & { imageName: string | null }

/** With the address of the picture instead of its name; whatever else the row holds stays. */
export const userCard = <Row extends { imageName: string | null }>({ imageName, ...row }: Row) => ({
  ...row,
  image: mediaAddress(imageName),
})
