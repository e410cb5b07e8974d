import { type Adjustments, computeColourTransform, noAdjustments } from '@pawtrait/contract/photos/photo-adjustments.ts'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { listAxeViolations } from '../../testing/axe.ts'
import { render } from '../../testing/render.tsx'
import { PhotoAdjustmentPanel } from './PhotoAdjustmentPanel.tsx'

/** Returns a picture in one colour, twice as wide as high. */
function plain(colour: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = 200
  canvas.height = 100
  const pen = canvas.getContext('2d')
  if (pen) pen.fillStyle = colour
  pen?.fillRect(0, 0, 200, 100)
  return canvas.toDataURL()
}

let changed: Adjustments | null

function Panel({ start }: { start: Adjustments | null }) {
  const [adjustments, setAdjustments] = useState(start)
  const change = (next: Adjustments | null) => {
    changed = next
    setAdjustments(next)
  }
  return (
    <PhotoAdjustmentPanel src={plain('rgb(160, 106, 60)')} rotate={0} adjustments={adjustments} onChange={change} />
  )
}

const image = () => document.querySelector<HTMLImageElement>('img') as HTMLImageElement

describe('PhotoAdjustmentPanel', () => {
  test('passes the chosen filter, strength and levels to `onChange`, and null on "Reset"', async () => {
    render(<Panel start={null} />)
    await expect.element(page.getByRole('button', { name: 'Reset' })).toBeDisabled()
    await userEvent.click(page.getByText('Faded'))
    await userEvent.fill(page.getByRole('slider', { name: 'Strength' }), '40')
    await userEvent.fill(page.getByRole('slider', { name: 'Brightness' }), '-25')
    await userEvent.fill(page.getByRole('slider', { name: 'Straighten' }), '3.5')
    expect(changed).toEqual({ ...noAdjustments, filter: 'faded', strength: 0.4, brightness: -0.25, straighten: 3.5 })
    await expect.element(page.getByRole('slider', { name: 'Straighten' })).toHaveAttribute('aria-valuetext', '3.5°')
    expect(await listAxeViolations()).toEqual([])
    await userEvent.click(page.getByRole('button', { name: 'Reset' }))
    expect(changed).toBeNull()
    await expect.element(page.getByRole('slider', { name: 'Brightness' })).toHaveValue('0')
  })

  test('removes an adjustment when its slider returns to 0', async () => {
    render(<Panel start={{ ...noAdjustments, warmth: 0.5 }} />)
    await userEvent.fill(page.getByRole('slider', { name: 'Warmth' }), '0')
    expect(changed).toBeNull()
  })

  test('shows the original photo while the preview is pressed, and after "Show original" is pressed', async () => {
    render(<Panel start={{ ...noAdjustments, filter: 'mono', straighten: 5 }} />)
    await expect.poll(() => image().style.filter).not.toBe('')
    image().dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
    await expect.poll(() => image().style.filter).toBe('')
    expect(image().style.transform).toBe('rotate(0deg) scale(1)')
    image().dispatchEvent(new PointerEvent('pointerup', { bubbles: true }))
    await expect.poll(() => image().style.filter).not.toBe('')
    await userEvent.click(page.getByRole('button', { name: 'Show original' }))
    await expect.poll(() => image().style.filter).toBe('')
  })

  test('places "Show original" directly below the photo, so that both fit on the screen of a phone', () => {
    render(<Panel start={{ ...noAdjustments, filter: 'mono' }} />)
    const { bottom } = page.getByRole('button', { name: 'Show original' }).element().getBoundingClientRect()
    expect(bottom).toBeLessThan(page.getByText('Faded').element().getBoundingClientRect().top)
  })

  test('renders the same colours as the server', async () => {
    const adjustments = { ...noAdjustments, filter: 'warm' as const, contrast: 0.4 }
    render(<Panel start={adjustments} />)
    await expect.poll(() => image().style.filter).not.toBe('')
    const screenshot = await page.screenshot({ element: image(), base64: true, save: false })
    const drawn = new Image()
    drawn.src = `data:image/png;base64,${screenshot}`
    await drawn.decode()
    const canvas = new OffscreenCanvas(drawn.naturalWidth, drawn.naturalHeight)
    const pen = canvas.getContext('2d')
    pen?.drawImage(drawn, 0, 0)
    const shownPixel = pen?.getImageData(canvas.width / 2, canvas.height / 2, 1, 1).data ?? []
    const { gain, offset, mix } = computeColourTransform(adjustments)
    const filteredPixel = [160, 106, 60].map((level, at) =>
      Math.min(255, Math.max(0, level * (gain[at] ?? 1) + (offset[at] ?? 0) * 255)),
    )
    const expectedPixel = mix.map((row) => row.reduce((sum, share, at) => sum + share * (filteredPixel[at] ?? 0), 0))
    for (const [at, level] of expectedPixel.entries()) expect(Math.abs((shownPixel[at] ?? 0) - level)).toBeLessThan(4)
  })
})
