import type { ReactNode } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { Link, PlaceLink } from './Link.tsx'

function Place() {
  const { pathname, search, state } = useLocation()
  return <p data-testid="place">{`${pathname}${search} ${String(state)}`}</p>
}
const place = () => page.getByTestId('place')

describe('a link', () => {
  test('goes to a page of the app and tells it what it was given', async () => {
    render(
      <>
        <Place />
        <Link to="/saved?all" state="told">
          Saved
        </Link>
      </>,
    )
    const link = page.getByRole('link', { name: 'Saved' })
    expect(link.element()).toHaveAttribute('href', '/saved?all')
    await userEvent.click(link)
    await expect.element(place()).toHaveTextContent('/saved?all told')
  })

  test('leaves to the browser what is meant for another tab, and what asks for the whole page', () => {
    const left: boolean[] = []
    const leave = (event: Event) => {
      left.push(!event.defaultPrevented)
      event.preventDefault()
    }
    document.addEventListener('click', leave)
    render(
      <>
        <Link to="/saved">Saved</Link>
        <Link to="/saved" reloadDocument>
          Whole
        </Link>
        <Link to="/saved" target="_blank">
          Other
        </Link>
      </>,
    )
    const press = (name: string, keys: MouseEventInit = {}) =>
      page
        .getByRole('link', { name })
        .element()
        .dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true, ...keys }))
    press('Saved', { ctrlKey: true })
    press('Whole')
    press('Other')
    press('Saved')
    document.removeEventListener('click', leave)
    expect(left).toEqual([true, true, true, false])
  })

  test('stays when its own handler says so', async () => {
    render(
      <>
        <Place />
        <Link to="/saved" onClick={(event) => event.preventDefault()}>
          Saved
        </Link>
      </>,
    )
    await userEvent.click(page.getByRole('link', { name: 'Saved' }))
    await expect.element(place()).toHaveTextContent('/ null')
  })

  describe('by the history', () => {
    const back = () => page.getByRole('button', { name: 'Back' })
    function Back() {
      const navigate = useNavigate()
      return (
        <button type="button" onClick={() => void navigate(-1)}>
          Back
        </button>
      )
    }
    const show = (link: ReactNode) =>
      render(
        <>
          <Place />
          <Back />
          <Link to="/first">First</Link>
          {link}
        </>,
      )
    const press = (name: string) => userEvent.click(page.getByRole('link', { name }))

    test('leaves the place one was at behind', async () => {
      show(<Link to="/second">Second</Link>)
      await press('First')
      await expect.element(place()).toHaveTextContent('/first null')
      await press('Second')
      await expect.element(place()).toHaveTextContent('/second null')
      await userEvent.click(back())
      await expect.element(place()).toHaveTextContent('/first null')
    })

    test('adds nothing when it leads to where one is', async () => {
      show(
        <Link to="/first" state="again">
          Here
        </Link>,
      )
      await press('First')
      await expect.element(place()).toHaveTextContent('/first null')
      await press('Here')
      await expect.element(place()).toHaveTextContent('/first again')
      await userEvent.click(back())
      await expect.element(place()).toHaveTextContent('/ null')
    })

    test('adds one more entry for where one is when that is asked for', async () => {
      show(
        <Link to="/first" state="again" replace={false}>
          Here
        </Link>,
      )
      await press('First')
      await expect.element(place()).toHaveTextContent('/first null')
      await press('Here')
      await expect.element(place()).toHaveTextContent('/first again')
      await userEvent.click(back())
      await expect.element(place()).toHaveTextContent('/first null')
    })

    test('takes the place of where one is when that is asked for', async () => {
      show(
        <Link to="/second" replace>
          Second
        </Link>,
      )
      await press('First')
      await expect.element(place()).toHaveTextContent('/first null')
      await press('Second')
      await expect.element(place()).toHaveTextContent('/second null')
      await userEvent.click(back())
      await expect.element(place()).toHaveTextContent('/ null')
    })
  })

  test('says whether one is there', () => {
    render(
      <>
        <PlaceLink to="/">Here</PlaceLink>
        <PlaceLink to="/saved">There</PlaceLink>
      </>,
    )
    expect(page.getByRole('link', { name: 'Here' }).element()).toHaveAttribute('aria-current', 'page')
    expect(page.getByRole('link', { name: 'There' }).element()).not.toHaveAttribute('aria-current')
  })
})
