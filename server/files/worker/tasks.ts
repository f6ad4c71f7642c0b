import type { PhotoType } from '#contract/rules/file-kind.ts'
import type { PictureUse } from '../rendition.ts'

/** What the server asks of a worker process. */
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

/** What a worker answers; `rss` tells the server when the process has grown too big to be kept. */
export interface Answer {
  readonly value: unknown
  readonly rss: number
}
