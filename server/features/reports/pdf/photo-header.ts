import { largeSize } from './chunked-output.ts'
import type { PdfPhoto } from './photo-feed.ts'
import type { PhotoHeader } from './protocol.ts'

/** Returns the part of a photo that is needed to place it: the header of a large JPEG, else all bytes. */
export function headerOf({ bytes, width, height }: PdfPhoto): PhotoHeader {
  const head = bytes.length < largeSize ? bytes : bytes.subarray(0, frameEnd(bytes))
  return { head, length: bytes.length, width, height }
}

/**
 * Returns the end of a JPEG's frame header (ITU T.81, B.2.2), which has its size, precision and number of
 * components.
 */
function frameEnd(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 2; at + 4 <= bytes.length; ) {
    const [mark, kind] = [view.getUint8(at), view.getUint8(at + 1)]
    const end = at + 2 + view.getUint16(at + 2)
    // At least the next marker must follow.
    if (mark !== 0xff || end + 2 > bytes.length) break
    if (isFrame(kind)) return end
    at = end
  }
  return bytes.length
}

/** SOF0 to SOF15, except Huffman tables, an extension and arithmetic coding. */
function isFrame(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind)
}
