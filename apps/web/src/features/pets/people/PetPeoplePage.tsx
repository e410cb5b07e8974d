import { paths } from '@pawtrait/contract/paths.ts'
import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import type { PetPersonDetails } from '@pawtrait/contract/pets/pet-people.ts'
import { hasPermission, invitableRoles } from '@pawtrait/contract/pets/pet-roles.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import userPlus from '@phosphor-icons/core/regular/user-plus.svg?path'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { petQuery } from '#features/pets/pet-cache.ts'
import { SittingEndedNote } from '#features/pets/SittingEndedNote.tsx'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { fetchWithCacheFallback } from '#shell/fetch-with-cache-fallback.ts'
import { MainContent } from '#shell/MainContent.tsx'
import { PageError } from '#shell/navigation/page-errors.ts'
import { createPageHead, userPageLoader } from '#shell/page-loader.ts'
import { TopBar } from '#shell/TopBar.tsx'
import { useViewer } from '#shell/viewer.ts'
import { Button } from '#ui/Button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import { NameHeading } from '#ui/NameHeading.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import { lazyDialog } from '#ui/states/lazy-component.tsx'
import { QueryContent } from '#ui/states/QueryContent.tsx'
import { LeavePetCard } from './LeavePetCard.tsx'
import { PetHistory } from './PetHistory.tsx'
import { PetInvites } from './PetInvites.tsx'
import styles from './PetPeoplePage.module.css'
import { PetPerson } from './PetPerson.tsx'
import { PetRoles } from './PetRoles.tsx'
import { petPeopleQuery } from './pet-people-cache.ts'

const HandOverDialog = lazyDialog(async () => (await import('./HandOverDialog.tsx')).HandOverDialog)

const InviteDialog = lazyDialog(async () => (await import('./InviteDialog.tsx')).InviteDialog)

export const loader = userPageLoader(async ({ t, queries, call }, { params }) => {
  const pet = await fetchWithCacheFallback(queries, petQuery(params.slug ?? '', call))
  const maySeePeople = hasPermission(pet.myRole, 'see-people')
  if (!maySeePeople && !pet.satUntil) throw new PageError(404)
  if (maySeePeople) await queries.prefetchQuery(petPeopleQuery(pet.id, call))
  return { head: createPageHead(t, t(phrases.people.title, { name: pet.name })) }
})

/** The page at `/pets/{slug}/people`, for the pet's people. `inviting` opens the invite dialog. */
export function PetPeoplePage({ inviting = false }: { inviting?: boolean }) {
  const t = useTranslate()
  const { slug = '' } = useParams()
  const { data: pet } = useQuery(petQuery(slug))
  if (!pet) return null
  return (
    <>
      <TopBar title={t(phrases.people.title, { name: pet.name })} back titled />
      <MainContent>
        {pet.satUntil ? (
          <SittingEndedNote pet={pet} satUntil={pet.satUntil} userPath={paths.user} />
        ) : (
          <PetPeopleView key={pet.id} pet={pet} inviting={inviting} />
        )}
      </MainContent>
    </>
  )
}

/** People of a pet with their roles, invitations, hand-over and history. Only these people see this page. */
export function PetPeopleView({ pet, inviting = false }: { pet: Pet; inviting?: boolean }) {
  const t = useTranslate()
  return (
    <QueryContent query={useQuery(petPeopleQuery(pet.id))} failed={t(phrases.people.peopleLoadFailed)}>
      {({ people, invites }) => (
        <>
          <Strip pet={pet} count={people.length} inviting={inviting} />
          <div className={styles.columns}>
            <div className={styles.column}>
              <People pet={pet} people={people} invites={<PetInvites pet={pet} invites={invites} />} />
              <PetHistory pet={pet} />
            </div>
            <aside className={styles.column}>
              <PetRoles />
              {hasPermission(pet.myRole, 'invite-owner') && <HandOverCard pet={pet} people={people} />}
              <LeavePetCard pet={pet} isLastOwner={isLastOwner(pet, people)} />
            </aside>
          </div>
        </>
      )}
    </QueryContent>
  )
}

const isLastOwner = ({ myRole }: Pet, people: PetPersonDetails[]) =>
  myRole === 'owner' && people.filter(({ role }) => role === 'owner').length === 1

function Strip({ pet, count, inviting }: { pet: Pet; count: number; inviting: boolean }) {
  const t = useTranslate()
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(inviting)
  const { name, backdrop, portrait, slug } = pet
  const close = () => {
    setOpen(false)
    if (inviting) void navigate(paths.petPeople(slug), { replace: true })
  }
  return (
    <section className={classNames(styles.strip, `bd-${backdrop}`)} aria-label={t(phrases.people.title, { name })}>
      <PetFrame kind={findPetDrawing(pet)} backdrop={backdrop} photo={portrait} size={72} />
      <div className={styles.stripWords}>
        <NameHeading name={t(phrases.people.title, { name })} />
        <p>{t(phrases.people.carerCount, { count, name })}</p>
      </div>
      {invitableRoles(pet.myRole).length > 0 && (
        <>
          <Button className={styles.inked} icon={<Icon path={userPlus} size={20} />} onClick={() => setOpen(true)}>
            {t(phrases.people.inviteSomeone)}
          </Button>
          <InviteDialog pet={pet} open={isOpen} onClose={close} />
        </>
      )}
    </section>
  )
}

function People({ pet, people, invites }: { pet: Pet; people: PetPersonDetails[]; invites: ReactNode }) {
  const t = useTranslate()
  const viewer = useViewer()
  return (
    <section className={styles.card} aria-labelledby="people">
      <div className={styles.cardHead}>
        <h2 id="people">{t(phrases.people.peopleCount, { count: people.length })}</h2>
        <span className={styles.hint}>{t(phrases.people.actionsNote)}</span>
      </div>
      <ul aria-labelledby="people">
        {people.map((person) => (
          <PetPerson key={person.id} pet={pet} person={person} isMe={person.id === viewer?.id} />
        ))}
      </ul>
      {invites}
    </section>
  )
}

function HandOverCard({ pet, people }: { pet: Pet; people: PetPersonDetails[] }) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.card} aria-labelledby="hand-over">
      <h2 id="hand-over">{t(phrases.people.handOver)}</h2>
      <p className={styles.hint}>{t(phrases.people.handOverText, { name: pet.name })}</p>
      <Button kind="ghost" small onClick={() => setOpen(true)}>
        {t(phrases.people.chooseOwner)}
      </Button>
      <HandOverDialog pet={pet} people={people} open={isOpen} onClose={() => setOpen(false)} />
    </section>
  )
}
