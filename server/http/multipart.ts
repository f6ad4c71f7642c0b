import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { limits } from '#contract/limits.ts'
import { claimedKind, maxBytes, plainName } from '#contract/rules/file.ts'
import { type FileStore, StoreUnavailable, type TempBytes, TooLarge } from '#server/files/store.ts'
import { type Failure, fail, Refused } from './failure.ts'
import { JsonBounds } from './json-bounds.ts'

/** A file part, received and hashed but not stored yet. */
export interface ReceivedFile {
  /** `photos`, `medias`, `posters`: the bracketed part of the field's name. */
  readonly part: string
  readonly filename: string
  readonly bytes: TempBytes
}

type Upload = NonNullable<Endpoint['upload']>

export interface Received {
  readonly fields: Record<string, unknown>
  readonly files: readonly ReceivedFile[]
}

/** Text fields may precede or follow the files; a trailing `[]` marks a list. */
const fieldsMax = 4 * limits.filesPerUpload

/**
 * Streams every part to temporary storage with hard size limits, and deletes them all on a rejection. `fields`
 * is keyed by the bracketed names: `user_survey_media[id]` → `id`.
 */
export async function receiveParts(
  request: FastifyRequest,
  store: FileStore,
  upload: Upload = 'multipart',
): Promise<Received | Failure> {
  const fields: Record<string, unknown> = {}
  const files: ReceivedFile[] = []
  const large: LargeFile[] = []
  const parts = request.parts({
    isPartAFile,
    limits: {
      fields: fieldsMax,
      // The longest text is a drawing's shapes. Other fields have limits of their own.
      fieldSize: limits.shapesTextMax,
      files: 3 * limits.filesPerUpload,
      fileSize: limits.videoBytes + 1,
    },
  })
  endAtLimit(request)
  try {
    for await (const part of parts) {
      if (part.type === 'file' && isNameless(part) && isJson(part.mimetype))
        throw new Refused(fail('request.malformed'))
      if (part.type === 'field') addField(fields, part.fieldname, admittedText(part.value))
      else {
        const received = await receiveFile(part, store, upload)
        if ('kind' in received) large.push(received)
        else files.push(received)
      }
    }
  } catch (error) {
    await dropFiles(store, files)
    if (error instanceof Refused) return error.failure
    if (isSenderError(error)) return fail('request.malformed')
    throw error
  } finally {
    discardRest(request)
  }
  if (large.length > 0) {
    await dropFiles(store, files)
    return refusers[upload](large)
  }
  return { fields, files }
}

/** Only drawings, which are JSON, are longer than the longest answer. */
function admittedText(value: unknown): unknown {
  const isLong = typeof value === 'string' && value.length > limits.answerMax
  if (isLong && !new JsonBounds().admits(Buffer.from(value))) throw new Refused(fail('request.tooLarge'))
  return value
}

/** Destroys requests over the limit without a reply: no client sends more without a length. */
function endAtLimit({ raw, routeOptions }: FastifyRequest): void {
  let length = 0
  raw.on('data', (piece: Buffer) => {
    length += piece.length
    if (length > routeOptions.bodyLimit) raw.destroy()
  })
}

/**
 * Some browsers send a picture without a file name, but with its type. A part of type JSON also counts as a
 * file, or the parser would parse any text in it.
 */
function isPartAFile(_field?: string, type?: string, filename?: string): boolean {
  return (
    filename !== undefined || isJson(type) || /^(image|video)\/|^application\/octet-stream/.test(type ?? '')
  )
}

/** Whether a file part came without a file name; the parser's own type does not allow for that. */
function isNameless(part: MultipartFile): boolean {
  return (part.filename as string | undefined) === undefined
}

function isJson(type: string | undefined): boolean {
  return type?.startsWith('application/json') ?? false
}

interface LargeFile {
  readonly kind: 'photo' | 'video'
  readonly filename: string
}

