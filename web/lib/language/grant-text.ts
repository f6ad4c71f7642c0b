import type { Grant } from '#contract/sharing/teams.ts'
import { t } from './translate.ts'

const words = {
  none: 'teams.ownOnly',
  read: 'teams.read',
  review: 'teams.review',
  edit: 'teams.edit',
} as const

/** Returns the label of a team member's rights on the others' surveys. */
export function grantText(granted: Grant): string {
  return t(words[granted])
}
