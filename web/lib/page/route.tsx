import { type ReactNode, useMemo } from 'react'
import { parse } from 'regexparam'
import { Route as FoundRoute, matchRoute, Router, useParams as useFoundParams } from 'wouter'
import { useLocation } from './router.tsx'

/**
 * Drawn where the location fits the path, with its parameters. What fits is found by wouter. Apart from `router.tsx`,
 * which the login needs as well.
 */
export function Route({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Router hook={useReadablePath}>
      <FoundRoute path={path}>{children}</FoundRoute>
    </Router>
  )
}

/** The parameters of the address, each as it is meant. */
export function useParams(): Readonly<Record<string, string | undefined>> {
  const found = useFoundParams()
  return useMemo(() => withSlashes(found), [found])
}

/** The parameters where the address fits the pattern, as for a `Route`; else null. */
export function matchPath(pattern: string, pathname: string) {
  const [, found] = matchRoute(parse, pattern, readable(pathname))
  return found && { params: withSlashes(found) }
}

/** wouter decodes what it is given once more, which a percent sign in an id would not bear. */
function useReadablePath(): [string, () => void] {
  return [readable(useLocation().pathname).replaceAll('%', '%25'), () => undefined]
}

/** As its parts are meant, but a slash within one, which stays `%2F`. How many slashes end it makes no difference. */
function readable(pathname: string): string {
  const path = pathname.replace(/\/+$/, '')
  try {
    const parts = path.split('/').map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
    return parts.join('/') || '/'
  } catch {
    // Wrongly written escapes fit as they stand.
    return path
  }
}

function withSlashes(params: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value?.replaceAll('%2F', '/')]),
  )
}
