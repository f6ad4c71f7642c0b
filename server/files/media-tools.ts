import type { PhotoType, VideoType } from '#contract/rules/file-kind.ts'
import { type Ffmpeg, findFfmpeg } from './ffmpeg.ts'
import { makeRenditions } from './image.ts'
import type { PictureUse, RenditionResult, Renditions } from './rendition.ts'
import { posterOf, probeVideo, type ScrubbedVideo, scrubVideo } from './video.ts'
import type { VideoFacts } from './video-facts.ts'
import { openPool, type PoolOptions } from './worker/pool.ts'
import type { Task } from './worker/tasks.ts'

/** Everything that looks into uploaded files; one for the whole server, so that the limits on it are real. */
export interface MediaTools {
  /** Whether the machine has ffmpeg; without it there are no posters, and fewer videos for guests. */
  readonly hasFfmpeg: boolean
  makeRenditions(path: string, type: PhotoType, use?: PictureUse): Promise<RenditionResult>
  probeVideo(path: string, type: VideoType): Promise<VideoFacts | null>
  posterOf(path: string, type: VideoType, seconds: number | null): Promise<Renditions | null>
  scrubVideo(path: string, type: VideoType): Promise<ScrubbedVideo | null>
  close(): void
}

export interface MediaToolsOptions extends PoolOptions {
  /** Null: work without it although the machine has it. */
  readonly ffmpeg?: Ffmpeg | null
}

export async function openMediaTools(options: MediaToolsOptions = {}): Promise<MediaTools> {
  const pool = openPool<Task>(options)
  const ffmpeg = options.ffmpeg === undefined ? await findFfmpeg() : options.ffmpeg
  const readers = { pool, ffmpeg }
  return {
    hasFfmpeg: ffmpeg !== null,
    makeRenditions: (path, type, use = 'photo') => makeRenditions(pool, path, type, { use }),
    probeVideo: (path, type) => probeVideo(readers, path, type),
    posterOf: (path, type, seconds) => posterOf(readers, path, type, seconds),
    scrubVideo: (path, type) => scrubVideo(readers, path, type),
    close: pool.close,
  }
}
