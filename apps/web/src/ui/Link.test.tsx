import { useLocation, useNavigate } from 'react-router'
import { describe, expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { Link, NavLink } from './Link.tsx'

function Place() {
  const { pathname, search, state } = useLocation()
  return <p data-testid="place">{`${pathname}${search} ${String(state)}`}</p>
}
const place = () => page.getByTestId('place')

function Back() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Back
    </button>
  )
}

describe('Link', () => {
  test('navigates within the app and passes its state', async () => {
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

  test('does not intercept new-tab clicks or full page loads', () => {
    const notPrevented: boolean[] = []
    const leave = (event: Event) => {
      notPrevented.push(!event.defaultPrevented)
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
    expect(notPrevented).toEqual([true, true, true, false])
  })

  test('does not navigate when its onClick handler prevents the default', async () => {
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

  describe('on click', () => {
    type Case = [name: string, link: { to: string; state?: string; replace?: boolean }, there: string, back: string]
    const cases: Case[] = [
      ['adds a history entry for another page', { to: '/second' }, '/second null', '/first null'],
      [
        'replaces the history entry when it leads to the current page',
        { to: '/first', state: 'again' },
        '/first again',
        '/ null',
      ],
      [
        'adds a history entry for the current page with replace: false',
        { to: '/first', state: 'again', replace: false },
        '/first again',
        '/first null',
      ],
      [
        'replaces the history entry when it leads to another page with replace: true',
        { to: '/second', replace: true },
        '/second null',
        '/ null',
      ],
    ]
    test.each(cases)('updates the browser history: %s', async (_, link, there, back) => {
      render(
        <>
          <Place />
          <Back />
          <Link to="/first">First</Link>
          <Link {...link}>There</Link>
        </>,
      )
      await userEvent.click(page.getByRole('link', { name: 'First' }))
      await expect.element(place()).toHaveTextContent('/first null')
      await userEvent.click(page.getByRole('link', { name: 'There' }))
      await expect.element(place()).toHaveTextContent(there)
      await userEvent.click(page.getByRole('button', { name: 'Back' }))
      await expect.element(place()).toHaveTextContent(back)
    })
  })

  test('sets aria-current on a NavLink only if it leads to the current page', () => {
    render(
      <>
        <NavLink to="/">Here</NavLink>
        <NavLink to="/saved">There</NavLink>
      </>,
    )
    expect(page.getByRole('link', { name: 'Here' }).element()).toHaveAttribute('aria-current', 'page')
    expect(page.getByRole('link', { name: 'There' }).element()).not.toHaveAttribute('aria-current')
  })
})
