import { captureTime } from './capture-time.ts'

/** Properties of a video. Only a file with a video stream has them. */
export interface VideoFacts {
  readonly seconds: number | null
  /** As displayed, with the phone's rotation applied. */
  readonly width: number
  readonly height: number
  /** Lowercase, such as 'h264' or 'hevc'. */
  readonly codec: string
  /** ISO 8601, in UTC or with the camera's offset; null when unknown or impossible. */
  readonly takenAt: string | null
}

/** Parses the time of a video's tags, as the readers print it; without an offset it is in UTC. */
export function videoTime(text: string | undefined): string | null {
  const [, clock, zone = 'Z'] =
    text?.match(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?$/) ?? []
  return clock === undefined ? null : captureTime(clock, zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2'))
}
