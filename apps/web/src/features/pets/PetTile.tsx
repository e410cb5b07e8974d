import type { PetCard } from '@pawtrait/contract/pets.ts'
import { speciesPhrases } from '#i18n/en/chosen/species.ts'
import { useTranslate } from '#i18n/use-translate.ts'
import { useNow } from '#lib/use-now.ts'
import { EaredFrame } from '#ui/EaredFrame.tsx'
import { Link } from '#ui/Link.tsx'
import styles from './PetTile.module.css'
import { petDetail } from './pet-detail.ts'
import { petKind } from './pet-kind.ts'

/** A pet on a profile: its frame, its name, what it is. */
export function PetTile({ pet, to }: { pet: PetCard; to: string }) {
  const t = useTranslate()
  const now = useNow()
  const detail = petDetail(t, pet, now) || t(speciesPhrases[pet.species])
  return (
    <Link className={styles.tile} to={to}>
      <EaredFrame kind={petKind(pet)} backdrop={pet.backdrop} photo={pet.portrait} size={60} />
      <span className={styles.words}>
        <b>{pet.name}</b>
        <span suppressHydrationWarning>{detail}</span>
      </span>
    </Link>
  )
}
