import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { uploadMedia } from '#contract/media/media.ts'
import type { FilePart } from './api.ts'
import type { MadeAccount } from './make.ts'
import { jpeg } from './pictures.ts'

/** A file name with personal data, which guests must not see. */
export const identifyingName = 'Mrs Dudley asleep IMG_20260501.jpg'
const samples = join(import.meta.dirname, '..', 'files', 'testing')

/** Returns a photo as from a phone: with camera, time and location. Each seed gives another file. */
export function phonePhoto(seed = 1): Promise<Buffer> {
  return jpeg({ seed, latitude: 40.446128, longitude: -79.982222, takenAt: '2026:05:01 10:20:30' })
}

export function photoPart(bytes: Uint8Array, filename = identifyingName): FilePart {
  return { part: 'user_survey_media[photos][]', filename, type: 'image/jpeg', bytes }
}

/** Returns a file of any type, for uploads outside of surveys. */
export function attachmentPart(filename: string, bytes: Uint8Array = Buffer.from('plain')): FilePart {
  return { part: 'files[]', filename, type: 'application/octet-stream', bytes }
}

/** Returns a short video with a location. */
export async function videoPart(
  filename = 'Dudley house tour.mp4',
  sample: 'located.mp4' | 'turned.mov' = 'located.mp4',
): Promise<FilePart> {
  return {
    part: 'user_survey_media[medias][]',
    filename,
    type: 'video/mp4',
    bytes: await readFile(join(samples, sample)),
  }
}

/** Uploads to an answer, through the API, with a description for each file. */
export async function attach(
  owner: MadeAccount,
  detailId: string,
  files: readonly FilePart[],
  descriptions: readonly string[] = [],
) {
  const fields: [string, string][] = [['user_survey_media[user_survey_sub_section_detail_id]', detailId]]
  for (const text of descriptions) fields.push(['user_survey_media[descriptions][]', text])
  const { status, body, errors } = await owner.api.upload(uploadMedia, fields, files)
  if (status !== 201) throw new Error(`The upload failed: ${status} ${JSON.stringify(errors)}`)
  return body.data.attributes
}
