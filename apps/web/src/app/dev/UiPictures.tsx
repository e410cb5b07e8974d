import bookmarkFill from '@phosphor-icons/core/fill/bookmark-simple-fill.svg?path'
import bookmark from '@phosphor-icons/core/regular/bookmark-simple.svg?path'
import comment from '@phosphor-icons/core/regular/chat-circle.svg?path'
import { EmptyFrameScene } from '#ui/art/EmptyFrameScene.tsx'
import type { Backdrop, PetKind } from '#ui/art/portraits.ts'
import { Icon } from '#ui/Icon.tsx'
import { Logo } from '#ui/Logo.tsx'
import { PawIcon } from '#ui/PawIcon.tsx'
import { Avatar } from '#ui/photos/Avatar.tsx'
import { Carousel } from '#ui/photos/Carousel.tsx'
import { PetFrame } from '#ui/photos/PetFrame.tsx'
import { MorePlatesButton, PetNamePlate } from '#ui/photos/PetNamePlate.tsx'
import styles from './UiPage.module.css'

const BACKDROPS: Backdrop[] = ['marigold', 'moss', 'lagoon', 'dusk', 'plum', 'rosehip', 'clay', 'fog']
const KINDS: PetKind[] = [
  'dog',
  'cat',
  'rabbit',
  'bird',
  'small-and-furry',
  'reptile',
  'tortoise',
  'fish',
  'horse',
  'other',
]

const CAROUSEL_TEXTS = {
  label: 'Photos',
  strip: 'Photos, moved by the arrow keys',
  previous: 'Previous photo',
  next: 'Next photo',
  slide: (number: number, count: number) => `Photo ${number} of ${count}`,
}

export function UiPictures() {
  return (
    <section className={styles.section}>
      <h2>Pictures</h2>
      <div className={styles.row}>
        {KINDS.map((kind, index) => (
          <PetFrame key={kind} kind={kind} backdrop={BACKDROPS[index % 8] ?? 'fog'} size={96} label={kind} />
        ))}
        {[30, 44, 64].map((size) => (
          <PetFrame key={size} kind="dog" backdrop="marigold" size={size} />
        ))}
        <PetFrame kind="cat" backdrop="plum" size={64} seen label="Seen" />
      </div>
      <Marks />
      <Carousel
        className={styles.print ?? ''}
        words={CAROUSEL_TEXTS}
        slides={BACKDROPS.slice(0, 4).map((backdrop, index) => ({
          id: backdrop,
          content: <div className={`bd-${backdrop} ${styles.slide}`}>{index + 1}</div>,
          thumb: <span className={`bd-${backdrop} ${styles.thumb}`} />,
        }))}
      />
    </section>
  )
}

function Marks() {
  return (
    <div className={styles.row}>
      {['a', 'b', 'c', 'd', 'e'].map((id) => (
        <Avatar key={id} id={id} name="Amina Otieno" />
      ))}
      <Avatar id="f" name="leila.h" size={112} />
      <Logo size={54} />
      <PawIcon />
      <PawIcon pressed />
      <Icon path={comment} />
      <Icon path={bookmark} />
      <Icon path={bookmarkFill} />
      <PetNamePlate
        to="/pets/radar"
        name="Radar"
        detail="Corgi, 14 weeks"
        frame={<PetFrame kind="dog" backdrop="marigold" size={30} />}
      />
      <MorePlatesButton label="3 more pets" onClick={() => {}}>
        +3
      </MorePlatesButton>
      <EmptyFrameScene plate="Yours" />
    </div>
  )
}
