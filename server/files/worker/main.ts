/** A child process that decodes untrusted files one at a time, so that they can't harm the server. */

import { open } from 'node:fs/promises'
import { setPriority } from 'node:os'
import mediaInfoFactory, { type GeneralTrack, type Track, type VideoTrack } from 'mediainfo.js'
import type { RenditionResult, SizeResult } from '../rendition.ts'
import { type VideoFacts, videoTime } from '../video-facts.ts'
import { RejectedFile } from './rejected-file.ts'
import { makeRenditions, measure } from './renditions.ts'
import type { Answer, Task } from './tasks.ts'

/** Codec names as ffprobe reports them, so that both readers agree. */
const codecs: Readonly<Record<string, string>> = {
  avc: 'h264',
  'mpeg video': 'mpeg2video',
  'mpeg-4 visual': 'mpeg4',
  'vc-1': 'vc1',
}

const isGeneral = (track: Track): track is GeneralTrack => track['@type'] === 'General'

const isVideo = (track: Track): track is VideoTrack => track['@type'] === 'Video'

try {
  setPriority(10) // callers that wait for a reply come before pictures
} catch {
  // not permitted: keep the usual priority
}

async function answer(task: Task): Promise<unknown> {
  if (task.ask === 'video-facts') return readVideoFacts(task.path)
  try {
    if (task.ask === 'picture-size') return { ok: true, pixels: await measure(task) } satisfies SizeResult
    const image = await makeRenditions(task)
    return { ok: true, image } satisfies RenditionResult
  } catch (failure) {
    const reason = failure instanceof RejectedFile ? failure.reason : 'not-an-image'
    const detail = failure instanceof Error ? failure.message : String(failure)
    return { ok: false, reason, detail } satisfies RenditionResult & SizeResult
  }
}

process.on('message', async (task: Task) => {
  const value = await answer(task)
  process.send?.({ value, rss: process.memoryUsage.rss() } satisfies Answer)
})

/** Reads a video's properties without ffmpeg; null if the file has no video stream. */
async function readVideoFacts(path: string): Promise<VideoFacts | null> {
  const file = await open(path, 'r')
  const info = await mediaInfoFactory({ format: 'object' })
  try {
    const { size } = await file.stat()
    const { media } = await info.analyzeData(size, async (length, offset) => {
      const piece = Buffer.alloc(length)
      const { bytesRead } = await file.read(piece, 0, length, offset)
      return piece.subarray(0, bytesRead)
    })
    const tracks = media?.track ?? []
    const general = tracks.find(isGeneral)
    const video = tracks.find(isVideo)
    if (!video?.Width || !video.Height || !video.Format) return null
    const turned = Math.abs(Number(video.Rotation ?? 0)) % 180 === 90
    const format = video.Format.toLowerCase()
    return {
      seconds: general?.Duration ?? video.Duration ?? null,
      width: turned ? video.Height : video.Width,
      height: turned ? video.Width : video.Height,
      codec: codecs[format] ?? format,
      takenAt: timeOf(general?.Recorded_Date ?? general?.Encoded_Date),
    }
  } catch {
    return null
  } finally {
    info.close()
    await file.close()
  }
}

/** '2026-05-01 10:20:30 UTC' or 'UTC 2026-05-01 10:20:30' or '2026-05-01T10:20:30+0200'. */
function timeOf(text: string | undefined): string | null {
  const plain = text?.replace(/UTC/g, '').trim().replace(' ', 'T')
  return videoTime(plain)
}
