import { rm, writeFile } from 'node:fs/promises'
import type { VideoType } from '#contract/rules/file-kind.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { makeRenditions } from './image.ts'
import type { Renditions } from './rendition.ts'
import { type VideoFacts, videoTime } from './video-facts.ts'
import type { Pool } from './worker/pool.ts'
import type { Task } from './worker/tasks.ts'

export interface VideoReaders {
  readonly pool: Pool<Task>
  readonly ffmpeg: Ffmpeg | null
}

/** Verifies that the file contains a video stream and returns its properties, or null. */
export async function probeVideo(
  { pool, ffmpeg }: VideoReaders,
  path: string,
  type: VideoType,
): Promise<VideoFacts | null> {
  if (ffmpeg) return ffprobeFacts(ffmpeg, path, type)
  const outcome = await pool.run({ ask: 'video-facts', path })
  return outcome.state === 'done' ? (outcome.value as VideoFacts | null) : null
}

const asked = [
  'format=duration',
  'format_tags=creation_time,com.apple.quicktime.creationdate',
  'stream=codec_type,codec_name,width,height,duration',
  'stream_disposition=attached_pic',
  'stream_side_data=rotation',
].join(':')

interface Probed {
  readonly format?: { readonly duration?: string; readonly tags?: Readonly<Record<string, string>> }
  readonly streams?: readonly {
    readonly codec_type?: string
    readonly codec_name?: string
    readonly width?: number
    readonly height?: number
    readonly duration?: string
    readonly disposition?: { readonly attached_pic?: number }
    readonly side_data_list?: readonly { readonly rotation?: number }[]
  }[]
}

async function ffprobeFacts(ffmpeg: Ffmpeg, path: string, type: VideoType): Promise<VideoFacts | null> {
  const text = await ffmpeg.probe(path, type, ['-show_entries', asked, '-of', 'json']).catch(() => null)
  if (!text) return null
  const { format, streams }: Probed = JSON.parse(text.toString())
  const video = streams?.find((one) => one.codec_type === 'video' && one.disposition?.attached_pic !== 1)
  if (!video?.width || !video.height || !video.codec_name) return null
  const rotation = video.side_data_list?.find((one) => one.rotation !== undefined)?.rotation ?? 0
  const turned = Math.abs(rotation) % 180 === 90
  const seconds = Number(format?.duration ?? video.duration)
  return {
    seconds: Number.isFinite(seconds) ? seconds : null,
    width: turned ? video.height : video.width,
    height: turned ? video.width : video.height,
    codec: video.codec_name,
    takenAt: videoTime(format?.tags?.['com.apple.quicktime.creationdate'] ?? format?.tags?.creation_time),
  }
}

/**
 * Returns a still of the video in the sizes of a photo; null without ffmpeg (the uploading browser may send
 * one).
 */
export async function posterOf(
  { pool, ffmpeg }: VideoReaders,
  path: string,
  type: VideoType,
  seconds: number | null,
): Promise<Renditions | null> {
  if (!ffmpeg) return null
  const at = Math.min(1, (seconds ?? 0) / 3).toFixed(3)
  const size = "scale='min(1920,iw)':'min(1920,ih)':force_original_aspect_ratio=decrease"
  const still = ['-map', '0:v:0', '-frames:v', '1', '-vf', size, '-pix_fmt', 'yuvj420p']
  const output = [...still, '-c:v', 'mjpeg', '-q:v', '3', '-f', 'image2pipe', 'pipe:1']
  const stillFrom = async (input: readonly string[]) => {
    const jpeg = await ffmpeg.run(path, type, input, output).catch(() => null)
    return jpeg && jpeg.length > 0 ? jpeg : null
  }
  // The video may have no frame at that time (a single frame, or a wrong length): then use the first one.
  const jpeg = (await stillFrom(['-ss', at])) ?? (await stillFrom([]))
  if (!jpeg) return null
  const beside = `${path}.poster`
  try {
    await writeFile(beside, jpeg)
    const made = await makeRenditions(pool, beside, 'image/jpeg')
    return made.ok ? made.image : null
  } finally {
    await rm(beside, { force: true })
  }
}
