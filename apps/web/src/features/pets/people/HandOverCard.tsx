import type { PetHuman } from '@pawtrait/contract/pets/pet-people.ts'
import type { Pet } from '@pawtrait/contract/pets/pets.ts'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { Button } from '#ui/Button.tsx'
import { lazyDialog } from '#ui/states/lazy-part.tsx'
import styles from './PetPeoplePage.module.css'

const HandOverDialog = lazyDialog(async () => (await import('./HandOverDialog.tsx')).HandOverDialog)

/** An owner asks somebody to be the next one. */
export function HandOverCard({ pet, people }: { pet: Pet; people: PetHuman[] }) {
  const t = useTranslate()
  const [isOpen, setOpen] = useState(false)
  return (
    <section className={styles.card} aria-labelledby="hand-over">
      <h2 id="hand-over">{t(phrases.people.handOver)}</h2>
      <p className={styles.hint}>{t(phrases.people.handOverLead, { name: pet.name })}</p>
      <Button kind="ghost" small onClick={() => setOpen(true)}>
        {t(phrases.people.chooseOwner)}
      </Button>
      <HandOverDialog pet={pet} people={people} open={isOpen} onClose={() => setOpen(false)} />
    </section>
  )
}
