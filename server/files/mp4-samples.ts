import { type Box, findBox } from './iso-box.ts'

export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** Where the samples of a track lie in the file, one range a chunk; null when its tables do not add up. */
export function sampleRanges(bytes: Buffer, track: Box, fileSize: number): ByteRange[] | null {
  const table = ['mdia', 'minf', 'stbl'].reduce<Box | null>(
    (at, type) => at && findBox(bytes, at, type),
    track,
  )
  if (!table) return []
  const sizes = findBox(bytes, table, 'stsz')
  const runs = findBox(bytes, table, 'stsc')
  const offsets = findBox(bytes, table, 'stco') ?? findBox(bytes, table, 'co64')
  if (!sizes || !runs || !offsets) return null
  const lengthOf = lengthOfSamples(bytes, sizes)
  const perChunk = samplesInChunk(bytes, runs)
  const wide = offsets.type === 'co64' ? 8 : 4

  const ranges: ByteRange[] = []
  let sample = 0
  for (let chunk = 0, count = bytes.readUInt32BE(offsets.body + 4); chunk < count; chunk++) {
    const at = offsets.body + 8 + chunk * wide
    if (at + wide > offsets.end) return null
    const start = wide === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at)
    const samples = perChunk(chunk)
    const length = lengthOf(sample, samples)
    if (length === null || start + length > fileSize) return null
    ranges.push({ start, end: start + length })
    sample += samples
  }
  return ranges
}

/** Never works longer than its table is, whatever numbers it claims. */
function lengthOfSamples(bytes: Buffer, box: Box): (first: number, samples: number) => number | null {
  const same = bytes.readUInt32BE(box.body + 4)
  const count = bytes.readUInt32BE(box.body + 8)
  return (first, samples) => {
    if (first + samples > count) return null
    if (same > 0) return samples * same
    const from = box.body + 12 + first * 4
    const to = from + samples * 4
    if (to > box.end) return null
    let length = 0
    for (let at = from; at < to; at += 4) length += bytes.readUInt32BE(at)
    return length
  }
}

/** Runs of chunks with the same number of samples, named by their first chunk (counted from 1). */
function samplesInChunk(bytes: Buffer, box: Box): (chunk: number) => number {
  const count = Math.min(bytes.readUInt32BE(box.body + 4), Math.floor((box.end - box.body - 8) / 12))
  let run = 0
  return (chunk) => {
    const firstOf = (n: number) => bytes.readUInt32BE(box.body + 8 + n * 12)
    while (run + 1 < count && firstOf(run + 1) <= chunk + 1) run++
    return count === 0 ? 0 : bytes.readUInt32BE(box.body + 8 + run * 12 + 4)
  }
}
