import { limits } from '#contract/limits.ts'
import type { Turn } from '#contract/media/drawing.ts'
import type { drawPhoto } from '#contract/media/media.ts'
import type { Context } from '#server/context.ts'
import { readKind } from '#server/files/kind.ts'
import type { Renditions } from '#server/files/rendition.ts'
import { Failure, fail } from '#server/http/failure.ts'
import type { ReceivedFile } from '#server/http/multipart.ts'
import type { Call } from '#server/http/serve.ts'
import type { NewFile } from './data.ts'
import { type DrawnPhoto, findShownSize } from './drawing-data.ts'
import { discardFiles, storeRendition } from './ingest.ts'

type DrawingFailure = Failure<
  | 'survey.readOnly'
  | 'media.notFound'
  | 'media.noFiles'
  | 'media.wrongType'
  | 'media.photoTooLarge'
  | 'media.unreadable'
  | 'media.drawingUnfit'
>

export interface IngestedDrawing {
  readonly file: NewFile
  /** Keys of everything written to the store. */
  readonly kept: readonly string[]
}

/**
 * Verifies the marked picture (a JPEG of the photo's proportions and at most its size) and stores renditions of
 * it. The uploaded bytes are not stored, only pictures encoded again from its pixels.
 */
export async function ingestDrawing(call: Call<typeof drawPhoto>): Promise<IngestedDrawing | DrawingFailure> {
  const { db, account, body, files, context } = call
  const shown = await findShownSize(db, account, body)
  if (shown instanceof Failure) return shown
  const [file, ...others] = files
  if (file?.part !== 'drawing' || others.length > 0) return fail('media.noFiles')
  const values = { files: file.filename }
  if (file.bytes.size > limits.photoBytes) return fail('media.photoTooLarge', { values })
  const kind = await readKind(file.bytes.path)
  if (kind?.type !== 'image/jpeg') return fail('media.wrongType', { values })
  const image = await decoded(context, file)
  if (!image) return fail('media.unreadable', { values })
  if (!fits(image, turnedSize(shown, turnOf(body)))) return fail('media.drawingUnfit')
  return storeCopies(context, image)
}

async function decoded({ tools, log }: Context, file: ReceivedFile): Promise<Renditions | null> {
  const made = await tools.makeRenditions(file.bytes.path, 'image/jpeg')
  if (made.ok) return made.image
  log.info({ reason: made.reason }, 'A marked picture was refused')
  return null
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Rotation of the call's picture. */
export function turnOf({ turn = '0' }: { readonly turn?: `${Turn}` | undefined }): Turn {
  return Number(turn) as Turn
}

function turnedSize({ width, height }: Size, turn: Turn): Size {
  return turn % 180 === 0 ? { width, height } : { width: height, height: width }
}

/** Each side may differ by a pixel. A picture of less than half the size would lose visible detail. */
export function fits(image: Size, shown: Size): boolean {
  const off = Math.abs(image.width * shown.height - image.height * shown.width)
  return (
    off <= shown.width + shown.height &&
    Math.max(image.width, image.height) <= limits.compressMaxSide &&
    2 * Math.max(image.width, image.height) >= Math.max(shown.width, shown.height)
  )
}

/** Stores the renditions of a marked picture; the picture itself is not stored. */
export async function storeCopies(context: Context, image: Renditions): Promise<IngestedDrawing> {
  const kept: string[] = []
  try {
    const renditions = [
      await storeRendition(context, 'view', image.view, kept),
      await storeRendition(context, 'report', image.report, kept),
      await storeRendition(context, 'thumb', image.thumb, kept),
    ]
    const nothing = { takenAt: null, position: null, seconds: null }
    return { file: { kind: 'photo', extension: 'jpg', ...nothing, renditions }, kept }
  } catch (error) {
    await discardFiles(context, kept)
    throw error
  }
}

/** The device's time, but never later than now: a clock that is ahead must not win forever. */
export function madeAt(given: string | undefined, now: Date): Date {
  if (given === undefined) return now
  return new Date(Math.max(0, Math.min(Date.parse(given), now.getTime())))
}

/** Whether a drawing, or its removal, is later than the stored one. A repeated one is not. */
export function isLater(at: Date, { drawnAt }: DrawnPhoto): boolean {
  return drawnAt === null || at.getTime() > drawnAt.getTime()
}
