import { type ReactNode, useMemo } from 'react'
import { parse } from 'regexparam'
import { Route as FoundRoute, matchRoute, Router, useParams as useFoundParams } from 'wouter'
import { useLocation } from './router.tsx'

/**
 * Renders its children if the location matches the path; matching by wouter. Separate from `router.tsx`,
 * which the login needs too.
 */
export function Route({ path, children }: { path: string; children: ReactNode }) {
  return (
    <Router hook={useReadablePath}>
      <FoundRoute path={path}>{children}</FoundRoute>
    </Router>
  )
}

/** Returns the decoded parameters of the address. */
export function useParams(): Readonly<Record<string, string | undefined>> {
  const found = useFoundParams()
  return useMemo(() => withSlashes(found), [found])
}

/** Returns the parameters if the address matches the pattern, as for a `Route`; else null. */
export function matchPath(pattern: string, pathname: string) {
  const [, found] = matchRoute(parse, pattern, readable(pathname))
  return found && { params: withSlashes(found) }
}

/** Escapes `%` again, because wouter decodes twice and would throw on a percent sign in an id. */
function useReadablePath(): [string, () => void] {
  return [readable(useLocation().pathname).replaceAll('%', '%25'), () => undefined]
}

/** Decodes each part of the path; a slash within a part stays `%2F`. Ignores trailing slashes. */
function readable(pathname: string): string {
  const path = pathname.replace(/\/+$/, '')
  try {
    const parts = path.split('/').map((part) => decodeURIComponent(part).replaceAll('/', '%2F'))
    return parts.join('/') || '/'
  } catch {
    // Malformed escapes match literally.
    return path
  }
}

function withSlashes(params: Readonly<Record<string, string | undefined>>) {
  return Object.fromEntries(
    Object.entries(params).map(([name, value]) => [name, value?.replaceAll('%2F', '/')]),
  )
}
