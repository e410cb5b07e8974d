import { paths } from '@pawtrait/contract/paths.ts'
import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import { getSuggestions } from '@pawtrait/contract/search.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { FollowButton } from '#features/follows/FollowButton.tsx'
import type { FollowTarget } from '#features/follows/follow-cache.ts'
import { formatBreedAndAge } from '#features/pets/format-breed-and-age.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { call } from '#lib/server/call.ts'
import { useNow } from '#lib/time/use-now.ts'
import { Link } from '#ui/Link.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import styles from './SuggestionList.module.css'

/** Query for suggested pets and users. Not refetched after a follow, so that the row remains visible. */
const useSuggestions = () =>
  useQuery({ queryKey: ['suggestions'], queryFn: () => call(getSuggestions), staleTime: 10 * 60_000 })

/** Suggested pets and users to follow. Renders nothing without suggestions, or while they load. */
export function SuggestionList({ onFollow }: { onFollow: () => void }) {
  const t = useTranslate()
  const now = useNow()
  const { data } = useSuggestions()
  if (!data) return null
  return (
    <>
      <Group title={t(phrases.feed.petsToFollow)}>
        {data.pets.map((pet) => (
          <Row
            key={pet.id}
            to={paths.pet(pet.slug)}
            picture={<PetFrame kind={findPetDrawing(pet)} backdrop={pet.backdrop} photo={pet.portrait} size={52} />}
            name={pet.name}
            detail={formatBreedAndAge(t, pet, now)}
            followed={{ kind: 'pet', id: pet.id }}
            followedByMe={pet.followedByMe}
            onFollow={onFollow}
          />
        ))}
      </Group>
      <Group title={t(phrases.feed.usersToFollow)}>
        {data.users.map((user) => (
          <Row
            key={user.id}
            to={paths.user(user.username)}
            picture={<Avatar id={user.id} name={user.fullname} image={user.image} />}
            name={user.fullname}
            detail={`@${user.username}`}
            followed={{ kind: 'user', id: user.id }}
            followedByMe={user.followedByMe}
            onFollow={onFollow}
          />
        ))}
      </Group>
    </>
  )
}

function Group({ title, children }: { title: string; children: ReactNode[] }) {
  if (children.length === 0) return null
  return (
    <section className={styles.group}>
      <h2>{title}</h2>
      <ul className={styles.rows}>{children}</ul>
    </section>
  )
}

type RowProps = {
  to: string
  picture: ReactNode
  name: string
  detail: string
  followed: FollowTarget
  followedByMe: boolean
  onFollow: () => void
}

function Row({ to, picture, name, detail, followed, followedByMe, onFollow }: RowProps) {
  return (
    <li className={styles.row}>
      {picture}
      <div className={styles.words}>
        <Link className={styles.name} to={to}>
          <bdi>{name}</bdi>
        </Link>
        <p className={styles.detail}>
          <bdi>{detail}</bdi>
        </p>
      </div>
      <FollowButton followed={followed} known={{ followedByMe }} name={name} onPress={(on) => on && onFollow()} />
    </li>
  )
}