function fileOf(file: LargeFile | undefined) {
  return { file: plainName(file?.filename ?? '') }
}

const refusers: Readonly<Record<Upload, (large: readonly LargeFile[]) => Failure>> = {
  multipart: refuseLarge,
  picture: () => fail('photo.tooLarge'),
  sheet: () => fail('form.fileTooLarge'),
  attachments: ([first, ...others]) =>
    fail('bulk.tooLarge', {
      values: fileOf(first),
      more: others.flatMap((one) => fail('bulk.tooLarge', { values: fileOf(one) }).errors),
    }),
}

/** Returns one line for the photos and one for the videos, each with all names. */
function refuseLarge(large: readonly LargeFile[]): Failure {
  const lines = (['photo', 'video'] as const).flatMap((kind) => {
    const names = large.filter((file) => file.kind === kind).map(({ filename }) => plainName(filename))
    if (names.length === 0) return []
    const code = kind === 'photo' ? 'media.photoTooLarge' : 'media.videoTooLarge'
    return [{ code, names } as const]
  })
  const [first = { code: 'media.photoTooLarge', names: [] }, ...others] = lines
  return fail(first.code, {
    values: { files: first.names.join(', ') },
    more: others.flatMap(({ code, names }) => fail(code, { values: { files: names.join(', ') } }).errors),
  })
}

/**
 * Reads and discards the rest of a rejected form. Otherwise the sender, still sending, never reads the reply,
 * and the next call on its connection waits forever.
 */
function discardRest(request: FastifyRequest): void {
  request.raw.unpipe().resume()
}

/** Whether the sender caused the error. The form parser throws plain errors for truncated or invalid forms. */
function isSenderError(error: unknown): boolean {
  if (!(error instanceof Error) || error instanceof StoreUnavailable) return false
  return error.constructor === Error && !('code' in error)
}

export async function dropFiles(store: FileStore, files: readonly ReceivedFile[]): Promise<void> {
  for (const file of files) await store.drop(file.bytes)
}

async function receiveFile(
  part: MultipartFile,
  store: FileStore,
  upload: Upload,
): Promise<ReceivedFile | LargeFile> {
  const filename = isNameless(part) ? '' : writtenName(part.filename).slice(-limits.fileNameMax)
  const kind = part.fieldname.includes('[medias]') ? 'video' : 'photo'
  const limit = limitOf(upload, claimedKind(filename) ?? kind)
  try {
    const bytes = await store.receive(part.file, limit)
    return { part: nameOf(part.fieldname).name, filename, bytes }
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error
    part.file.resume()
    return { kind: limit === limits.videoBytes ? 'video' : 'photo', filename }
  }
}

/**
 * Returns a file's name as its owner wrote it. Browsers percent-encode quotes and line breaks in a form and
 * nothing else (WHATWG HTML, multipart/form-data encoding algorithm); an original '%22' is indistinguishable.
 */
function writtenName(encoded: string): string {
  return encoded.replaceAll('%22', '"').replaceAll('%0D', '\r').replaceAll('%0A', '\n')
}

function limitOf(upload: Upload, kind: 'photo' | 'video'): number {
  if (upload === 'picture') return limits.profilePhotoBytes
  if (upload === 'sheet') return limits.formFileBytes
  return upload === 'attachments' ? limits.bulkFileBytes : maxBytes(kind)
}

function addField(fields: Record<string, unknown>, fieldname: string, value: unknown): void {
  const { name, isList } = nameOf(fieldname)
  if (name === '__proto__') return
  if (!isList) fields[name] = value
  else {
    const list = Array.isArray(fields[name]) ? fields[name] : []
    fields[name] = [...list, value]
  }
}

function nameOf(fieldname: string): { name: string; isList: boolean } {
  const isList = fieldname.endsWith('[]')
  const plain = isList ? fieldname.slice(0, -2) : fieldname
  return { name: /\[([^[\]]+)\]$/.exec(plain)?.[1] ?? plain, isList }
}
