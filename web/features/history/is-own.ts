import type { DeviceSurvey } from '#web/offline/list/merge-list.ts'

/** Only the owner may delete, share or rename a survey. */
export function isOwn({ attributes: { my_role = 'owner' } }: DeviceSurvey): boolean {
  return my_role === 'owner'
}
