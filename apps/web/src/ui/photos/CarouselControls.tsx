import caretLeft from '@phosphor-icons/core/bold/caret-left-bold.svg?path'
import caretRight from '@phosphor-icons/core/bold/caret-right-bold.svg?path'
import { classNames } from '#ui/class-names.ts'
import { IconButton } from '#ui/IconButton.tsx'
import type { CarouselProps } from './Carousel.tsx'
import styles from './CarouselControls.module.css'

type ControlsProps = Pick<CarouselProps, 'slides' | 'words'> & { current: number; showSlide: (index: number) => void }

/** Slide counter, buttons and thumbnails. */
export function CarouselControls(props: ControlsProps) {
  const { slides, words, current, showSlide } = props
  const last = slides.length - 1
  return (
    <>
      <p className={classNames(styles.count, 'nums')} aria-live="polite">
        <span className="vh">{words.slide(current + 1, slides.length)}</span>
        <span aria-hidden="true">
          {current + 1} / {slides.length}
        </span>
      </p>
      <IconButton
        className={styles.previous}
        aria-disabled={current === 0}
        on="photo"
        label={words.previous}
        icon={caretLeft}
        iconSize={20}
        onClick={() => showSlide(current - 1)}
      />
      <IconButton
        className={styles.next}
        aria-disabled={current === last}
        on="photo"
        label={words.next}
        icon={caretRight}
        iconSize={20}
        onClick={() => showSlide(current + 1)}
      />
      <ContactStrip {...props} />
    </>
  )
}

/** Thumbnails in windows from 900 px, dots in narrower ones. */
function ContactStrip({ slides, words, current, showSlide }: ControlsProps) {
  return (
    <>
      <div className={styles.thumbs} tabIndex={-1}>
        {slides.map((slide, index) => (
          <button
            key={slide.id}
            type="button"
            aria-label={words.slide(index + 1, slides.length)}
            {...(index === current && { 'aria-current': true })}
            onClick={() => showSlide(index)}
          >
            {slide.thumb}
          </button>
        ))}
      </div>
      <div className={styles.dots} aria-hidden="true">
        {slides.map((slide, index) => (
          <i key={slide.id} className={index === current ? styles.dotOn : undefined} />
        ))}
      </div>
    </>
  )
}
