import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import { lazyPart } from '#ui/states/lazy-part.tsx'
import styles from './Carousel.module.css'

// Swiping and the arrow keys need none of them.
const CarouselControls = lazyPart(async () => (await import('./CarouselControls.tsx')).CarouselControls, null, {
  isDecoration: true,
})

type Slide = {
  id: string
  content: ReactNode
  /** A small square of it for the contact strip, from 900 px. */
  thumb?: ReactNode
}

export type CarouselProps = {
  slides: readonly Slide[]
  words: {
    /** "Photos of this post". */
    label: string
    /** "Swipe, or use the arrow keys": the strip of photos inside it. */
    strip: string
    previous: string
    next: string
    /** "Photo 2 of 4". */
    slide: (number: number, count: number) => string
  }
  /** Told which slide shows, from 0. */
  onSlide?: (index: number) => void
  /** Lies over all slides: name plates, ALT. */
  children?: ReactNode
  className?: string
}

/**
 * Several pictures in one place: swipe, buttons, arrow keys on the strip itself, a contact strip from 900 px and dots
 * below. A single slide is just itself.
 */
export function Carousel({ slides, words, onSlide, children, className }: CarouselProps) {
  const strip = useRef<HTMLDivElement>(null)
  const count = slides.length
  const { current, go } = useSlides(strip, count, onSlide)
  const onKeyDown = (event: KeyboardEvent) => {
    const target = keyTarget(event, current, count)
    if (target === null) return
    event.preventDefault()
    go(target)
  }
  // A strip that scrolls must be reachable by keyboard.
  const scroller = count > 1 ? { tabIndex: 0, onKeyDown } : {}
  return (
    <section
      className={classNames(styles.carousel, 'over-photo', className)}
      aria-roledescription="carousel"
      aria-label={words.label}
    >
      <div ref={strip} className={styles.strip} role="group" aria-label={words.strip} {...scroller}>
        {slides.map((slide, index) => (
          <div key={slide.id} role="group" aria-roledescription="slide" aria-label={words.slide(index + 1, count)}>
            {slide.content}
          </div>
        ))}
      </div>
      {children}
      {count > 1 && <CarouselControls slides={slides} words={words} current={current} go={go} />}
    </section>
  )
}

function keyTarget(event: KeyboardEvent, current: number, count: number): number | null {
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
  if (event.key === 'Home') return 0
  if (event.key === 'End') return count - 1
  if (event.key === 'ArrowRight') return current + forward
  return event.key === 'ArrowLeft' ? current - forward : null
}

/**
 * Which slide shows, and the way to another. What was asked for counts at once; what passes by on the way there does
 * not, unless a finger or a wheel takes the strip over.
 */
function useSlides(strip: RefObject<HTMLElement | null>, count: number, onSlide: CarouselProps['onSlide']) {
  const [current, setCurrent] = useState(0)
  const target = useRef<number | null>(null)
  const show = useEffectEvent((index: number) => {
    if (index === current) return
    setCurrent(index)
    onSlide?.(index)
  })
  useEffect(() => {
    if (strip.current && count > 1) return watchStrip(strip.current, target, show)
  }, [strip, count])
  const go = (wanted: number) => {
    const index = Math.min(Math.max(wanted, 0), count - 1)
    if (index === current) return
    target.current = index
    setCurrent(index)
    onSlide?.(index)
    strip.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'start' })
  }
  return { current, go }
}

/** Tells which slide is in sight; while one is asked for (`target`), only that one. Gives the way to stop. */
function watchStrip(root: HTMLElement, target: { current: number | null }, show: (index: number) => void) {
  const reach = (index: number) => {
    if (target.current !== null && target.current !== index) return
    target.current = null
    show(index)
  }
  const slides = [...root.children]
  const observer = new IntersectionObserver(
    (entries) => {
      const shown = entries.find((entry) => entry.isIntersecting)
      if (shown) reach(slides.indexOf(shown.target))
    },
    { root, threshold: 0.6 },
  )
  for (const slide of slides) observer.observe(slide)
  const stop = new AbortController()
  const options = { passive: true, signal: stop.signal }
  const takeOver = () => {
    target.current = null
  }
  root.addEventListener('pointerdown', takeOver, options)
  root.addEventListener('wheel', takeOver, options)
  root.addEventListener('scrollend', () => reach(Math.round(Math.abs(root.scrollLeft) / root.clientWidth)), options)
  return () => {
    observer.disconnect()
    stop.abort()
  }
}
