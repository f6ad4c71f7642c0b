import type { Endpoint, InputOf } from '#contract/endpoint.ts'
import {
  copyMedia,
  deleteMedia,
  describeMedia,
  drawPhoto,
  undrawPhoto,
  uploadMedia,
} from '#contract/media.ts'
import { addPlan, deletePlan, renamePlan, setPin } from '#contract/plans.ts'
import { moveSurveys } from '#contract/survey-moves.ts'
import {
  addSimilar,
  autoSave,
  createSurvey,
  deleteSurvey,
  removeSimilar,
  restoreSurvey,
  submitSurvey,
} from '#contract/surveys.ts'
import { deleteForGood } from '#contract/surveys-deleted.ts'
import { call, type Failure } from '#web/lib/call.ts'
import type { OutboxRow } from '../store/rows.ts'
import { uploadFiles } from '../upload/upload.ts'
import { orBroughtBefore } from '../went-back/brought-before.ts'
import { callOptions } from './call-options.ts'
import { sendCreation } from './send-creation.ts'
import { sendDrawing } from './send-drawing.ts'
import { sendMove } from './send-move.ts'
import { sendPlan } from './send-plan.ts'

export type Sent = { readonly ok: true; readonly reply: unknown } | Failure

/** Everything that can wait in the outbox. */
const endpoints: ReadonlyMap<string, Endpoint> = new Map(
  [
    createSurvey,
    submitSurvey,
    autoSave,
    addSimilar,
    removeSimilar,
    deleteSurvey,
    restoreSurvey,
    deleteForGood,
    copyMedia,
    deleteMedia,
    describeMedia,
    undrawPhoto,
    renamePlan,
    deletePlan,
    setPin,
    moveSurveys,
  ].map((endpoint) => [endpoint.name, endpoint as Endpoint]),
)

/** The call that an entry of this name will become; undefined = this version of the app does not know it. */
export function endpointOf(name: string): Endpoint | undefined {
  const withBytes = [uploadMedia, drawPhoto, addPlan].find((endpoint) => endpoint.name === name)
  return (withBytes as Endpoint | undefined) ?? endpoints.get(name)
}

/** Repeats of an entry carry its id as the key, so the server carries it out once. */
export async function sendEntry(row: OutboxRow, signal: AbortSignal): Promise<Sent> {
  if (row.endpoint === uploadMedia.name) return orBroughtBefore(row, await uploadFiles(row, signal), signal)
  if (row.endpoint === createSurvey.name) return sendCreation(row, signal)
  if (row.endpoint === drawPhoto.name) return sendDrawing(row, signal)
  if (row.endpoint === moveSurveys.name) return sendMove(row, signal)
  if (row.endpoint === addPlan.name) return orBroughtBefore(row, await sendPlan(row, signal), signal)
  const endpoint = endpoints.get(row.endpoint)
  if (!endpoint) throw new Error(`Unknown operation ${row.endpoint}`)
  return call(endpoint, row.input as InputOf<Endpoint>, callOptions(row, signal))
}
