import { open, readFile, rm } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import type { VideoType } from '#contract/rules/file-kind.ts'
import type { Ffmpeg, VideoEncoder } from './ffmpeg.ts'
import { StoreFull } from './store.ts'
import { verifyBareMp4 } from './verify-mp4.ts'

/** A video for guests. Read it or destroy it: it cleans up after itself. */
export interface VideoCopy {
  readonly type: 'video/mp4'
  readonly width: number
  readonly height: number
  readonly bytes: Readable
}

const longestSide = 1280

/** Good enough to view, fast enough for a small machine, and without the encoder's own metadata. */
const encoding: Readonly<Record<VideoEncoder, readonly string[]>> = {
  libx264: ['-preset', 'veryfast', '-crf', '25', '-a53cc', '0', '-bsf:v', 'filter_units=remove_types=6'],
  libopenh264: ['-b:v', '2M', '-bsf:v', 'filter_units=remove_types=6'],
  'libvpx-vp9': ['-deadline', 'realtime', '-cpu-used', '8', '-crf', '34', '-b:v', '2M'],
}

const filters = [
  `scale='min(${longestSide},iw)':'min(${longestSide},ih)':force_original_aspect_ratio=decrease:force_divisible_by=2`,
  'setsar=1',
  'sidedata=delete',
].join()

/**
 * Makes the copy for guests, reencoded, so that only picture and sound of the file remain. Cameras hide
 * positions where no cleaning finds them all: between samples, within pictures, in track names.
 * The copy is verified to its last byte. Returns null if none can be made; throws StoreFull if the disk is
 * full.
 */
export async function copyForGuests(
  ffmpeg: Ffmpeg,
  path: string,
  type: VideoType,
): Promise<VideoCopy | null> {
  if (!ffmpeg.encoder) return null
  const beside = `${path}.guest`
  const streams = [
    '-map',
    '0:v:0',
    '-map',
    '0:a:0?',
    '-map_metadata',
    '-1',
    '-map_chapters',
    '-1',
    '-dn',
    '-sn',
  ]
  const picture = [
    '-c:v',
    ffmpeg.encoder,
    ...encoding[ffmpeg.encoder],
    '-pix_fmt',
    'yuv420p',
    '-fpsmax',
    '30',
  ]
  const most = ['-threads', '1', '-maxrate', '4M', '-bufsize', '8M', '-vf', filters, '-filter_threads', '1']
  const sound = ['-c:a', 'aac', '-b:a', '96k', '-ac', '2']
  const bare = ['-fflags', '+bitexact', '-flags:v', '+bitexact', '-flags:a', '+bitexact']
  const file = ['-movflags', '+faststart', '-f', 'mp4', `file:${beside}`]
  try {
    await ffmpeg.runSlowly(path, type, [...streams, ...picture, ...most, ...sound, ...bare, ...file])
    const size = verifyBareMp4(await readFile(beside))
    if (!size) return null
    const copy = await open(beside, 'r')
    return { type: 'video/mp4', ...size, bytes: copy.createReadStream() }
  } catch (failure) {
    if (isForRoom(failure)) throw new StoreFull('No room for a copy of a video', { cause: failure })
    return null
  } finally {
    // An open file stays readable after its name is removed, so no cleanup is needed later.
    await rm(beside, { force: true }).catch(() => undefined)
  }
}

/** Whether ffmpeg reports a full disk. It runs with `LC_ALL=C`. */
function isForRoom(failure: unknown): boolean {
  return failure instanceof Error && /No space left on device|Disk quota exceeded/.test(failure.message)
}
