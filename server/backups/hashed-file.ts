import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'

export interface Hashed {
  readonly bytes: number
  /** Lowercase hex. */
  readonly sha256: string
}

type Pieces = AsyncIterable<Uint8Array | string> | Iterable<Uint8Array | string>

/**
 * Writes a new file and syncs it to disk; throws if it exists. `packed`: compressed by gzip; the result
 * describes the compressed file.
 */
export async function writeHashed(path: string, pieces: Pieces, { packed = false } = {}): Promise<Hashed> {
  const { through, result } = hashing()
  const file = createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true })
  if (packed) await pipeline(pieces, createGzip(), through, file)
  else await pipeline(pieces, through, file)
  return result()
}

export async function hashFile(path: string): Promise<Hashed> {
  const { through, result } = hashing()
  await pipeline(createReadStream(path), through, async (pieces) => {
    for await (const _ of pieces);
  })
  return result()
}

function hashing(): { through: Transform; result: () => Hashed } {
  const sha = createHash('sha256')
  let bytes = 0
  const through = new Transform({
    transform(piece: Uint8Array, _encoding, done) {
      sha.update(piece)
      bytes += piece.length
      done(null, piece)
    },
  })
  return { through, result: () => ({ bytes, sha256: sha.digest('hex') }) }
}
