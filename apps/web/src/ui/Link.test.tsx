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

function Back() {
  const navigate = useNavigate()
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Back
    </button>
  )
}

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
    type Case = [name: string, link: { to: string; state?: string; replace?: boolean }, there: string, back: string]
    const cases: Case[] = [
      ['leaves the place one was at behind', { to: '/second' }, '/second null', '/first null'],
      ['adds nothing when it leads to where one is', { to: '/first', state: 'again' }, '/first again', '/ null'],
      [
        'adds one more entry for where one is when that is asked for',
        { to: '/first', state: 'again', replace: false },
        '/first again',
        '/first null',
      ],
      [
        'takes the place of where one is when that is asked for',
        { to: '/second', replace: true },
        '/second null',
        '/ null',
      ],
    ]
    test.each(cases)('%s', async (_, link, there, back) => {
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
