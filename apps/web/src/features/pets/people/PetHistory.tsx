import type { PetAction } from '@pawtrait/contract/pets/pet-people.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import { petActionSentences } from '#i18n/en/by-value/pets/pet-action-sentences.ts'
import { roleLabelsInSentence } from '#i18n/en/by-value/pets/role-labels-in-sentence.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { hasQueryFailed } from '#lib/server/has-query-failed.ts'
import { LoadMore, toPaginationState } from '#shell/LoadMore.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { LoadErrorMessage } from '#ui/states/LoadErrorMessage.tsx'
import styles from './PetPeoplePage.module.css'
import { petHistoryQuery } from './pet-people-cache.ts'

export function PetHistory({ pet }: { pet: Pet }) {
  const t = useTranslate()
  const list = useInfiniteQuery(petHistoryQuery(pet.id))
  const actions = list.data?.pages.flatMap((page) => page.actions) ?? []
  if (hasQueryFailed(list)) return <LoadErrorMessage title={t(phrases.people.activityLoadFailed)} query={list} />
  if (actions.length === 0) return null
  return (
    <section className={styles.card} aria-labelledby="done">
      <h2 id="done">{t(phrases.people.activityTitle)}</h2>
      <ul className={styles.actions} aria-labelledby="done">
        {actions.map((action) => (
          <li key={action.id}>
            <ActionText pet={pet} action={action} />{' '}
            <span className={styles.hint}>
              · <RelativeTime iso={action.at} />
            </span>
          </li>
        ))}
      </ul>
      <LoadMore {...toPaginationState(list)} />
    </section>
  )
}

function ActionText({ pet, action }: { pet: Pet; action: PetAction }) {
  const t = useTranslate()
  const { actor, user, role } = action
  const deletedUser = t(phrases.people.deletedAccount)
  return t(petActionSentences[getActionKey(action)], {
    actor: actor?.username ?? deletedUser,
    user: user?.username ?? deletedUser,
    role: role ? t(roleLabelsInSentence[role]) : '',
    pet: pet.name,
  })
}

/** Returns the message key for an action in a pet's history. */
function getActionKey({ verb, user, role }: PetAction) {
  if (verb === 'invited' && !user) return 'invited-link'
  return verb === 'joined' && role === 'owner' ? 'joined-owner' : verb
}
