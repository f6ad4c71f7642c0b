import {
  type DrawnPhoto,
  type NewDrawing,
  recordDrawing,
  recordDrawingRemoval,
} from '../record/record-drawing.ts'
import type { Draft } from './draft.ts'
import { storeEdit } from './draft-actions.ts'

interface Place {
  readonly subSection: string
  readonly answer: string
}

/** Stores and shows a drawing. Returns false if storing failed. */
export function drawOnPhoto(
  draft: Draft,
  place: Place,
  photo: DrawnPhoto,
  drawing: NewDrawing,
): Promise<boolean> {
  return storeEdit(draft, () => recordDrawing(draft.account, placeIn(draft, place), photo, drawing), true)
}

export function undrawPhoto(
  draft: Draft,
  place: Place,
  photo: DrawnPhoto & { readonly onServer: boolean },
): Promise<boolean> {
  return storeEdit(draft, () => recordDrawingRemoval(draft.account, placeIn(draft, place), photo), true)
}

function placeIn(draft: Draft, { subSection, answer }: Place) {
  return { survey: draft.survey.id, subSection, answer }
}
