import { captureTime } from './capture-time.ts'

/** What is known of a video. Only a file with a moving picture in it has facts. */
export interface VideoFacts {
  readonly seconds: number | null
  /** As it is shown: a phone's turn is applied. */
  readonly width: number
  readonly height: number
  /** Lower case, such as 'h264' or 'hevc'. */
  readonly codec: string
  /** ISO 8601, in UTC or with the camera's offset; null when unknown or impossible. */
  readonly takenAt: string | null
}

/** The time that a video's tags give, as the readers write it; without an offset it is in UTC. */
export function videoTime(text: string | undefined): string | null {
  const [, clock, zone = 'Z'] =
    text?.match(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?$/) ?? []
  return clock === undefined ? null : captureTime(clock, zone.replace(/^([+-]\d\d)(\d\d)$/, '$1:$2'))
}
