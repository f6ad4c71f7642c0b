import { largeSize } from './outlet.ts'
import type { PdfPhoto } from './photo-feed.ts'
import type { PhotoHead } from './protocol.ts'

/** The part of a photo that has to be read to place it. Of a small one, and of what is no plain JPEG, that is all. */
export function headOf({ bytes, width, height }: PdfPhoto): PhotoHead {
  const head = bytes.length < largeSize ? bytes : bytes.subarray(0, frameEnd(bytes))
  return { head, length: bytes.length, width, height }
}

/** Where the frame header of a JPEG ends (ITU T.81, B.2.2): its size, precision and number of components stand in it. */
function frameEnd(bytes: Uint8Array): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 2; at + 4 <= bytes.length; ) {
    const [mark, kind] = [view.getUint8(at), view.getUint8(at + 1)]
    const end = at + 2 + view.getUint16(at + 2)
    // Behind it comes at least the next marker.
    if (mark !== 0xff || end + 2 > bytes.length) break
    if (isFrame(kind)) return end
    at = end
  }
  return bytes.length
}

/** SOF0 to SOF15 but for the three that say something else: Huffman tables, an extension, arithmetic coding. */
function isFrame(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(kind)
}
