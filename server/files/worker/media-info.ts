import { open } from 'node:fs/promises'
import mediaInfoFactory, { type GeneralTrack, type Track, type VideoTrack } from 'mediainfo.js'
import { type VideoFacts, videoTime } from '../video-facts.ts'

/** Codec names as ffprobe reports them, so that both readers agree. */
const codecs: Readonly<Record<string, string>> = {
  avc: 'h264',
  'mpeg video': 'mpeg2video',
  'mpeg-4 visual': 'mpeg4',
  'vc-1': 'vc1',
}

/** Reads a video's properties without ffmpeg; null if the file has no video stream. */
export async function readVideoFacts(path: string): Promise<VideoFacts | null> {
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

const isGeneral = (track: Track): track is GeneralTrack => track['@type'] === 'General'
const isVideo = (track: Track): track is VideoTrack => track['@type'] === 'Video'
