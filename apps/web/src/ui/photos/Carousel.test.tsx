import { describe, expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import styles from './Carousel.test.module.css'
import { Carousel } from './Carousel.tsx'

const WORDS = {
  label: 'Photos of this post',
  strip: 'The photos themselves',
  previous: 'Previous photo',
  next: 'Next photo',
  slide: (number: number, count: number) => `Photo ${number} of ${count}`,
}

function show(count: number) {
  const slides = Array.from({ length: count }, (_, index) => ({ id: `${index}`, content: <p>Slide {index + 1}</p> }))
  render(<Carousel className={styles.box ?? ''} slides={slides} words={WORDS} />)
}

const strip = () => page.getByRole('group', { name: 'The photos themselves' })

describe('Carousel', () => {
  test('has an accessible name and the role descriptions “carousel” and “slide”', async () => {
    show(3)
    await expect
      .element(page.getByRole('region', { name: 'Photos of this post' }))
      .toHaveAttribute('aria-roledescription', 'carousel')
    await expect
      .element(page.getByRole('group', { name: 'Photo 2 of 3' }))
      .toHaveAttribute('aria-roledescription', 'slide')
  })

  test('marks its buttons as disabled at the first and last photo without losing the focus', async () => {
    show(2)
    const next = page.getByRole('button', { name: 'Next photo' })
    await expect.element(page.getByRole('button', { name: 'Previous photo' })).toHaveAttribute('aria-disabled', 'true')
    await userEvent.click(next)
    await expect.element(next).toHaveAttribute('aria-disabled', 'true')
    await expect.element(next).toHaveFocus()
    await userEvent.click(page.getByRole('button', { name: 'Previous photo' }))
    await expect.element(page.getByText('1 / 2', { exact: true })).toBeInTheDocument()
  })

  test('moves one photo per click', async () => {
    show(3)
    await userEvent.click(page.getByRole('button', { name: 'Next photo' }))
    await expect.element(page.getByText('2 / 3', { exact: true })).toBeInTheDocument()
    await userEvent.click(page.getByRole('button', { name: 'Previous photo' }))
    await expect.element(page.getByText('1 / 3', { exact: true })).toBeInTheDocument()
  })

  test('moves with the arrow keys, Home and End', async () => {
    show(4)
    strip().element().focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect.element(page.getByText('2 / 4', { exact: true })).toBeInTheDocument()
    await userEvent.keyboard('{End}')
    await expect.element(page.getByText('4 / 4', { exact: true })).toBeInTheDocument()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(page.getByText('3 / 4', { exact: true })).toBeInTheDocument()
    await userEvent.keyboard('{Home}')
    await expect.element(page.getByText('1 / 4', { exact: true })).toBeInTheDocument()
  })

  test('moves one photo for each of several quick clicks or key presses', async () => {
    show(6)
    const next = page.getByRole('button', { name: 'Next photo' }).element()
    for (let press = 0; press < 4; press++) {
      next.dispatchEvent(new MouseEvent('click', { bubbles: true }))
      await new Promise((later) => setTimeout(later, 20))
    }
    await expect.element(page.getByText('5 / 6', { exact: true })).toBeInTheDocument()
    strip().element().focus()
    await userEvent.keyboard('{ArrowLeft}{ArrowLeft}{ArrowLeft}')
    await expect.element(page.getByText('2 / 6', { exact: true })).toBeInTheDocument()
    await expect.element(page.getByText('Slide 2', { exact: true })).toBeInViewport({ ratio: 1 })
    await expect.element(page.getByText('2 / 6', { exact: true })).toBeInTheDocument()
  })

  test('shows the number of the photo in view when a swipe interrupts the scroll to another photo', async () => {
    show(6)
    await userEvent.click(page.getByRole('button', { name: 'Photo 6 of 6' }))
    await expect.element(page.getByText('6 / 6', { exact: true })).toBeInTheDocument()
    const box = strip().element()
    box.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    box.scrollTo({ left: box.clientWidth, behavior: 'instant' })
    await expect.element(page.getByText('2 / 6', { exact: true })).toBeInTheDocument()
  })

  test('jumps without animation under prefers-reduced-motion', async () => {
    await cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'prefers-reduced-motion', value: 'reduce' }] })
    show(4)
    await userEvent.click(page.getByRole('button', { name: 'Photo 4 of 4' }))
    const { scrollLeft, clientWidth } = strip().element()
    expect(scrollLeft).toBe(3 * clientWidth)
    await cdp().send('Emulation.setEmulatedMedia', { features: [] })
  })

  test('reverses the arrow keys on a right-to-left page', async () => {
    document.documentElement.dir = 'rtl'
    show(3)
    strip().element().focus()
    await userEvent.keyboard('{ArrowLeft}')
    await expect.element(page.getByText('2 / 3', { exact: true })).toBeInTheDocument()
    document.documentElement.removeAttribute('dir')
  })

  test('shows a photo when its thumbnail is clicked, and marks the thumbnail as current', async () => {
    show(3)
    await userEvent.click(page.getByRole('button', { name: 'Photo 3 of 3' }))
    await expect.element(page.getByText('3 / 3', { exact: true })).toBeInTheDocument()
    await expect.element(page.getByRole('button', { name: 'Photo 3 of 3' })).toHaveAttribute('aria-current', 'true')
  })

  test('has no controls for a single photo', async () => {
    show(1)
    await expect.element(page.getByText('Slide 1')).toBeVisible()
    expect(page.getByRole('button').elements()).toHaveLength(0)
  })
})
