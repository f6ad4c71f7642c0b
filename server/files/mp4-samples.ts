import { type Box, findBox } from './iso-box.ts'

export interface ByteRange {
  readonly start: number
  readonly end: number
}

/**
 * Returns where each sample of a track is in the file, or null if its tables are inconsistent. Throws if they
 * are truncated.
 */
export function samplesOf(bytes: Buffer, table: Box): ByteRange[] | null {
  const sizes = findBox(bytes, table, 'stsz')
  const runs = findBox(bytes, table, 'stsc')
  const offsets = findBox(bytes, table, 'stco') ?? findBox(bytes, table, 'co64')
  if (!sizes || !runs || !offsets) return null
  const perChunk = samplesInChunk(bytes, runs)
  const same = bytes.readUInt32BE(sizes.body + 4)
  const count = bytes.readUInt32BE(sizes.body + 8)
  const wide = offsets.type === 'co64' ? 8 : 4
  const chunks = bytes.readUInt32BE(offsets.body + 4)
  if (offsets.body + 8 + chunks * wide !== offsets.end) return null
  if (sizes.body + 12 + (same > 0 ? 0 : count * 4) !== sizes.end) return null

  const samples: ByteRange[] = []
  for (let chunk = 0; chunk < chunks; chunk++) {
    const at = offsets.body + 8 + chunk * wide
    let start = wide === 8 ? Number(bytes.readBigUInt64BE(at)) : bytes.readUInt32BE(at)
    for (let left = perChunk(chunk); left > 0; left--) {
      if (samples.length === count) return null
      const end = start + (same > 0 ? same : bytes.readUInt32BE(sizes.body + 12 + samples.length * 4))
      if (end > bytes.length) return null
      samples.push({ start, end })
      start = end
    }
  }
  return samples.length === count ? samples : null
}

/** Runs of chunks with the same number of samples, identified by their first chunk (counted from 1). */
function samplesInChunk(bytes: Buffer, box: Box): (chunk: number) => number {
  const count = Math.min(bytes.readUInt32BE(box.body + 4), Math.floor((box.end - box.body - 8) / 12))
  let run = 0
  return (chunk) => {
    const firstOf = (n: number) => bytes.readUInt32BE(box.body + 8 + n * 12)
    while (run + 1 < count && firstOf(run + 1) <= chunk + 1) run++
    return count === 0 ? 0 : bytes.readUInt32BE(box.body + 8 + run * 12 + 4)
  }
}
