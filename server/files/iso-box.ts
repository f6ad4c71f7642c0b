/** A box of an MP4, MOV or HEIC file: `[start, end)` in the buffer, with its content from `body` on. */
export interface Box {
  readonly type: string
  readonly start: number
  readonly body: number
  readonly end: number
}

/** Yields the boxes in a range; stops at the first invalid one. */
export function* boxesIn(bytes: Buffer, start: number, end: number): Generator<Box> {
  let at = start
  while (at + 8 <= end) {
    const box = boxAt(bytes, at, end)
    if (!box) return
    yield box
    at = box.end
  }
}

export function findBox(bytes: Buffer, within: { body: number; end: number }, type: string): Box | null {
  for (const box of boxesIn(bytes, within.body, within.end)) if (box.type === type) return box
  return null
}

function boxAt(bytes: Buffer, start: number, end: number): Box | null {
  const short = bytes.readUInt32BE(start)
  const type = bytes.toString('latin1', start + 4, start + 8)
  if (short === 0) return { type, start, body: start + 8, end }
  if (short === 1) {
    if (start + 16 > end) return null
    const long = Number(bytes.readBigUInt64BE(start + 8))
    return long < 16 || start + long > end ? null : { type, start, body: start + 16, end: start + long }
  }
  return short < 8 || start + short > end ? null : { type, start, body: start + 8, end: start + short }
}
