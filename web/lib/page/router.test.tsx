// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type ReactNode, Suspense, use } from 'react'
import { flushSync } from 'react-dom'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { browserHistory, type Location, type RouterHistory } from './history.ts'
import { matchPath, Route, useParams } from './route.tsx'
import {
  FixedLocation,
  HistoryRouter,
  Link,
  Navigate,
  type NavigateFunction,
  useLocation,
  useNavigate,
  useNavigationType,
  useSearchParams,
} from './router.tsx'

let history: RouterHistory

beforeEach(() => begin('/'))
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

/** Opens the page at this address in a new tab. */
function begin(address: string): void {
  window.history.replaceState(null, '', address)
  history = browserHistory()
}

function draw(children: ReactNode): void {
  render(<HistoryRouter history={history}>{children}</HistoryRouter>)
}

/** Returns a hook's value at each render. */
function drawHook<T>(read: () => T): () => T {
  let latest: T
  function Screen() {
    latest = read()
    return null
  }
  draw(<Screen />)
  return () => latest
}

describe('the history', () => {
  test('an entry has a key, an index and its state', () => {
    expect(window.history.state).toEqual({ idx: 0 })
    expect(history).toMatchObject({ action: 'POP', location: { key: 'default', state: null } })
    history.push('/dashboard?page=2#top', { from: '/' })
    const { key } = history.location
    expect(history.action).toBe('PUSH')
    expect(history.location).toMatchObject({ pathname: '/dashboard', search: '?page=2', hash: '#top' })
    expect(window.history.state).toEqual({ usr: { from: '/' }, key, idx: 1 })
    history.replace('/Team')
    expect(history).toMatchObject({ action: 'REPLACE', location: { pathname: '/Team', state: null } })
    expect(history.location.key).not.toBe(key)
    expect(window.history.state.idx).toBe(1)
  })

  test('an entry from before a reload keeps its data', () => {
    window.history.replaceState({ usr: 'kept', key: 'abc', idx: 3, layers: 1 }, '', '/Team')
    history = browserHistory()
    expect(history.location).toMatchObject({ state: 'kept', key: 'abc' })
    expect(window.history.state).toEqual({ usr: 'kept', key: 'abc', idx: 3, layers: 1 })
  })

  test('reports its own navigations and steps, but not entries written by other code', () => {
    const heard = vi.fn()
    const stop = history.listen(heard)
    window.history.pushState({ ...window.history.state, layers: 1 }, '')
    window.history.replaceState(window.history.state, '', '/without-token')
    expect(heard).not.toHaveBeenCalled()
    history.push('/a')
    history.replace('/b')
    window.dispatchEvent(new PopStateEvent('popstate'))
    expect(heard).toHaveBeenCalledTimes(3)
    expect(history.action).toBe('POP')
    stop()
    history.push('/c')
    expect(heard).toHaveBeenCalledTimes(3)
  })

  test('loads the page if the browser rejects another entry', () => {
    const assign = vi.spyOn(window.location, 'assign').mockReturnValue()
    vi.spyOn(window.history, 'pushState').mockImplementation(() => {
      throw new DOMException('Too many', 'SecurityError')
    })
    history.push('/dashboard')
    expect(assign).toHaveBeenCalledWith('/dashboard')
  })

  test('throws for state that cannot be stored', () => {
    vi.spyOn(window.history, 'pushState').mockImplementation(() => {
      throw new DOMException('A function', 'DataCloneError')
    })
    expect(() => history.push('/dashboard')).toThrow('A function')
  })
})

