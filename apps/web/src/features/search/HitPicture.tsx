import { findPetDrawing } from '@pawtrait/contract/pets/pet-drawing.ts'
import type { SearchHit } from '@pawtrait/contract/search.ts'
import hash from '@phosphor-icons/core/regular/hash.svg?path'
import pin from '@phosphor-icons/core/regular/map-pin.svg?path'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/Icon.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import styles from './HitPicture.module.css'

/** Picture of a search hit: framed portrait of a pet, avatar of a user, icon for a tag or a place. */
export function HitPicture({ hit, size }: { hit: SearchHit; size: 36 | 60 }) {
  const { id, type, name, detail, image, species, backdrop } = hit
  if (type === 'pet' && species && backdrop)
    return <PetFrame kind={findPetDrawing({ species, breed: detail })} backdrop={backdrop} photo={image} size={size} />
  if (type === 'user') return <Avatar id={id} name={name} image={image} size={size === 60 ? 56 : 36} />
  return (
    <span className={classNames(styles.tile, size === 60 && styles.large, type === 'tag' ? 'bd-moss' : 'bd-fog')}>
      <Icon path={type === 'tag' ? hash : pin} size={size === 60 ? 28 : 20} />
    </span>
  )
}
