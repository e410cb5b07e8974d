import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import { classNames } from '#ui/class-names.ts'
import { lazyComponent } from '#ui/states/lazy-component.tsx'
import styles from './Carousel.module.css'

// Controls load lazily, because swiping and arrow keys work without them.
const CarouselControls = lazyComponent(async () => (await import('./CarouselControls.tsx')).CarouselControls, null, {
  isDecoration: true,
})

type Slide = {
  id: string
  content: ReactNode
  /** Square thumbnail below the carousel, shown in windows from 900 px. */
  thumb?: ReactNode
}

export type CarouselProps = {
  slides: readonly Slide[]
  words: {
    /** Accessible name: "Photos of this post". */
    label: string
    /** Accessible name of the scrollable strip: "Swipe, or use the arrow keys". */
    strip: string
    previous: string
    next: string
    /** Returns the label of a slide: "Photo 2 of 4". */
    slide: (number: number, count: number) => string
  }
  /** Called with the index of the shown slide, from 0. */
  onSlide?: (index: number) => void
  /** Overlay on all slides, for example name plates and the ALT button. */
  children?: ReactNode
  className?: string
}

/**
 * Carousel of photos. Users can swipe, press buttons, or use the arrow keys on the strip. Windows from 900 px show
 * thumbnails, narrower ones dots. A single slide has no controls.
 */
export function Carousel({ slides, words, onSlide, children, className }: CarouselProps) {
  const strip = useRef<HTMLDivElement>(null)
  const count = slides.length
  const { current, showSlide } = useSlides(strip, count, onSlide)
  const onKeyDown = (event: KeyboardEvent) => {
    const target = findKeyTarget(event, current, count)
    if (target === null) return
    event.preventDefault()
    showSlide(target)
  }
  // The strip has `tabIndex={0}`, because users must reach it by keyboard to scroll.
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
      {count > 1 && <CarouselControls slides={slides} words={words} current={current} showSlide={showSlide} />}
    </section>
  )
}

function findKeyTarget(event: KeyboardEvent, current: number, count: number): number | null {
  const forward = getComputedStyle(event.currentTarget).direction === 'rtl' ? -1 : 1
  if (event.key === 'Home') return 0
  if (event.key === 'End') return count - 1
  if (event.key === 'ArrowRight') return current + forward
  return event.key === 'ArrowLeft' ? current - forward : null
}

/**
 * Returns the current slide and a function to change it. A requested slide becomes current at once. Slides that pass
 * during the animation become current only if touch or wheel interrupts it.
 */
function useSlides(strip: RefObject<HTMLElement | null>, count: number, onSlide: CarouselProps['onSlide']) {
  const [current, setCurrent] = useState(0)
  const target = useRef<number | null>(null)
  const reportSlide = useEffectEvent((index: number) => {
    if (index === current) return
    setCurrent(index)
    onSlide?.(index)
  })
  useEffect(() => {
    if (strip.current && count > 1) return watchStrip(strip.current, target, reportSlide)
  }, [strip, count])
  const showSlide = (requested: number) => {
    const index = Math.min(Math.max(requested, 0), count - 1)
    if (index === current) return
    target.current = index
    setCurrent(index)
    onSlide?.(index)
    strip.current?.children[index]?.scrollIntoView({ block: 'nearest', inline: 'start' })
  }
  return { current, showSlide }
}

/** Reports slides that become visible. While `target` is set, reports only this slide. Returns the function to stop. */
function watchStrip(root: HTMLElement, target: { current: number | null }, show: (index: number) => void) {
  const handleVisibleSlide = (index: number) => {
    if (target.current !== null && target.current !== index) return
    target.current = null
    show(index)
  }
  const slides = [...root.children]
  const observer = new IntersectionObserver(
    (entries) => {
      const visible = entries.find((entry) => entry.isIntersecting)
      if (visible) handleVisibleSlide(slides.indexOf(visible.target))
    },
    { root, threshold: 0.6 },
  )
  for (const slide of slides) observer.observe(slide)
  const stop = new AbortController()
  const options = { passive: true, signal: stop.signal }
  const clearTarget = () => {
    target.current = null
  }
  root.addEventListener('pointerdown', clearTarget, options)
  root.addEventListener('wheel', clearTarget, options)
  root.addEventListener(
    'scrollend',
    () => handleVisibleSlide(Math.round(Math.abs(root.scrollLeft) / root.clientWidth)),
    options,
  )
  return () => {
    observer.disconnect()
    stop.abort()
  }
}
