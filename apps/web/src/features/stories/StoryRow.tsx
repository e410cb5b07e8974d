import { paths } from '@pawtrait/contract/paths.ts'
import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import type { StoryRing } from '@pawtrait/contract/stories.ts'
import type { UserCard } from '@pawtrait/contract/users.ts'
import plus from '@phosphor-icons/core/bold/plus-bold.svg?path'
import type { MouseEvent } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import styles from './StoryRow.module.css'

type StoryRowProps = {
  viewer: Pick<UserCard, 'id' | 'fullname' | 'image'>
  own: StoryRing | null
  rings: readonly StoryRing[]
  /** Called on a press instead of opening the link. */
  onOpen: (ring: StoryRing) => void
}

/** Rings of users with stories. The viewer's own ring is first, then `rings` in their order. */
export function StoryRow({ viewer, own, rings, onOpen }: StoryRowProps) {
  const t = useTranslate()
  return (
    <ul className={styles.row} aria-label={t(phrases.stories.rowLabel)} tabIndex={-1}>
      <li>
        {own ? (
          <>
            <Ring ring={own} name={t(phrases.stories.ownStory)} to={paths.story(own.startId)} onOpen={onOpen} />
            <Link className={styles.add} to={paths.newStory} aria-label={t(phrases.stories.addStory)}>
              <Icon path={plus} size={16} />
            </Link>
          </>
        ) : (
          <Link className={styles.ring} to={paths.newStory}>
            <span className={styles.person}>
              <Avatar id={viewer.id} name={viewer.fullname} image={viewer.image} size={56} />
            </span>
            <span className={styles.plus}>
              <Icon path={plus} size={16} />
            </span>
            {t(phrases.stories.ownStory)}
          </Link>
        )}
      </li>
      {rings.map((ring) => (
        <li key={ring.author.id}>
          <Ring
            ring={ring}
            name={ring.pet?.name ?? ring.author.username}
            to={paths.story(ring.startId)}
            onOpen={onOpen}
          />
        </li>
      ))}
    </ul>
  )
}

type RingProps = { ring: StoryRing; name: string; to: string; onOpen: (ring: StoryRing) => void }

/** Ring around a pet's frame or a user's avatar: coloured if there are unseen stories, otherwise grey. */
function Ring({ ring, name, to, onOpen }: RingProps) {
  const t = useTranslate()
  const { author, pet, unseen } = ring
  const state = t(unseen ? phrases.stories.unseenState : phrases.stories.seenState)
  // The viewer's own ring is always named "your story", even if the story shows a pet.
  const label =
    pet && name === pet.name
      ? t(phrases.stories.ringLabelWithPerson, { name, person: author.username, state })
      : t(phrases.stories.storyRingLabel, { name, state })
  const press = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onOpen(ring)
  }
  return (
    <Link className={styles.ring} data-seen={!unseen || undefined} to={to} aria-label={label} onClick={press}>
      {pet ? (
        <PetFrame kind={findPetDrawing(pet)} backdrop={pet.backdrop} photo={pet.portrait} size={56} seen={!unseen} />
      ) : (
        <span className={styles.person}>
          <Avatar id={author.id} name={author.fullname} image={author.image} size={56} />
        </span>
      )}
      <span className={styles.name}>
        <bdi>{name}</bdi>
      </span>
    </Link>
  )
}