describe('matching addresses', () => {
  test.each([
    ['/dashboard', '/dashboard'],
    ['/dashboard', '/Dashboard/'],
    ['/dashboard', '/dashboard//'],
    ['/dashboard', '/d%61shboard'],
    ['/', '/'],
    ['/', '//'],
    ['*', '/no/such/screen'],
    ['*', '/%E0%A4%A'],
  ])('%s: %s', (pattern, address) => {
    expect(matchPath(pattern, address)).not.toBeNull()
  })

  test.each([
    ['/dashboard', '/dashboard/deleted'],
    ['/dashboard', '//dashboard'],
    ['/dashboard', '/'],
    ['/Templates/:id', '/Templates'],
    ['/Templates/:id', '/Templates/a/b'],
  ])('%s: not %s', (pattern, address) => {
    expect(matchPath(pattern, address)).toBeNull()
  })

  test.each([
    ['/survey/one/two', { a: 'one', b: 'two' }],
    ['/survey/one', { a: 'one', b: undefined }],
    ['/survey/one%2Ftwo/%3Fx', { a: 'one/two', b: '?x' }],
    ['/survey/100%25/%2541', { a: '100%', b: '%41' }],
    ['/survey/Caf%C3%A9/x%20y', { a: 'Café', b: 'x y' }],
    ['/survey/%E0%A4%A/b', { a: '%E0%A4%A', b: 'b' }],
  ])('parameters of %s', (address, params) => {
    expect(matchPath('/survey/:a/:b?', address)?.params).toMatchObject(params)
    begin(address)
    let found: unknown
    function Screen() {
      found = useParams()
      return null
    }
    draw(
      <Route path="/survey/:a/:b?">
        <Screen />
      </Route>,
    )
    expect(found).toMatchObject(params)
  })
})

describe('navigating', () => {
  const all = () => ({ location: useLocation(), type: useNavigationType(), navigate: useNavigate() })

  test('to an address, replacing an entry, and with state', () => {
    const now = drawHook(all)
    const { navigate } = now()
    act(() => navigate('/a?b=c', { state: { field: 'x' } }))
    expect(now()).toMatchObject({ type: 'PUSH', location: { pathname: '/a', state: { field: 'x' } } })
    act(() => navigate({ pathname: '/a/AlertWeb', search: '?b=c', hash: '#d' }, { replace: true }))
    expect(now()).toMatchObject({ type: 'REPLACE', location: { search: '?b=c', hash: '#d', state: null } })
    expect(window.history.state.idx).toBe(1)
    expect(now().navigate).toBe(navigate)
  })

  test('by history steps', () => {
    const go = vi.spyOn(history, 'go').mockReturnValue()
    drawHook(useNavigate)()(-1)
    expect(go).toHaveBeenCalledWith(-1)
  })

  test('a step renders as a step', () => {
    const now = drawHook(all)
    act(() => now().navigate('/a'))
    window.history.replaceState({ usr: 'back', key: 'k', idx: 0 }, '', '/')
    act(() => window.dispatchEvent(new PopStateEvent('popstate')))
    expect(now()).toMatchObject({ type: 'POP', location: { pathname: '/', state: 'back', key: 'k' } })
  })

  test('the location object is stable until a navigation', () => {
    const now = drawHook(all)
    act(() => now().navigate('/a', { state: {} }))
    const { location } = now()
    window.history.pushState({ ...window.history.state, layers: 1 }, '')
    cleanup()
    expect(now().location).toBe(location)
  })

  test.each(['//evil.example', '/\\evil.example', '\\\\evil.example'])('%s stays on this site', (to) => {
    const navigate = drawHook(useNavigate)
    act(() => navigate()(to))
    expect(window.location.pathname).toBe('/evil.example')
  })

  test('a screen stays until the next one has loaded', async () => {
    const { promise, resolve } = Promise.withResolvers<string>()
    let navigate: NavigateFunction = () => undefined
    const Next = () => use(promise)
    function Screens() {
      navigate = useNavigate()
      return useLocation().pathname === '/next' ? <Next /> : 'first'
    }
    draw(
      <Suspense fallback="waiting">
        <Screens />
      </Suspense>,
    )
    await act(async () => navigate('/next'))
    screen.getByText('first')
    await act(async () => resolve('second'))
    screen.getByText('second')
  })

  test('a place within the screen is rendered in the same task', () => {
    let navigate: NavigateFunction = () => undefined
    function Screens() {
      navigate = useNavigate()
      return useLocation().pathname
    }
    const isWithinScreen = (...places: Location[]) =>
      places.every(({ pathname }) => pathname.startsWith('/a/'))
    begin('/a/1')
    render(
      <HistoryRouter history={history} isWithinScreen={isWithinScreen}>
        <Screens />
      </HistoryRouter>,
    )
    // `flushSync` renders what is not a transition.
    const lead = (to: string) => flushSync(() => navigate(to))
    lead('/a/2')
    screen.getByText('/a/2')
    lead('/b')
    screen.getByText('/a/2')
  })

  test('Navigate replaces the entry, again whenever its target changes', () => {
    function Screen() {
      const { pathname } = useLocation()
      if (pathname === '/c') return <p>There</p>
      return <Navigate replace to={pathname === '/' ? '/b' : '/c'} state={pathname} />
    }
    draw(<Screen />)
    screen.getByText('There')
    expect(history.location).toMatchObject({ pathname: '/c', state: '/b' })
    expect(window.history.state.idx).toBe(0)
  })
})

