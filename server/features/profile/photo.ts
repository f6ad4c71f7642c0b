import { limits } from '#contract/limits.ts'
import { extensionOf, plainName } from '#contract/rules/file.ts'
import type { PhotoType } from '#contract/rules/file-kind.ts'
import type { Context } from '#server/context.ts'
import { readKind } from '#server/files/kind.ts'
import type { Rendition } from '#server/files/rendition.ts'
import type { StoredBytes } from '#server/files/store.ts'
import { type Failure, fail } from '#server/http/failure.ts'
import type { ReceivedFile } from '#server/http/multipart.ts'
import type { NewPhoto } from './data.ts'

/** File extensions from spec §5, and the allowed content types. */
const endings = ['png', 'jpeg', 'jpg', 'heic']
const types: readonly string[] = ['image/png', 'image/jpeg', 'image/heic'] satisfies PhotoType[]

interface Call {
  readonly context: Context
  readonly files: readonly ReceivedFile[]
}

/** The picture in a form; null if none was chosen: browsers then send a part without name and content. */
function pictureOf({ files }: Call): ReceivedFile | null {
  const chosen = files.filter(({ filename, bytes }) => filename !== '' || bytes.size > 0)
  return chosen.find(({ part }) => part === 'photo') ?? chosen[0] ?? null
}

/**
 * Checks a picture by name, content and decoding, and stores two square copies, encoded again without
 * metadata. Returns null without a picture.
 */
export async function ingestPhoto(
  call: Call,
): Promise<NewPhoto | Failure<'photo.wrongType' | 'photo.tooLarge'> | null> {
  const file = pictureOf(call)
  if (!file) return null
  if (file.bytes.size > limits.profilePhotoBytes) return fail('photo.tooLarge')
  const kind = endings.includes(extensionOf(file.filename)) ? await readKind(file.bytes.path) : null
  if (!kind || !types.includes(kind.type)) return fail('photo.wrongType')
  const { tools, log } = call.context
  const made = await tools.makeRenditions(file.bytes.path, kind.type as PhotoType, 'portrait')
  if (!made.ok) {
    log.info({ reason: made.reason }, 'A profile photo was refused')
    return made.reason === 'too-many-pixels'
      ? fail('photo.tooLarge', { message: 'profile.photoTooManyPixels' })
      : fail('photo.wrongType')
  }
  const { view, thumb } = made.image
  return {
    filename: plainName(file.filename),
    sizes: { view: await store(call.context, view), thumb: await store(call.context, thumb) },
  }
}

/** Removes bytes that no row refers to. If that fails now, it only costs disk space. */
export async function discardFiles({ files, log }: Context, photo: NewPhoto | null): Promise<void> {
  for (const { key } of photo ? Object.values(photo.sizes) : [])
    await files.remove(key).catch((error: unknown) => log.warn({ err: error }, 'A photo is left behind'))
}

async function store({ files }: Context, { bytes }: Rendition): Promise<StoredBytes> {
  return files.commit(await files.receive(bytes, bytes.length))
}
