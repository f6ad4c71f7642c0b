import type { Answer, Survey } from './survey.ts'

/** Where a building stands is told to guests only where the survey's owner wants that. */
export function isForGuests(
  { showPositions }: Pick<Survey, 'showPositions'>,
  { field }: Pick<Answer, 'field'>,
): boolean {
  return showPositions || field.type !== 'position'
}
