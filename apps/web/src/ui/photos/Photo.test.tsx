import { thumbHashToAverageRGBA } from 'thumbhash'
import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { Photo } from './Photo.tsx'
import type { PhotoImage } from './photo-sources.ts'

const PHOTO: PhotoImage = {
  width: 1600,
  height: 1200,
  placeholder: 'YTkGJwaRhWUIt4lbgnhZl3ath2BUBGYA',
  src: '/media/p/{width}.{format}',
  widths: [320, 640],
  avifWidths: [640],
}

describe('Photo', () => {
  test('offers AVIF first, with WebP for widths without an AVIF file, then WebP, then JPEG', () => {
    render(<Photo photo={PHOTO} alt="A dog" sizes="100vw" />)
    const sources = [...document.querySelectorAll('source')].map(({ type, srcset }) => [type, srcset])
    expect(sources).toEqual([
      ['image/avif', '/media/p/320.webp 320w, /media/p/640.avif 640w'],
      ['image/webp', '/media/p/320.webp 320w, /media/p/640.webp 640w'],
    ])
    expect(page.getByRole('img', { name: 'A dog' }).element()).toHaveAttribute('src', '/media/p/640.jpg')
  })

  test('reserves its space and shows a blurred placeholder before it has loaded', async () => {
    render(<Photo photo={PHOTO} alt="A dog" sizes="100vw" />)
    const image = page.getByRole('img', { name: 'A dog' })
    await expect.element(image).toHaveAttribute('width', '1600')
    await expect.element(image).toHaveAttribute('height', '1200')
    const opacity = () => document.querySelector('canvas')?.getContext('2d')?.getImageData(0, 0, 1, 1).data[3]
    await expect.poll(opacity).toBe(255)
  })

  test('shows the average colour of the photo before it has loaded', async () => {
    render(<Photo photo={PHOTO} alt="A dog" sizes="100vw" />)
    const bytes = Uint8Array.from(atob(PHOTO.placeholder), (char) => char.charCodeAt(0))
    const { r, g, b } = thumbHashToAverageRGBA(bytes)
    const rect = document.querySelector('rect') as SVGRectElement
    expect(getComputedStyle(rect).fill).toBe(`rgb(${[r, g, b].map((level) => Math.round(level * 255)).join(', ')})`)
    expect(rect.getBoundingClientRect().width).toBe(document.querySelector('img')?.getBoundingClientRect().width)
  })

  test('fetches a failed photo again when the network is back', async () => {
    // The files of this photo do not exist, so each attempt fails.
    render(<Photo photo={PHOTO} alt="A dog" sizes="100vw" priority />)
    const image = page.getByRole('img', { name: 'A dog' })
    const first = image.element()
    await new Promise((failed) => first.addEventListener('error', failed, { once: true }))
    const isFirstAfterComingBack = () => {
      window.dispatchEvent(new Event('online'))
      return image.element() === first
    }
    await expect.poll(isFirstAfterComingBack).toBe(false)
  })

  test('shows its alternative text while the server still processes it', async () => {
    render(<Photo photo={{ ...PHOTO, widths: [], avifWidths: [] }} alt="A dog" sizes="100vw" />)
    await expect.element(page.getByText('A dog')).toBeInTheDocument()
    expect(document.querySelectorAll('img')).toHaveLength(0)
  })
})
