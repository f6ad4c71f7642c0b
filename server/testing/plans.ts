import sharp from 'sharp'
import type { PlanItem } from '#contract/media/plan-item.ts'
import { addPlan, setPin } from '#contract/media/plans.ts'
import type { FilePart } from './api.ts'
import type { MadeAccount } from './make.ts'

/** Returns a drawing of thin lines on white; each seed gives another plan. */
export function planPicture(seed = 1, width = 1200, height = 800): Promise<Buffer> {
  const lines = Array.from({ length: 12 }, (_, n) => {
    const x = 40 + ((n * 97 * seed) % (width - 80))
    return `<path d="M${x} 40V${height - 40}M40 ${(x * height) / width}H${width - 40}" stroke="#123" fill="none"/>`
  })
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><rect width="100%" height="100%" fill="#fff"/>${lines.join('')}</svg>`
  return sharp(Buffer.from(drawing)).png().toBuffer()
}

export function planPart(bytes: Uint8Array, filename = 'Mrs Dudley level 2.png'): FilePart {
  return { part: 'picture', filename, type: 'image/png', bytes }
}

/** Adds a plan through the API. */
export async function makePlan(
  owner: MadeAccount,
  surveyId: string,
  given: { name?: string; seed?: number } = {},
): Promise<PlanItem> {
  const fields = [
    ['user_survey_id', surveyId],
    ['name', given.name ?? 'Level 2'],
  ] as const
  const { status, body, errors } = await owner.api.upload(addPlan, fields, [
    planPart(await planPicture(given.seed)),
  ])
  if (status !== 201) throw new Error(`No plan: ${status} ${JSON.stringify(errors)}`)
  return body.data.attributes
}

export async function pin(
  owner: MadeAccount,
  planId: string,
  subSectionId: string,
  place: { readonly x: number; readonly y: number } | null,
  editedAt = new Date().toISOString(),
) {
  return owner.api.call(setPin, {
    params: { id: planId, sub_section_id: subSectionId },
    body: { x: place?.x ?? null, y: place?.y ?? null, edited_at: editedAt },
  })
}