describe('search parameters', () => {
  test('are decoded when read and written to the screen’s address', () => {
    begin('/list?q=100%2525+%26&page=2')
    const now = drawHook(useSearchParams)
    const [params, setParams] = now()
    expect(params.get('q')).toBe('100%25 &')
    act(() => setParams({ q: 'a b' }))
    expect(window.location.search).toBe('?q=a+b')
    expect(window.history.state.idx).toBe(1)
    act(() => now()[1]('', { replace: true }))
    expect(window.location.href).toMatch(/\/list$/)
    expect(window.history.state.idx).toBe(1)
  })

  test('a change builds on the rendered parameters', () => {
    begin('/list?q=a&page=2')
    const now = drawHook(useSearchParams)
    act(() =>
      now()[1]((before) => {
        before.set('page', '3')
        return before
      }),
    )
    expect(now()[0].toString()).toBe('q=a&page=3')
  })
})

test('a screen below an alert keeps its own address', () => {
  begin('/list/AlertWeb?q=a')
  let inner: unknown
  function Screen() {
    inner = { ...useLocation(), params: useParams() }
    return null
  }
  const location = { ...history.location, pathname: '/list', state: 'behind' }
  draw(
    <FixedLocation location={location}>
      <Route path="/:name">
        <Screen />
      </Route>
    </FixedLocation>,
  )
  expect(inner).toMatchObject({
    pathname: '/list',
    search: '?q=a',
    state: 'behind',
    params: { name: 'list' },
  })
})

describe('a link', () => {
  /** Whether the browser handles the click; it has no other page in this test. */
  function press(init?: MouseEventInit): boolean {
    let isLeft = false
    const last = (event: Event) => {
      isLeft = !event.defaultPrevented
      event.preventDefault()
    }
    document.addEventListener('click', last, { once: true })
    fireEvent.click(screen.getByRole('link'), init)
    return isLeft
  }

  test('navigates with its state', () => {
    draw(
      <Link to="/a?b=c" state={{ jump: 'x' }} className="entry">
        A
      </Link>,
    )
    expect(screen.getByRole('link').getAttribute('href')).toBe('/a?b=c')
    expect(press()).toBe(false)
    expect(history).toMatchObject({ action: 'PUSH', location: { search: '?b=c', state: { jump: 'x' } } })
  })

  test.each([
    ['as it says', '/other', true],
    ['at the very address where one is', '/list?q=a', undefined],
  ])('takes the place of the entry %s', (_, to, replace) => {
    begin('/list?q=a')
    draw(
      <Link to={to} {...(replace && { replace })}>
        A
      </Link>,
    )
    press()
    expect(history.action).toBe('REPLACE')
  })

  test.each([{ ctrlKey: true }, { metaKey: true }, { shiftKey: true }, { altKey: true }, { button: 1 }])(
    'with %o the browser opens the link, and onClick is called',
    (init) => {
      const onClick = vi.fn()
      draw(
        <Link to="/a" onClick={onClick}>
          A
        </Link>,
      )
      expect(press(init)).toBe(true)
      expect(onClick).toHaveBeenCalledOnce()
      expect(history.action).toBe('POP')
    },
  )

  test.each([
    ['_blank', 'POP'],
    ['_self', 'PUSH'],
  ])('with the target %s', (target, action) => {
    draw(
      <Link to="/a" target={target}>
        A
      </Link>,
    )
    press()
    expect(history.action).toBe(action)
  })

  test('does nothing if the click is prevented', () => {
    draw(
      <Link to="/a" onClick={(event) => event.preventDefault()}>
        A
      </Link>,
    )
    press()
    expect(history.action).toBe('POP')
  })
})
