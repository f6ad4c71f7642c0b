import type { LinkState } from './data.ts'

/**
 * A link opens its survey only while it is neither closed nor past its end, and both survey and owner exist.
 */
export function isLive(link: LinkState, now: Date): boolean {
  const gone = [link.closed_at, link.survey_deleted_at, link.account_deleted_at, link.account_disabled_at]
  return gone.every((moment) => moment === null) && (link.ends_at === null || link.ends_at > now)
}
