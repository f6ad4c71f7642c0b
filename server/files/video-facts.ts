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

/** Cameras without a clock write 1904 or 1970. */
export function plausibleTime(text: string | undefined): string | null {
  const found = text?.match(/^(\d{4})-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?$/)
  if (!found) return null
  const year = Number(found[1])
  if (year < 1990 || year > new Date().getUTCFullYear() + 1) return null
  const zone = found[2] ?? 'Z'
  return found[0].slice(0, 19) + (/^[+-]\d{4}$/.test(zone) ? `${zone.slice(0, 3)}:${zone.slice(3)}` : zone)
}
