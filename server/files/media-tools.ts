import type { PhotoType, VideoType } from '#contract/rules/file-kind.ts'
import { type Ffmpeg, findFfmpeg } from './ffmpeg.ts'
import { makeRenditions } from './image.ts'
import type { PictureUse, RenditionResult, Renditions } from './rendition.ts'
import { posterOf, probeVideo } from './video.ts'
import { copyForGuests, type VideoCopy } from './video-copy.ts'
import type { VideoFacts } from './video-facts.ts'
import { openPool, type PoolOptions } from './worker/pool.ts'
import type { Task } from './worker/tasks.ts'

/** All tools that read uploaded files. A single instance for the server, so that its limits are effective. */
export interface MediaTools {
  /** Whether this machine can make videos for guests. Without ffmpeg it can't, and there are no posters. */
  readonly makesCopies: boolean
  makeRenditions(path: string, type: PhotoType, use?: PictureUse): Promise<RenditionResult>
  probeVideo(path: string, type: VideoType): Promise<VideoFacts | null>
  posterOf(path: string, type: VideoType, seconds: number | null): Promise<Renditions | null>
  /** May take minutes; runs one at a time. */
  copyForGuests(path: string, type: VideoType): Promise<VideoCopy | null>
  close(): void
}

export interface MediaToolsOptions extends PoolOptions {
  /** null: work without ffmpeg even if it is installed. */
  readonly ffmpeg?: Ffmpeg | null
}

export async function openMediaTools(options: MediaToolsOptions = {}): Promise<MediaTools> {
  const pool = openPool<Task>(options)
  const ffmpeg = options.ffmpeg === undefined ? await findFfmpeg() : options.ffmpeg
  const readers = { pool, ffmpeg }
  return {
    makesCopies: Boolean(ffmpeg?.encoder),
    makeRenditions: (path, type, use = 'photo') => makeRenditions(pool, path, type, { use }),
    probeVideo: (path, type) => probeVideo(readers, path, type),
    posterOf: (path, type, seconds) => posterOf(readers, path, type, seconds),
    copyForGuests: async (path, type) => ffmpeg && copyForGuests(ffmpeg, path, type),
    close: () => {
      pool.close()
      ffmpeg?.close()
    },
  }
}
