import { DAY_MS } from '@pawtrait/contract/durations.ts'
import type { StoryId } from '@pawtrait/contract/ids.ts'
import { paths } from '@pawtrait/contract/paths.ts'
import { hasPermission } from '@pawtrait/contract/pets/pet-roles.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import type { Post } from '@pawtrait/contract/posts.ts'
import pencil from '@phosphor-icons/core/regular/pencil-simple.svg?path'
import people from '@phosphor-icons/core/regular/users-three.svg?path'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import follow from '#features/follows/PetFollowButton.module.css'
import { PetFollowButton } from '#features/follows/PetFollowButton.tsx'
import { useFollow } from '#features/follows/use-follow.ts'
import { ReportPetButton } from '#features/moderation/ReportPetButton.tsx'
import { formatAge } from '#features/pets/format-age.ts'
import { PetHeader } from '#features/pets/PetHeader.tsx'
import { PaginatedPostGrid } from '#features/posts/PaginatedPostGrid.tsx'
import { PostsByYear } from '#features/posts/PostsByYear.tsx'
import { petPostsQuery } from '#features/posts/post-lists.ts'
import { HighlightRow } from '#features/stories/HighlightRow.tsx'
import { reelQuery } from '#features/stories/story-cache.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useHashOverlay } from '#shell/navigation/use-hash-overlay.ts'
import { useShareProfile } from '#shell/use-share-profile.ts'
import { Button, buttonClass } from '#ui/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import { Link } from '#ui/Link.tsx'
import { EmptyListArt, EmptyState } from '#ui/states/EmptyState.tsx'
import { lazyComponent, lazyDialog } from '#ui/states/lazy-component.tsx'
import styles from './PetView.module.css'
import { useStoryViewerProps } from './use-story-viewer-props.ts'

const StoryViewer = lazyDialog(async () => (await import('#features/stories/StoryViewer.tsx')).StoryViewer)

// Loaded lazily, because most pet pages do not show these components.
const Tributes = lazyComponent(async () => (await import('#features/pets/memorial/Tributes.tsx')).Tributes)
const SittingEndedNote = lazyComponent(
  async () => (await import('#features/pets/SittingEndedNote.tsx')).SittingEndedNote,
)
const OnThisDay = lazyComponent(async () => (await import('#features/pets/birthdays/OnThisDay.tsx')).OnThisDay)

/**
 * Page of a pet: its profile and the posts that show the pet. If the pet's birthday is known, each post has the pet's
 * age on the day of the post.
 */
export function PetView({ pet }: { pet: Pet }) {
  const t = useTranslate()
  return (
    <>
      <PetHeader pet={pet} userPath={paths.user}>
        <Buttons pet={pet} />
      </PetHeader>
      {pet.satUntil && isRecent(pet.satUntil, pet.today) && (
        <div className={styles.ended}>
          <SittingEndedNote pet={pet} satUntil={pet.satUntil} userPath={paths.user} />
        </div>
      )}
      <PetHighlights pet={pet} />
      {pet.diedOn && <p className={styles.quiet}>{t(phrases.memories.memorialNote, { name: pet.name })}</p>}
      <div className={pet.diedOn ? styles.memorial : undefined}>
        <PetPosts pet={pet} />
        {pet.diedOn ? <Tributes pet={pet} /> : <OnThisDay pet={pet.id} />}
      </div>
    </>
  )
}

// Number of days for which a former sitter sees a note that the sitting has ended.
const RECENT_DAYS = 30

const isRecent = (day: string, today: string) => Date.parse(today) - Date.parse(day) <= RECENT_DAYS * DAY_MS

/** Posts that show the pet, each with the pet's age on the day of the post. */
function PetPosts({ pet }: { pet: Pet }) {
  const t = useTranslate()
  const share = useShareProfile(paths.pet(pet.slug), pet.name)
  return (
    <section aria-labelledby="posts">
      <div className={styles.head}>
        <h2 id="posts">{t(phrases.pets.postCount, { count: pet.counts.posts })}</h2>
        <Followers pet={pet} />
        <span className={styles.gap} />
        <Button kind="ghost" small onClick={share}>
          {t(phrases.profiles.shareProfile)}
        </Button>
        {pet.myRole === null && <ReportPetButton pet={pet} />}
      </div>
      <Photos pet={pet} />
    </section>
  )
}

