import {
  type ComponentProps,
  createContext,
  type MouseEvent,
  type ReactNode,
  startTransition,
  use,
  useCallback,
  useEffect,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react'
import type { Action, Location, RouterHistory } from './history.ts'

/** An address, or parts of one. */
export type To = string | Partial<Pick<Location, 'pathname' | 'search' | 'hash'>>

export interface NavigateOptions {
  /** Replaces the current entry. */
  readonly replace?: boolean
  readonly state?: unknown
}

/** Navigates to an address, or by this many history entries. */
export type NavigateFunction = (to: To | number, options?: NavigateOptions) => void

interface RouterState {
  readonly location: Location
  readonly action: Action
  readonly navigate: NavigateFunction
}

const RouterContext = createContext<RouterState | null>(null)

interface RouterProps {
  readonly history: RouterHistory
  /** Whether both locations are places of one screen, whose files are loaded. */
  readonly isWithinScreen?: (from: Location, to: Location) => boolean
  readonly children: ReactNode
}

/**
 * Locations, links and search parameters for screens (`route.tsx` has the rest). Another screen is rendered as a
 * transition, so the current one stays until the next one's files are loaded. A place within the screen is rendered at
 * once: React renders transitions in slices of 5 ms, each of which waits its turn on a busy phone.
 */
export function HistoryRouter({ history, isWithinScreen, children }: RouterProps) {
  const [{ location, action }, setNow] = useState(() => ({ ...history }))
  const shown = useRef(location)
  useLayoutEffect(() => {
    shown.current = location
  }, [location])
  useLayoutEffect(
    () =>
      history.listen(() => {
        const next = { ...history }
        if (isWithinScreen?.(shown.current, next.location)) setNow(next)
        else startTransition(() => setNow(next))
      }),
    [history, isWithinScreen],
  )
  const navigate = useCallback<NavigateFunction>(
    (to, { replace = false, state } = {}) => {
      if (typeof to === 'number') history.go(to)
      else history[replace ? 'replace' : 'push'](pathOf(to), state)
    },
    [history],
  )
  const routerState = useMemo(() => ({ location, action, navigate }), [location, action, navigate])
  return <RouterContext value={routerState}>{children}</RouterContext>
}

/** Gives its children a fixed location: a screen with an alert above it. */
export function FixedLocation({ location, children }: { location: Location; children: ReactNode }) {
  const outer = useRouterState()
  const routerState = useMemo(() => ({ ...outer, location }), [outer, location])
  return <RouterContext value={routerState}>{children}</RouterContext>
}

export function useLocation(): Location {
  return useRouterState().location
}

export function useNavigationType(): Action {
  return useRouterState().action
}

/** Stable for the lifetime of the page. */
export function useNavigate(): NavigateFunction {
  return useRouterState().navigate
}

export function useSearchParams() {
  const { location, navigate } = useRouterState()
  const { pathname, search } = location
  const params = useMemo(() => new URLSearchParams(search), [search])
  const setParams = useCallback(
    (next: ParamsInit | ((now: URLSearchParams) => ParamsInit), options?: NavigateOptions) => {
      const init = typeof next === 'function' ? next(new URLSearchParams(params)) : next
      const text = new URLSearchParams(init).toString()
      navigate({ pathname, search: text && `?${text}` }, options)
    },
    [navigate, pathname, params],
  )
  return [params, setParams] as const
}

type ParamsInit = ConstructorParameters<typeof URLSearchParams>[0]

interface LinkProps extends Omit<ComponentProps<'a'>, 'href'>, NavigateOptions {
  readonly to: string
}

/** wouter's own link hides Ctrl+clicks from `onClick`, and opens a link with a target in this tab. */
export function Link({ to, replace, state, onClick, ...rest }: LinkProps) {
  const navigate = useNavigate()
  const isHere = pathOf(useLocation()) === to
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || !opensInThisTab(event)) return
    event.preventDefault()
    navigate(to, { replace: replace ?? isHere, state })
  }
  return <a {...rest} href={to} onClick={follow} />
}

/** Navigates as soon as it mounts. */
export function Navigate({ to, replace = false, state }: { to: string } & NavigateOptions) {
  const navigate = useNavigate()
  useEffect(() => navigate(to, { replace, state }), [navigate, to, replace, state])
  return null
}

function useRouterState(): RouterState {
  const routerState = use(RouterContext)
  if (!routerState) throw new Error('useRouterState needs a HistoryRouter')
  return routerState
}

/** Two leading slashes would address another site. */
function pathOf(to: To): string {
  const { pathname = '', search = '', hash = '' } = typeof to === 'string' ? { pathname: to } : to
  return (pathname + search + hash).replace(/^[/\\]{2,}/, '/')
}

function opensInThisTab(event: MouseEvent<HTMLAnchorElement>): boolean {
  const { button, metaKey, ctrlKey, shiftKey, altKey, currentTarget } = event
  const isModified = metaKey || ctrlKey || shiftKey || altKey
  return button === 0 && !isModified && ['', '_self'].includes(currentTarget.target)
}
