/**
 * Where an item of the menu may lead: to a page of this app ('/…', and not '//…', which is another host), or to
 * another site over TLS. Nothing that runs ('javascript:', 'data:'), nothing with a name or password in it.
 */
export function isMenuUrl(url: string): boolean {
  if (url.length > 2_000 || /[\s\p{Cc}\\]/u.test(url)) return false
  return isInside(url) || /^https:\/\/[^/@?#]+(?:[/?#]|$)/i.test(url)
}

/** A page of this app. */
export function isInside(url: string): boolean {
  return /^\/(?!\/)/.test(url)
}
