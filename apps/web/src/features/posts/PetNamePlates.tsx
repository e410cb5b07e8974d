import { paths } from '@pawtrait/contract/paths.ts'
import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import type { PetCard } from '@pawtrait/contract/pets/pets.ts'
import { useEffect, useRef, useState } from 'react'
import { formatBreedAndAge } from '#features/pets/format-breed-and-age.ts'
import { phrases } from '#i18n/phrases.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useNow } from '#lib/time/use-now.ts'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import { MorePlatesButton, PetNamePlate } from '#ui/photos/PetNamePlate.tsx'
import styles from './PostPhotos.module.css'

const MAX_SHOWN = 2

/** Name plates of a post's pets on its photo. If there are more than two, a button such as "+3" shows the rest. */
export function PetNamePlates({ pets }: { pets: readonly PetCard[] }) {
  const t = useTranslate()
  const now = useNow()
  const [showsAll, setShowsAll] = useState(false)
  const plates = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The "+3" button that had the focus is unmounted, so focus the first revealed plate.
    const revealed = showsAll ? plates.current?.children[MAX_SHOWN] : null
    if (revealed instanceof HTMLElement) revealed.focus()
  }, [showsAll])
  const hidden = pets.length - MAX_SHOWN
  const hasMore = hidden > 0 && !showsAll
  return (
    <div ref={plates} className={styles.plates}>
      {pets.slice(0, hasMore ? MAX_SHOWN : undefined).map((pet) => (
        <PetNamePlate
          key={pet.id}
          to={paths.pet(pet.slug)}
          name={pet.name}
          detail={formatBreedAndAge(t, pet, now)}
          frame={<PetFrame kind={findPetDrawing(pet)} backdrop={pet.backdrop} photo={pet.portrait} size={30} />}
        />
      ))}
      {hasMore && (
        <MorePlatesButton label={t(phrases.posts.showMorePets, { count: hidden })} onClick={() => setShowsAll(true)}>
          {t(phrases.posts.morePetsCount, { count: hidden })}
        </MorePlatesButton>
      )}
    </div>
  )
}
