import { claimedKind, maxBytes, plainName } from '#contract/rules/file.ts'
import { detectKind, headBytes } from '#contract/rules/file-kind.ts'

/** `other` = nothing that a survey takes; `unreadable` = empty, a folder, or gone since it was picked. */
export type Found = 'photo' | 'video' | 'other' | 'unreadable'

/** What a picked file is: by the ending of its name first, then by its content. Needs no network. */
export async function lookInside(file: File): Promise<Found> {
  if (!mayBe(file)) return 'other'
  if (file.size === 0) return 'unreadable'
  const claimed = claimedKind(file.name)
  // Too large is what it is told, whatever is in it: nobody reads on to find out.
  if (claimed && file.size > maxBytes(claimed)) return claimed
  const head = await file
    .slice(0, headBytes)
    .arrayBuffer()
    // A file that cannot be read is refused on the next line.
    .catch(() => null)
  if (!head) return 'unreadable'
  return detectKind(new Uint8Array(head))?.kind ?? 'other'
}

/** Cameras of some phones give a name without an ending, or none; what the browser says counts then. */
export function mayBe({ name, type }: { readonly name: string; readonly type: string }): boolean {
  if (claimedKind(name)) return true
  return !plainName(name).includes('.') && /^(image|video)\//.test(type)
}
