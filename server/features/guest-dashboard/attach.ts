import { open } from 'node:fs/promises'
import { plainName } from '#contract/rules/file.ts'
import type { PhotoType } from '#contract/rules/file-kind.ts'
import type { Context } from '#server/context.ts'
import { readKind } from '#server/files/kind.ts'
import { Failure, fail } from '#server/http/failure.ts'
import type { ReceivedFile } from '#server/http/multipart.ts'
import type { AttachedFile } from './data.ts'

/** PDF readers look for the end marker within this many bytes of the file's end. */
const pdfTail = 1_024

/**
 * Checks a guest's file by its content and stores it unchanged: only that guest gets it back, and only for
 * saving. null if the form has none; browsers then send a part without name and content.
 */
async function ingestAttachment({
  context,
  files,
}: {
  readonly context: Context
  readonly files: readonly ReceivedFile[]
}): Promise<AttachedFile | Failure<'guestFile.wrongType' | 'guestFile.tooMany'> | null> {
  const [file, ...others] = files.filter(({ filename, bytes }) => filename !== '' || bytes.size > 0)
  if (!file) return null
  if (others.length > 0) return fail('guestFile.tooMany')
  const type = await typeOf(context, file.bytes.path)
  if (type === null) return fail('guestFile.wrongType')
  const { key, size } = await context.files.commit(file.bytes)
  return { key, name: plainName(file.filename), type, size }
}

/** Cleanup after the commit: the store key of a replaced or removed file. */
export interface Leaving {
  left: string | null
}

export async function prepareSaving(call: Parameters<typeof ingestAttachment>[0]) {
  const file = await ingestAttachment(call)
  return file instanceof Failure ? file : { file, left: null as Leaving['left'] }
}

/** Removes bytes that no row refers to. If that fails now, it only costs disk space. */
export async function removeBytes({ files, log }: Context, key: string | null): Promise<void> {
  if (key !== null)
    await files
      .remove(key)
      .catch((error: unknown) => log.warn({ err: error }, "A guest's file is left behind"))
}

async function typeOf({ tools }: Context, path: string): Promise<string | null> {
  if (await isPdf(path)) return 'application/pdf'
  const kind = await readKind(path)
  if (kind?.kind !== 'photo') return null
  // The first bytes are only a claim; decoding proves it.
  const made = await tools.makeRenditions(path, kind.type as PhotoType, 'portrait')
  return made.ok ? kind.type : null
}

async function isPdf(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const head = await file.read(Buffer.alloc(5), 0, 5, 0)
    if (head.buffer.toString('latin1') !== '%PDF-') return false
    const from = Math.max(0, size - pdfTail)
    const tail = await file.read(Buffer.alloc(size - from), 0, size - from, from)
    return tail.buffer.includes('%%EOF')
  } finally {
    await file.close()
  }
}
