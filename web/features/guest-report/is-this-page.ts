/**
 * Whether `link` points to the open page. Compares paths only: hosts may differ, and the page's path may have
 * the id without the token.
 */
export function isThisPage(link: string | null, path: string): boolean {
  if (link === null) return false
  try {
    const active = plain(new URL(link, 'http://here').pathname)
    return [active, withoutToken(active)].includes(plain(path))
  } catch {
    // A malformed link is not the active one.
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
