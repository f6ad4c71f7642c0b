import { get } from 'node:http'

export interface Drained {
  readonly size: number
  /** Milliseconds until the first byte of the body. */
  readonly first: number
  /** Milliseconds until the last byte. */
  readonly total: number
}

/** Reads a download with as little overhead as possible. */
export function drain(address: string): Promise<Drained> {
  const { promise, resolve, reject } = Promise.withResolvers<Drained>()
  const start = performance.now()
  let [size, first] = [0, 0]
  get(address, { family: 4 }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`The download answered ${response.statusCode}`))
    response.on('data', (piece: Buffer) => {
      if (size === 0) first = performance.now() - start
      size += piece.length
    })
    response.on('error', reject)
    response.on('end', () => resolve({ size, first, total: performance.now() - start }))
  }).on('error', reject)
  return promise
}
