import { claimedKind, maxBytes, plainName } from '#contract/rules/file.ts'
import { detectKind, headBytes } from '#contract/rules/file-kind.ts'

/** `other`: not a photo or video. `unreadable`: empty, a folder, or deleted since it was picked. */
export type FileContent = 'photo' | 'video' | 'other' | 'unreadable'

/** Detects what a picked file contains, first by its extension and then by its content. */
export async function inspectFile(file: File): Promise<FileContent> {
  if (!mayBeMedia(file)) return 'other'
  if (file.size === 0) return 'unreadable'
  const claimed = claimedKind(file.name)
  // A file that is too large is rejected for its size; its content does not matter.
  if (claimed && file.size > maxBytes(claimed)) return claimed
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    // The next line rejects it.
    .catch(() => null)
  if (!head) return 'unreadable'
  return detectKind(new Uint8Array(head))?.kind ?? 'other'
}

/**
 * Whether the file may be a photo or video. Some phone cameras create names without an extension; then the browser's
 * type decides.
 */
export function mayBeMedia({ name, type }: { readonly name: string; readonly type: string }): boolean {
  if (claimedKind(name)) return true
  return !plainName(name).includes('.') && /^(image|video)\//.test(type)
}
