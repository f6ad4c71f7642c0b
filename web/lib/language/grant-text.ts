import type { Grant } from '#contract/sharing/teams.ts'
import { t } from './translate.ts'

const words = {
  none: 'teams.ownOnly',
  read: 'teams.read',
  review: 'teams.review',
  edit: 'teams.edit',
} as const

/** What somebody may do with the surveys of the others in their team. */
export function grantText(granted: Grant): string {
  return t(words[granted])
}
