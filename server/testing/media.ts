import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { uploadMedia } from '#contract/media.ts'
import type { FilePart } from './api.ts'
import type { MadeAccount } from './make.ts'

/** A file name that tells more than a guest may know. */
export const tellingName = 'Mrs Dudley asleep IMG_20260501.jpg'
const locatedVideo = join(import.meta.dirname, '..', 'files', 'testing', 'located.mp4')

/** As a phone takes it: with the camera, the time and the place inside. Another `shade` is another file. */
export async function phonePhoto(shade = 120): Promise<Buffer> {
  const background = { r: shade, g: 90, b: 60 }
  return sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .withExif({
      IFD0: { Make: 'Secret Camera Maker' },
      IFD2: { DateTimeOriginal: '2026:05:01 10:20:30', OffsetTimeOriginal: '+02:00' },
      IFD3: {
        GPSLatitude: '40/1 26/1 4614/100',
        GPSLatitudeRef: 'N',
        GPSLongitude: '79/1 58/1 5600/100',
        GPSLongitudeRef: 'W',
      },
    })
    .jpeg()
    .toBuffer()
}

export function photoPart(bytes: Uint8Array, filename = tellingName): FilePart {
  return { part: 'user_survey_media[photos][]', filename, type: 'image/jpeg', bytes }
}

/** A short film that says where it was taken. */
export async function videoPart(filename = 'Dudley house tour.mp4'): Promise<FilePart> {
  return {
    part: 'user_survey_media[medias][]',
    filename,
    type: 'video/mp4',
    bytes: await readFile(locatedVideo),
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
