import { open } from 'node:fs/promises'
import { detectKind, type FileKind, headBytes } from '#contract/rules/file-kind.ts'

/** Detects a file's kind from its content; null = not accepted in a survey. */
export async function readKind(path: string): Promise<FileKind | null> {
  const handle = await open(path, 'r')
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return detectKind(buffer.subarray(0, bytesRead))
  } finally {
    await handle.close()
  }
}
