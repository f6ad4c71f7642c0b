import type { PhotoType } from '#contract/rules/file-kind.ts'
import type { PictureUse } from '../rendition.ts'

/** A task that the server sends to a worker process. */
export type Task =
  | {
      readonly ask: 'renditions'
      readonly path: string
      readonly type: PhotoType
      readonly maxPixels: number
      readonly use: PictureUse
    }
  | {
      readonly ask: 'picture-size'
      readonly path: string
      readonly type: PhotoType
      readonly maxPixels: number
    }
  | { readonly ask: 'video-facts'; readonly path: string }

/** A worker's reply; `rss` tells the server when the process has grown too large to reuse. */
export interface Answer {
  readonly value: unknown
  readonly rss: number
}
