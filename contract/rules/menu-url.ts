/**
 * Whether a menu item may link there: a page of this app ('/…', but not '//…', which is another host), or
 * another site over TLS. Rejects scripts ('javascript:', 'data:') and addresses with a name or password.
 */
export function isMenuUrl(url: string): boolean {
  if (url.length > 2_000 || /[\s\p{Cc}\\]/u.test(url)) return false
  return isInside(url) || /^https:\/\/[^/@?#]+(?:[/?#]|$)/i.test(url)
}

/** Whether the address is a page of this app. */
export function isInside(url: string): boolean {
  return /^\/(?!\/)/.test(url)
}
