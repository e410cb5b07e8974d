import type { Birthday } from '@pawtrait/contract/pets/pet-days.ts'
import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import caretRight from '@phosphor-icons/core/bold/caret-right-bold.svg?path'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { phrases } from '#i18n/phrases.ts'
import { useLocale, useTranslate } from '#i18n/use-translate.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import { Dialog } from '#ui/overlays/Dialog.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import { birthdaysQuery } from './anniversary-cache.ts'
import { BirthdayCard, useAgeInWords } from './BirthdayCard.tsx'
import styles from './BirthdaysButton.module.css'

/** Button that names the followed pets with a birthday today. It opens a card for each pet. */
export function BirthdaysButton() {
  const { data: [first, ...others] = [] } = useQuery(birthdaysQuery())
  return first ? <Strip first={first} others={others} /> : null
}

function Strip({ first, others }: { first: Birthday; others: Birthday[] }) {
  const t = useTranslate()
  const [open, setOpen] = useState(false)
  const all = [first, ...others]
  return (
    <>
      <button
        type="button"
        className={classNames(styles.strip, `bd-${first.pet.backdrop}`)}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <PetFrame kind={findPetDrawing(first.pet)} backdrop={first.pet.backdrop} photo={first.pet.portrait} size={30} />
        <span className={styles.words}>{useButtonText(first, all)}</span>
        <Icon path={caretRight} size={16} />
      </button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={t(phrases.memories.birthdaysTitle, { count: all.length })}
        closeLabel={t(phrases.ui.close)}
        wide
      >
        <div className={styles.cards}>
          {all.map((birthday) => (
            <BirthdayCard key={birthday.pet.id} birthday={birthday} />
          ))}
        </div>
      </Dialog>
    </>
  )
}

/** Returns the text of the button: "Biscuit is four today", or the names of several pets. */
function useButtonText({ pet, years }: Birthday, all: Birthday[]): string {
  const t = useTranslate()
  const locale = useLocale()
  const age = useAgeInWords(years)
  if (all.length === 1) return t(phrases.memories.ageOfPetToday, { name: pet.name, age })
  return t(phrases.memories.birthdaysLabel, {
    names: new Intl.ListFormat(locale).format(all.map((birthday) => birthday.pet.name)),
  })
}
