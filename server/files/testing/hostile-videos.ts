import { execFile } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import sharp from 'sharp'
import type { VideoType } from '#contract/rules/file-kind.ts'

export interface HostileVideo {
  readonly what: string
  readonly type: VideoType
  /** Builds the video in the folder with the machine's ffmpeg and returns its path. */
  make(folder: string): Promise<string>
}

/** Private data that each video contains somewhere, in one of these spellings. */
export const traces = ['40.44', '79.98', 'freeGPS', 'lat=', 'Secret', 'ISO6709']

const start = promisify(execFile)
const located = join(import.meta.dirname, 'located.mp4')
const words = 'lat=40.446150 lon=-79.982200'
const gps = {
  IFD0: { Make: 'Secret lat=40.446150' },
  IFD3: {
    GPSLatitude: '40/1 26/1 4614/100',
    GPSLatitudeRef: 'N',
    GPSLongitude: '79/1 58/1 5600/100',
    GPSLongitudeRef: 'W',
  },
}

async function ffmpeg(folder: string, name: string, args: readonly string[]): Promise<string> {
  const path = join(folder, name)
  await start('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, path])
  return path
}

async function patched(path: string, patch: (bytes: Buffer) => Buffer): Promise<string> {
  await writeFile(path, patch(await readFile(path)))
  return path
}

/** Adds a dashcam box that picture and sound do not need and no index refers to. */
function withFreeGps(bytes: Buffer): Buffer {
  const block = Buffer.alloc(512)
  block.write(`freeGPS ${words}`, 4, 'latin1')
  const head = Buffer.alloc(8)
  head.writeUInt32BE(8 + block.length)
  head.write('mdat', 4, 'latin1')
  return Buffer.concat([bytes, head, block])
}

/** Puts the place in the encoder's name, and in a sample-entry box that replaces another of the same size. */
function withTellingEntry(bytes: Buffer): Buffer {
  const entry = bytes.indexOf('avc1', bytes.indexOf('stsd'))
  const name = words.slice(0, 31)
  bytes[entry + 4 + 42] = name.length
  bytes.write(name.padEnd(31, '\0'), entry + 4 + 43, 'latin1')
  const box = bytes.indexOf('pasp', entry)
  bytes.write('udta40.44615', box, 'latin1')
  return bytes
}

/** Builds frames as a camera writes them, each with the place in its EXIF block, and without reencoding. */
async function motionJpeg(folder: string, name: string): Promise<string> {
  const frame = sharp({ create: { width: 64, height: 48, channels: 3, background: '#369' } })
  await writeFile(join(folder, 'frame.jpg'), await frame.withExif(gps).jpeg().toBuffer())
  const frames = ['-f', 'image2', '-loop', '1', '-framerate', '5', '-i', join(folder, 'frame.jpg')]
  return ffmpeg(folder, name, [...frames, '-frames:v', '5', '-c', 'copy'])
}

const spoken = ['-i', located, '-map', '0:v:0', '-c', 'copy']
const userData = `h264_metadata=sei_user_data=086f3693-b7b3-4f2c-9653-21492feee5b8+${words}`

export const hostileVideos: readonly HostileVideo[] = [
  {
    what: 'a place in its metadata, a track of texts and a track’s name',
    type: 'video/mp4',
    make: () => Promise.resolve(located),
  },
  {
    what: 'a dashcam’s blocks between the samples',
    type: 'video/mp4',
    make: async (folder) => patched(await ffmpeg(folder, 'dashcam.mp4', spoken), withFreeGps),
  },
  {
    what: 'frames with EXIF in QuickTime',
    type: 'video/quicktime',
    make: (folder) => motionJpeg(folder, 'frames.mov'),
  },
  {
    what: 'frames with EXIF in AVI',
    type: 'video/x-msvideo',
    make: (folder) => motionJpeg(folder, 'frames.avi'),
  },
  {
    what: 'user data between the pictures of H.264',
    type: 'video/mp4',
    make: (folder) => ffmpeg(folder, 'user-data.mp4', [...spoken, '-bsf:v', userData]),
  },
  {
    what: 'user data of H.264 in Matroska, with chapters and tags',
    type: 'video/x-matroska',
    make: (folder) =>
      ffmpeg(folder, 'user-data.mkv', [...spoken, '-bsf:v', userData, '-metadata', `comment=${words}`]),
  },
  {
    what: 'boxes and names inside of the sample entry',
    type: 'video/mp4',
    make: async (folder) =>
      patched(await ffmpeg(folder, 'entry.mp4', [...spoken, '-aspect', '1:1']), withTellingEntry),
  },
  {
    what: 'names of handlers',
    type: 'video/quicktime',
    make: (folder) => ffmpeg(folder, 'handler.mov', [...spoken, '-metadata:s:v', `handler_name=${words}`]),
  },
]
