import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { jpeg } from '#server/testing/pictures.ts'
import type { PickedFile } from './screens/media.ts'

const samples = join(import.meta.dirname, '..', 'server', 'files', 'testing')

/** Returns a JPEG as from a camera; each seed gives another picture. */
export async function photo(name: string, seed = 1): Promise<PickedFile> {
  const buffer = await jpeg({ width: 1600, height: 1200, seed, takenAt: '2026:05:01 10:20:30' })
  return { name, mimeType: 'image/jpeg', buffer }
}

export async function png(name: string): Promise<PickedFile> {
  return { name, mimeType: 'image/png', buffer: await plain('#226644').png().toBuffer() }
}

export async function gif(name: string): Promise<PickedFile> {
  return { name, mimeType: 'image/gif', buffer: await plain('#664422').gif().toBuffer() }
}

/** Returns an HEIC photo as from a phone; only Safari can display it. */
export async function heic(name: string): Promise<PickedFile> {
  return { name, mimeType: 'image/heic', buffer: await readFile(join(samples, 'turned.heic')) }
}

export async function video(name: string): Promise<PickedFile> {
  return { name, mimeType: 'video/mp4', buffer: await readFile(join(samples, 'located.mp4')) }
}

/** Returns the same video padded to `size` bytes, so that uploading takes time. */
export async function longVideo(name: string, size: number): Promise<PickedFile> {
  const film = await video(name)
  const rest = Buffer.alloc(size - film.buffer.length)
  rest.writeUInt32BE(rest.length)
  rest.write('free', 4)
  return { ...film, buffer: Buffer.concat([film.buffer, rest]) }
}

function plain(background: string) {
  return sharp({ create: { width: 640, height: 480, channels: 3, background } })
}