/**
 * Buttons of a pet's page: Edit or Follow. Viewers who may see the pet's people get a link to them. A memorial has a
 * link to the tribute form.
 */
function Buttons({ pet }: { pet: Pet }) {
  const t = useTranslate()
  const linkClass = classNames(buttonClass({ kind: 'ghost' }), follow.link)
  return (
    <>
      {pet.diedOn && (
        <a className={classNames(buttonClass(), follow.inked)} href="#leave-memory">
          {t(phrases.memories.leaveMemory)}
        </a>
      )}
      {hasPermission(pet.myRole, 'edit') ? (
        <Link
          className={linkClass}
          to={paths.editPet(pet.slug)}
          aria-label={t(phrases.pets.editPet, { name: pet.name })}
        >
          <Icon path={pencil} size={20} />
          {t(phrases.pets.edit)}
        </Link>
      ) : (
        <PetFollowButton pet={pet} />
      )}
      {hasPermission(pet.myRole, 'see-people') && (
        <Link className={linkClass} to={paths.petPeople(pet.slug)}>
          <Icon path={people} size={20} />
          {t(phrases.pets.peopleLink)}
        </Link>
      )}
    </>
  )
}

function Followers({ pet }: { pet: Pet }) {
  const t = useTranslate()
  const followState = { followedByMe: pet.followedByMe, followerCount: pet.counts.followers }
  const { followerCount = 0 } = useFollow({ kind: 'pet', id: pet.id }, followState)
  return <span className={styles.followers}>{t(phrases.pets.followerCount, { count: followerCount })}</span>
}

function Photos({ pet }: { pet: Pet }) {
  const t = useTranslate()
  const list = useInfiniteQuery(petPostsQuery(pet.id))
  const { name, birthday, diedOn, myRole } = pet
  const mayTag = hasPermission(myRole, 'tag')
  const dayOf = ({ pets, postedAt }: Post) => pets.find(({ id }) => id === pet.id)?.postedOn ?? postedAt.slice(0, 10)
  // A post that is newer than the pet's death shows no age.
  const ageOn = (postLink: Post) =>
    birthday && (diedOn === null || dayOf(postLink) <= diedOn) ? formatAge(t, birthday, dayOf(postLink)) : ''
  const ageAt = birthday ? { noteOf: ageOn } : {}
  const post = (
    <Link className={buttonClass()} to={paths.create}>
      {t(phrases.pets.postFirstPhoto)}
    </Link>
  )
  const empty = (
    <EmptyState
      picture={<EmptyListArt of="photos" />}
      title={t(phrases.pets.postsEmptyTitle)}
      actions={mayTag ? post : undefined}
    >
      {t(mayTag ? phrases.pets.ownPetEmptyText : phrases.pets.postsEmptyText, { name })}
    </EmptyState>
  )
  const gridProps = { list, label: t(phrases.pets.photosTitle, { name }), empty, ...ageAt }
  if (!diedOn) return <PaginatedPostGrid {...gridProps} />
  return <PaginatedPostGrid {...gridProps} renderWall={(grid) => <PostsByYear {...grid} dayOf={dayOf} />} />
}

/** Highlights of a pet with their story viewer; renders nothing without highlights. */
function PetHighlights({ pet }: { pet: Pick<Pet, 'id'> }) {
  const viewerProps = useStoryViewerProps()
  const reel = { kind: 'pet' as const, id: pet.id }
  const { data: stories = [] } = useQuery(reelQuery(reel))
  const { named, open, close } = useHashOverlay('#highlight-')
  if (stories.length === 0 && named === null) return null
  // The URL fragment contains a story id. If the id is unknown, the story viewer starts at the first story.
  const startId = (named ?? '') as StoryId
  return (
    <>
      <HighlightRow stories={stories} href={(id) => `${paths.story(id)}?pet=${pet.id}`} onOpen={open} />
      <StoryViewer
        open={named !== null}
        onClose={close}
        playlist={{ reels: [reel], at: 0, from: startId }}
        {...viewerProps}
      />
    </>
  )
}
