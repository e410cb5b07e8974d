import type { ReactNode } from 'react'
import { Link } from '#ui/Link.tsx'
import styles from './PetNamePlate.module.css'

type PlateProps = {
  /** Path of the pet's page. */
  to: string
  name: string
  /** Breed and age: "Corgi, 3". */
  detail?: string
  /** Frame of the pet, a `PetFrame` at size 30. */
  frame?: ReactNode
}

/** Brass name plate of a tagged pet on a photo. A photo shows at most two; `MorePlatesButton` shows the rest. */
export function PetNamePlate({ to, name, detail, frame }: PlateProps) {
  return (
    <Link className={styles.plate} to={to}>
      {frame}
      <span>
        <bdi>{name}</bdi> {detail && <small className={styles.detail}>{detail}</small>}
      </span>
    </Link>
  )
}

/** Button that shows the remaining name plates. The text is the number of remaining plates, such as "+3". */
export function MorePlatesButton({
  label,
  onClick,
  children,
}: {
  label: string
  onClick: () => void
  children: ReactNode
}) {
  return (
    <button type="button" className={styles.plate} aria-label={label} onClick={onClick}>
      {children}
    </button>
  )
}
