import { paths } from '@pawtrait/contract/paths.ts'
import type { Tribute } from '@pawtrait/contract/pets/pet-memorial.ts'
import { hasPermission } from '@pawtrait/contract/pets/pet-roles.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import styles from '#features/pets/birthdays/PetMemories.module.css'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { hasQueryFailed } from '#lib/server/has-query-failed.ts'
import { formatDay } from '#lib/time/format-days.ts'
import { useTimeZone } from '#lib/time/use-now.ts'
import { LoadMore, toPaginationState } from '#shell/LoadMore.tsx'
import { Button } from '#ui/Button.tsx'
import { Link } from '#ui/Link.tsx'
import { useToast } from '#ui/overlays/Toast.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { CallErrorMessage } from '#ui/states/CallErrorMessage.tsx'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import { TributeForm } from './TributeForm.tsx'
import { tributesQuery } from './tribute-cache.ts'
import { useUpdateTribute } from './use-memorial-mutations.ts'

/** Tributes on a memorial, and the form for a new one. */
export function Tributes({ pet }: { pet: Pet }) {
  const t = useTranslate()
  const list = useInfiniteQuery(tributesQuery(pet.id))
  const tributes = list.data?.pages.flatMap((page) => page.tributes) ?? []
  return (
    <section className={styles.memories} aria-labelledby="memories">
      <h2 id="memories">{t(phrases.memories.memoryCount, { count: list.data?.pages[0]?.approved ?? 0 })}</h2>
      <TributeForm pet={pet} />
      {hasQueryFailed(list) && <LoadErrorMessage title={t(phrases.memories.listLoadFailed)} query={list} />}
      {list.isSuccess && tributes.length === 0 && <p className={styles.by}>{t(phrases.memories.emptyText)}</p>}
      <ul aria-labelledby="memories">
        {tributes.map((tribute) => (
          <TributeCard key={tribute.id} pet={pet} tribute={tribute} />
        ))}
      </ul>
      <LoadMore {...toPaginationState(list)} />
    </section>
  )
}

function TributeCard({ pet, tribute }: { pet: Pet; tribute: Tribute }) {
  const t = useTranslate()
  const locale = useLocale()
  const timeZone = useTimeZone()
  const { author, text, state, createdAt, mine } = tribute
  const isPending = state === 'waiting'
  return (
    <li className={styles.card}>
      <Avatar id={author.id} name={author.fullname} image={author.image} size={36} />
      <div>
        <p dir="auto" className={styles.text}>
          {text}
        </p>
        <p className={styles.by} suppressHydrationWarning>
          <Link className="id" to={paths.user(author.username)}>
            {author.username}
          </Link>
          , {formatDay(createdAt, locale, timeZone)}
          {isPending &&
            ` · ${mine ? t(phrases.memories.ownPendingNote, { name: pet.name }) : t(phrases.memories.pendingMark)}`}
        </p>
        {(mine || (isPending && hasPermission(pet.myRole, 'decide-tribute'))) && (
          <TributeButtons pet={pet} tribute={tribute} />
        )}
      </div>
    </li>
  )
}

const resultPhrases = {
  approved: phrases.memories.memoryApproved,
  declined: phrases.memories.memoryDeclined,
  deleted: phrases.memories.memoryDeleted,
} as const

/** Buttons of a tribute. An owner can approve or decline it, and its author can delete it. */
function TributeButtons({ pet, tribute }: { pet: Pet; tribute: Tribute }) {
  const t = useTranslate()
  const toast = useToast()
  const { mutate, isPending, error } = useUpdateTribute(pet.id)
  const { id, mine, author } = tribute
  const decide = (to: keyof typeof resultPhrases) =>
    mutate({ id, to }, { onSuccess: () => toast({ text: t(resultPhrases[to]) }) })
  const name = author.username
  return (
    <div className={styles.buttons}>
      {tribute.state === 'waiting' && hasPermission(pet.myRole, 'decide-tribute') && (
        <>
          <Button
            small
            busy={isPending}
            aria-label={t(phrases.memories.approveWithName, { name })}
            onClick={() => decide('approved')}
          >
            {t(phrases.memories.approve)}
          </Button>
          <Button
            kind="ghost"
            small
            busy={isPending}
            aria-label={t(phrases.memories.declineWithName, { name })}
            onClick={() => decide('declined')}
          >
            {t(phrases.memories.decline)}
          </Button>
        </>
      )}
      {mine && (
        <Button kind="quiet" small busy={isPending} onClick={() => decide('deleted')}>
          {t(phrases.memories.deleteMemory)}
        </Button>
      )}
      <CallErrorMessage title={t(phrases.ui.nothingChanged)} error={error} />
    </div>
  )
}
