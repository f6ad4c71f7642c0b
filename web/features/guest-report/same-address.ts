/**
 * Whether a link leads to the page that is open. Only the path says which report; host names may differ, and the page's
 * may have the link's id alone.
 */
export function leadsHere(link: string | null, path: string): boolean {
  if (link === null) return false
  try {
    const active = plain(new URL(link, 'http://here').pathname)
    return [active, withoutToken(active)].includes(plain(path))
  } catch {
    // A link that is no address is not the active one.
    return false
  }
}

/** '/survey-report/<token>/<id>' → '/survey-report/<id>' */
function withoutToken(path: string): string {
  return path.replace(/[^/]+\/(?=[^/]+$)/, '')
}

function plain(path: string): string {
  return path.replace(/\/+$/, '')
}
