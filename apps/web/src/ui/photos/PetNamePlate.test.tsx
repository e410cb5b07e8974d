import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { PetNamePlate } from './PetNamePlate.tsx'

test('PetNamePlate keeps a long name without spaces inside its box', () => {
  render(
    <div style={{ display: 'flex', inlineSize: '240px' }}>
      <PetNamePlate to="/pets/mango" name={'Mango'.repeat(8)} detail="Dog" frame={<svg width={30} height={36} />} />
    </div>,
  )
  const plate = page.getByRole('link').element()
  expect(plate.getBoundingClientRect().width).toBeLessThanOrEqual(240)
  expect(plate.scrollWidth).toBe(plate.clientWidth)
})
