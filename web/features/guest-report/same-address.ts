/** Whether a link leads to the page that is open. Only the path says which report; host names may differ. */
export function leadsHere(link: string | null, path: string): boolean {
  if (link === null) return false
  try {
    return plain(new URL(link, 'http://here').pathname) === plain(path)
  } catch {
    return false
  }
}

function plain(path: string): string {
  return path.replace(/\/+$/, '')
}
